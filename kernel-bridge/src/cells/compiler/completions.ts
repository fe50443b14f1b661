import typescript from 'typescript';
import { internal } from './internalCompiler';
import { isOfKernel } from './kernelTypes';

type Program = typescript.Program;
type SourceFile = typescript.SourceFile;

/** The package whose types are the kernel's own. */
const OWN_PACKAGE = 'kernelscope';

const OWN_TYPES = /\/types\/kernelscope\/index\.d\.ts$/;

/**
 * TypeScript's candidates at a position. Of the host, which tslab leaves empty, TypeScript asks the
 * options of the program, and for the names of modules about files. Of our own package it does not offer the
 * types that only declarations of cells need by name.
 */
export function getCompletionsAtPositionForTslab(
  _host: object,
  program: Program,
  ...inputs: readonly [log: unknown, file: SourceFile, position: number, ...unknown[]]
): typescript.CompletionInfo | undefined {
  const [, file, position] = inputs;
  const info = internal.Completions.getCompletionsAtPosition(hostOf(program), program, ...inputs);
  if (!info || !isImportOf(OWN_PACKAGE, file, position)) return info;
  const hidden = hiddenTypes(program);
  return { ...info, entries: info.entries.filter(({ name }) => !hidden.has(name)) };
}

/** The parts of a language service's host that candidates are found by. */
function hostOf(program: Program): object {
  const { sys } = typescript;
  return {
    getCompilationSettings: () => program.getCompilerOptions(),
    getCurrentDirectory: () => program.getCurrentDirectory(),
    useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
    fileExists: (path: string) => sys.fileExists(path),
    readFile: (path: string) => sys.readFile(path),
    directoryExists: (path: string) => sys.directoryExists(path),
    getDirectories: (path: string) => sys.getDirectories(path),
    readDirectory: (...question: Parameters<typescript.System['readDirectory']>) =>
      sys.readDirectory(...question)
  };
}

/** True between the braces of an import from a module. */
function isImportOf(module: string, file: SourceFile, position: number): boolean {
  return file.statements.some(
    statement =>
      typescript.isImportDeclaration(statement) &&
      statement.pos <= position &&
      position < statement.moduleSpecifier.pos &&
      typescript.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text === module
  );
}

/** Names of the last export of our own types, which the build adds: see `rollUpTypes`. */
function hiddenTypes(program: Program): ReadonlySet<string> {
  const types = program
    .getSourceFiles()
    .find(({ fileName }) => isOfKernel(fileName) && OWN_TYPES.test(fileName));
  const last = types?.statements.at(-1);
  const names =
    last && typescript.isExportDeclaration(last) && last.isTypeOnly && last.exportClause;
  if (!names || !typescript.isNamedExports(names)) return new Set();
  return new Set(names.elements.map(({ name }) => name.text));
}
