import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import typescript from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  readDocumentation,
  WITHOUT_DOCUMENTATION
} from '../../kernel-bridge/src/cells/compiler/quickInfo';
import { TypeOutlines } from '../../kernel-bridge/src/cells/compiler/typeOutlines';
import { isNight, sampleOf } from '../support/tiers';
import { KERNEL_FOLDER } from './kernelProcess';

const TYPES = path.join(KERNEL_FOLDER, 'types', path.sep).replaceAll(path.sep, '/');
const LIBRARY = path.join(KERNEL_FOLDER, 'dist');
/** The releases of Node that the kernel has types of. */
const RELEASES = readdirSync(TYPES).filter(name => /^node\d+$/.test(name));
/** In the daytime all is compared of the one that runs alone. */
const COMPARED = RELEASES.filter(
  name => isNight || name === `node${process.versions.node.split('.')[0]}`
);
const CELL = '/notebooks/__tslab__.ts';
/** In the daytime all is compared of one of so many modules and globals. */
const STEP = 10;

/** A program of a cell with the types that the kernel has for a release of Node: whole, or by their outlines. */
function programOf(release: string, source: string, outlines?: TypeOutlines): typescript.Program {
  const options: typescript.CompilerOptions = {
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    target: typescript.ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    typeRoots: [`${TYPES}${release}`],
    types: ['node', 'kernelscope'],
    skipLibCheck: true,
    noEmit: true
  };
  const host = typescript.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  Object.assign(host, WITHOUT_DOCUMENTATION, {
    getDefaultLibLocation: () => LIBRARY,
    getCurrentDirectory: () => '/notebooks',
    fileExists: (file: string) => file === CELL || fileExists(file),
    readFile: (file: string) =>
      file === CELL ? `export {};\n${source}` : (outlines?.read(file) ?? readFile(file))
  });
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) =>
      text.startsWith('.')
        ? typescript.resolveModuleName(text, file, options, host)
        : { resolvedModule: undefined }
    );
  const program = typescript.createProgram([CELL], options, host);
  outlines?.link(program);
  return program;
}

const flags = typescript.TypeFormatFlags.NoTruncation;

