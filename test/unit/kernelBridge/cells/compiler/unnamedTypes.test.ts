import path from 'node:path';
import typescript from 'typescript';
import { expect, test } from 'vitest';
import { declarationsOf } from '../../../../../kernel-bridge/src/cells/compiler/unnamedTypes';

/** A module whose functions give what has no name outside it. */
const HIDDEN = `
interface Hidden { readonly secret: number; readonly next?: Hidden }
class Inner { constructor(private readonly value: number) {} get(): Hidden { return { secret: this.value }; } }
declare const key: unique symbol;
export const make = () => new Inner(1);
export const makeLater = async () => new Inner(2);
export const keyed = () => ({ [key]: 1 });
export const pair = (): [Hidden, number] => [{ secret: 1 }, 2];
export default class Named {}`;

const CELL = '/notebook/__tslab__.ts';
const EARLIER = '/notebook/__prev__.d.ts';
const TYPES = '/out/__tslab__.d.ts';

const OPTIONS: typescript.CompilerOptions = {
  target: typescript.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Node10,
  esModuleInterop: true,
  experimentalDecorators: true,
  declaration: true,
  skipLibCheck: true,
  rootDir: '/notebook',
  outDir: '/out',
  types: ['node'],
  typeRoots: [path.join(__dirname, '../../../../../node_modules/@types')]
};

const general = typescript.createCompilerHost(OPTIONS);
const parsed = new Map<string, typescript.SourceFile | undefined>();

/** The program of a cell after the declarations of earlier ones. */
function programOf(cell: string, earlier = ''): typescript.Program {
  const files: Readonly<Record<string, string>> = {
    [CELL]: `export {};\n${cell}`,
    [EARLIER]: `export {};\n${earlier}`,
    '/notebook/hidden.ts': HIDDEN
  };
  const host: typescript.CompilerHost = {
    ...general,
    getCurrentDirectory: () => '/notebook',
    directoryExists: () => true,
    fileExists: name => name in files || general.fileExists(name),
    readFile: name => files[name] ?? general.readFile(name),
    getSourceFile: (name, target) => {
      if (name in files) return typescript.createSourceFile(name, files[name], target, true);
      if (!parsed.has(name)) parsed.set(name, general.getSourceFile(name, target));
      return parsed.get(name);
    }
  };
  const program = typescript.createProgram({
    rootNames: [EARLIER, CELL],
    options: OPTIONS,
    host
  });
  program.getTypeChecker();
  // As tslab does: a cell sees the names of earlier ones through its parent.
  Object.assign(program.getSourceFile(CELL)!, { parent: program.getSourceFile(EARLIER) });
  return program;
}

/** What the compiler says about a cell. */
function problemsOf(program: typescript.Program): string[] {
  const file = program.getSourceFile(CELL)!;
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return all.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' '));
}

/** What a cell declares for later ones. */
function declared(cell: string): string {
  const program = programOf(cell);
  const file = program.getSourceFile(CELL)!;
  expect(problemsOf(program)).toEqual([]);
  expect(program.getDeclarationDiagnostics(file)).not.toEqual([]);
  return declarationsOf(program, file, { writesTo: TYPES });
}

const IMPORT = "import Named, * as hidden from './hidden';\n";
const OTHER =
  '\nconst other = 1; type Other = { a: number }; export { other }; export type { Other };';

test.each([
  ['a variable', 'const a = hidden.make(); export { a };', 'a.get().secret'],
  [
    'one of several',
    'const b = 1, a = hidden.make(), c = 2; export { a, b, c };',
    'a.anything + b + c'
  ],
  ['a type that cannot be absent', 'let a = [hidden.make()]; export { a };', 'a[0].get()'],
  ['the key of an object', 'const a = hidden.keyed(); export { a };', 'a.x'],
  [
    'parts of a pattern',
    'const [{ secret: a }, b] = [hidden.make().get(), hidden.make()] as const; export { a, b };',
    'a + b'
  ],
  [
    'nested parts',
    'const { x: [a], ...rest } = { x: [hidden.make()], y: hidden.keyed() }; export { a, rest };',
    'a.b + rest.c'
  ],
  [
    'a function',
    'function a(x = 1, f = () => 2) { return hidden.make(); } export { a };',
    'a(1).get().secret'
  ],
  [
    'an async function',
    'async function a() { return hidden.make(); } export { a };',
    '(await a()).get()'
  ],
  ['a generator', 'function* a() { yield hidden.make(); } export { a };', '[...a()][0].get()'],
  [
    'an arrow function',
    'const a = (x: number) => ({ made: hidden.make(), x }); export { a };',
    'a(1).made'
  ],
  [
    'a method, a getter and a field',
    'class A { of = hidden.make(); make() { return hidden.make(); } get got() { return hidden.makeLater(); } } export { A };',
    'new A().make().get() + new A().of.x + new A().got'
  ],
  [
    'a class made by a function',
    'const A = class { private x = 1; y = hidden.make(); }; export { A };',
    'new A().y'
  ],
  [
    'a class with a base of its own',
    'const Base = class { protected x = hidden.keyed(); }; class A extends Base {} export { A, Base };',
    'new A()'
  ],
  ['a parameter', 'function a({ x } = { x: hidden.make() }) { return 1; } export { a };', 'a()']
])('%s whose type has no name leaves the names of a cell to later ones', (_what, code, use) => {
  const earlier = declared(IMPORT + code + OTHER);
  const later = `const used = ${use}; const one: 1 = other; const typed: Other = { a: 1 };`;
  expect(problemsOf(programOf(later, earlier))).toEqual([]);
  expect(problemsOf(programOf('const wrong: 2 = other;', earlier))).toHaveLength(1);
});

test('an imported module of Node keeps its types', () => {
  const earlier = declared("const fs = await import('node:fs'); export { fs };");
  const uses = "const text: string = fs.readFileSync('a', 'utf8'); fs.default.existsSync('b');";
  expect(problemsOf(programOf(uses, earlier))).toEqual([]);
  expect(problemsOf(programOf("fs.readFileSink('a');", earlier))).toHaveLength(1);
});
