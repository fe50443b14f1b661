import { createCellExports } from './cellExports';
import { cellOptions } from './compiler/cellOptions';
import { type CellProgram, createCellProgram } from './cellProgram';
import { getCompletionsAtPositionForTslab } from './compiler/completions';
import { WITHOUT_DOCUMENTATION, getQuickInfoAtPosition } from './compiler/quickInfo';
import { internal, localNames } from './compiler/internalCompiler';
import { withKernelFiles } from './compiler/kernelTypes';
import { createModuleForms, withoutStrictMode } from './compiler/moduleForms';
import { createFileDiagnostics } from './compiler/preEmitDiagnostics';
import { remainingDeclarations } from './compiler/remainingDeclarations';
import { createCompilerTimers } from './compilerTimers';
import { createLastExpression } from './lastExpression';
import { createLoopExits } from './loopExits';
import { rememberMaps } from './sourceMaps';
import { createTimedCells } from './timedCells';
import typescript from 'typescript';
import vm from 'node:vm';
import path from 'node:path';

const INLINE_MAP =
  /\r?\n?\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;
const MAP_COMMENT = /\r?\n?\/\/# sourceMappingURL=.*\s*$/;

const CELL_SOURCE = '/__tslab__.ts';
const CELL_FILE = '__tslab__.js';
const cellPasses = {
  before: [
    createTimedCells(typescript),
    createLastExpression(typescript),
    createModuleForms('cell')
  ],
  after: [createCellExports(typescript), createLoopExits(typescript), withoutStrictMode]
};
const filePasses = { before: [createModuleForms('file')], after: [withoutStrictMode] };
const emitTarget = createEmitTarget();
const getPreEmitDiagnosticsOfFiles = createFileDiagnostics(({ fileName }) =>
  fileName.endsWith(CELL_SOURCE)
);

type WatchHost = typescript.WatchCompilerHostOfFilesAndCompilerOptions<CellProgram>;

function getPreEmitDiagnostics(
  program: typescript.Program,
  file: typescript.SourceFile
): readonly typescript.Diagnostic[] {
  return getPreEmitDiagnosticsOfFiles(program, [file]);
}

function getNullTransformationContext(): typescript.TransformationContext {
  return internal.nullTransformationContext;
}

function createWatchCompilerHost(
  rootFiles: string[],
  options: typescript.CompilerOptions,
  system: typescript.System,
  _createProgram: null,
  ...reporters: [typescript.DiagnosticReporter, typescript.WatchStatusReporter]
): WatchHost {
  const host = typescript.createWatchCompilerHost(
    rootFiles,
    cellOptions(options, system),
    system,
    createCellProgram,
    ...reporters
  );
  const timers = createCompilerTimers(system);
  return Object.assign(withKernelFiles(host), timers, WITHOUT_DOCUMENTATION);
}

/** True for the source map of a cell, false for that of a module that cells import. */
function isOfCell(map: string): boolean {
  return (JSON.parse(map) as { file: string }).file === CELL_FILE;
}

function transpileModule(
  input: string,
  options: typescript.TranspileOptions
): typescript.TranspileOutput {
  const inline = INLINE_MAP.exec(input);
  const source = inline ? input.slice(0, inline.index) : input;
  const emit = inline?.[1] === undefined ? null : Buffer.from(inline[1], 'base64').toString('utf8');
  const result = typescript.transpileModule(source, {
    ...options,
    compilerOptions: {
      esModuleInterop: true,
      module: typescript.ModuleKind.CommonJS,
      newLine: typescript.NewLineKind.LineFeed,
      target: emitTarget(source),
      sourceMap: true
    },
    transformers: emit !== null && isOfCell(emit) ? cellPasses : filePasses
  });
  const outputText = result.outputText.replace(MAP_COMMENT, '');
  if (emit !== null && result.sourceMapText !== undefined) {
    rememberMaps(outputText, { emit, module: result.sourceMapText });
  }
  return { ...result, outputText };
}

/**
 * Replaces tslab's own TypeScript inside the kernel bundle: released TypeScript, with the functions
 * that tslab's patch adds. The converter's two passes also make source maps (kept for `takeMaps` under
 * the text they belong to), cells export into an object that they share, `kernelscope` resolves to the
 * kernel's own types, and packages may be installed while the kernel runs. CommonJS, like the module it
 * replaces.
 */
export = {
  ...typescript,
  Completions: { ...internal.Completions, getCompletionsAtPositionForTslab },
  createWatchCompilerHost,
  getDefaultTypeRoots,
  getNullTransformationContext,
  getPreEmitDiagnostics,
  getPreEmitDiagnosticsOfFiles,
  getQuickInfoAtPosition,
  isCompiledFile,
  isEmittedScript,
  localNames,
  remainingDeclarations,
  transpileModule
};

/** True for a file that is compiled to JavaScript when a cell imports it. */
function isCompiledFile(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

/** True for JavaScript that the compiler writes, false for maps and declarations. */
function isEmittedScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

const { ESNext, ES2024 } = typescript.ScriptTarget;
/** Syntax that TypeScript leaves alone for `ESNext`, and that no release of Node can read. */
const UNREADABLE = /@|\baccessor\b/;

/**
 * Returns a function that selects the JavaScript version to lower to, so that the running Node can read
 * it: `using` stays if Node knows it, and is lowered otherwise; decorators and `accessor` are always
 * lowered. A text that only looks as if it had decorators is lowered too, which does not change its
 * meaning.
 */
function createEmitTarget(): (javaScript: string) => typescript.ScriptTarget {
  const readsUsing = isReadable('{ using nothing = null; }');
  return javaScript => (readsUsing && !UNREADABLE.test(javaScript) ? ESNext : ES2024);
}

function isReadable(code: string): boolean {
  try {
    return new vm.Script(code) instanceof vm.Script;
  } catch {
    return false;
  }
}

/**
 * The existing folders `node_modules/@types` of `folder` and its parents, nearest first; undefined if
 * there are none.
 */
function getDefaultTypeRoots(
  folder: string,
  host: { directoryExists(folder: string): boolean }
): string[] | undefined {
  const roots = ancestors(folder)
    .map(one => path.posix.join(one, 'node_modules', '@types'))
    .filter(root => host.directoryExists(root));
  return roots.length > 0 ? roots : undefined;
}

function ancestors(folder: string): string[] {
  const parent = path.posix.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