/** Everything that a symbol says of itself: its types, where it is declared, its members, and what it exports. */
function described(symbol: typescript.Symbol, checker: typescript.TypeChecker): string[] {
  const text = (type: typescript.Type): string => checker.typeToString(type, undefined, flags);
  const types = [checker.getTypeOfSymbol(symbol), checker.getDeclaredTypeOfSymbol(symbol)];
  const places = (symbol.declarations ?? []).map(node => {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${file.fileName}:${line}:${character}`;
  });
  // the names of members like [Symbol.iterator] end with a number that each program has its own of
  const members = [...(symbol.members?.values() ?? [])].map(each => {
    return `${each.name.replace(/@\d+$/, '')}: ${text(checker.getTypeOfSymbol(each))}`;
  });
  const exported = [...(symbol.exports?.values() ?? [])].flatMap(each => described(each, checker));
  const name = checker.getFullyQualifiedName(symbol);
  return [`${name} ${types.map(text).join(' ')} ${places.join(' ')}`, ...members, ...exported];
}

/** What cells can name: what modules export, their own first, and what is global. */
function everything(program: typescript.Program): ReadonlyMap<string, readonly string[]> {
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(file => typescript.isExternalModule(file) && file.fileName !== CELL);
  const modules = sampleOf(
    [
      ...checker.getAmbientModules(),
      ...files.flatMap(file => checker.getSymbolAtLocation(file) ?? [])
    ],
    STEP
  );
  const cell = program.getSourceFile(CELL)!;
  const all = typescript.SymbolFlags.Value | typescript.SymbolFlags.Type;
  const globals = sampleOf(
    checker.getSymbolsInScope(cell, all).filter(({ name }) => name !== 'globalThis'),
    STEP
  );
  const list = (symbols: readonly typescript.Symbol[]): string[] =>
    symbols.flatMap(symbol => described(symbol, checker));
  return new Map([
    ...modules.map(module => [module.name, list(checker.getExportsOfModule(module))] as const),
    ['global', list(globals)] as const
  ]);
}

/** The files of the kernel's types of which a program has read all. */
function wholeFiles(program: typescript.Program): string[] {
  return program
    .getSourceFiles()
    .filter(file => file.fileName.startsWith(TYPES))
    .filter(file => Object.getOwnPropertyDescriptor(file, 'text')?.get === undefined)
    .map(({ fileName }) => fileName.slice(TYPES.length));
}

/** The nodes of all files of a program when they were parsed at first. */
function nodesIn(program: typescript.Program): number {
  const counts = program
    .getSourceFiles()
    .map(file => (file as unknown as { readonly nodeCount: number }).nodeCount);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The documentation of all that `fs` exports. */
function documented(program: typescript.Program): string[] {
  const checker = program.getTypeChecker();
  const module = checker.getAmbientModules().find(({ name }) => name === '"fs"')!;
  return checker.getExportsOfModule(module).map(symbol => {
    const [declaration] = symbol.declarations!;
    readDocumentation(symbol, declaration, checker);
    return typescript.displayPartsToString(symbol.getDocumentationComment(checker));
  });
}

/** The other files that a text names, each once. */
function filesNamedIn(text: string): string[] {
  const file = typescript.createSourceFile('types.d.ts', text, typescript.ScriptTarget.ESNext);
  const found = new Set(file.referencedFiles.map(({ fileName }) => fileName));
  const visit = (node: typescript.Node): void => {
    if (typescript.isStringLiteral(node) && /^\.\.?\//.test(node.text)) found.add(node.text);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return [...found].sort();
}

describe.each(RELEASES)('outlines of the types of %s', release => {
  it('name the same files as the types', () => {
    const outlines = new TypeOutlines(TYPES);
    const folders = [release, release.replace('node', 'undici')];
    const files = folders.flatMap(folder =>
      readdirSync(`${TYPES}${folder}`, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.d.ts'))
        .map(name => `${TYPES}${folder}/${name.replaceAll(path.sep, '/')}`)
    );
    const outlined = files.filter(file => outlines.read(file) !== undefined);
    for (const file of outlined) {
      const named = filesNamedIn(outlines.read(file)!);
      expect(named, file).toEqual(filesNamedIn(readFileSync(file, 'utf8')));
    }
    expect(outlined.length).toBeGreaterThan(50);
  });
});

describe.each(COMPARED)('types of %s', release => {
  let whole: typescript.Program;

  beforeAll(() => {
    whole = programOf(release, '');
  });

  it('are by their outlines what they are as a whole', () => {
    const expected = everything(whole);
    const outlined = everything(programOf(release, '', new TypeOutlines(TYPES)));
    expect([...outlined.keys()]).toEqual([...expected.keys()]);
    for (const [name, symbols] of expected) expect(outlined.get(name), name).toEqual(symbols);
    expect(expected.size).toBeGreaterThan(isNight ? 100 : 100 / STEP);
  });

  it('are parsed for a cell as far as it needs them', () => {
    const program = programOf(release, 'const sum: number = 1 + 1;', new TypeOutlines(TYPES));
    expect(program.getSemanticDiagnostics(program.getSourceFile(CELL))).toEqual([]);
    const files = wholeFiles(program);
    for (const file of ['fs.d.ts', 'http2.d.ts', 'inspector.generated.d.ts', 'test.d.ts']) {
      const text = readFileSync(`${TYPES}${release}/node/${file}`, 'utf8');
      if (text !== '') expect(files).not.toContain(`${release}/node/${file}`);
    }
    expect(files).not.toContain('kernelscope/index.d.ts');
    expect(nodesIn(program)).toBeLessThan(nodesIn(whole) / 3);
  });

  it('have their documentation', () => {
    const expected = documented(whole);
    expect(documented(programOf(release, '', new TypeOutlines(TYPES)))).toEqual(expected);
    expect(expected.join('\n')).toContain('Asynchronously append data to a file');
  });
});
