import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRunByNode } from '../../../src/program/typescriptFlags';
import { useFolder } from '../../support/folders';

const folder = useFolder();
let number = 0;

/** Writes files into a folder of their own, and says whether Node runs the first of them by itself. */
function runs(files: Readonly<Record<string, string>>): boolean {
  const place = path.join(folder, String(number++));
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
  vi.spyOn(process, 'cwd').mockReturnValue(place);
  return isRunByNode(path.join(place, Object.keys(files)[0]), strip);
}

const REFUSED = /\b(enum|namespace) \w+ \{|constructor\(readonly/;

/** What newer releases of Node have: the types of a text away, and an error for what is more than types. */
function strip(code: string): string {
  if (REFUSED.test(code)) throw new SyntaxError('not supported in strip-only mode');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    verbatimModuleSyntax: true
  };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}

afterEach(() => void vi.restoreAllMocks());

describe('a program in TypeScript that Node runs by itself', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'has types alone',
      { 'main.ts': 'const a: number = 1;\nexport const b = a satisfies number;' }
    ],
    ['awaits at its top level', { 'main.ts': 'const a: number = await 1;' }],
    [
      'is of CommonJS',
      { 'main.cts': `const a: number = require('node:os').cpus(); module.exports = a;` }
    ],
    [
      'imports files with their endings',
      {
        'main.ts': `import { a, type T } from './lib/a.ts';\nconst b: T = a; import('./c.mts'); export { b };`,
        'lib/a.ts': `export * from './b.mts';\nexport const a: number = 1;`,
        'lib/b.mts': 'export interface T { a: number }',
        'c.mts': 'export {}'
      }
    ],
    [
      'imports nothing that is only missing',
      { 'main.ts': `import './nowhere.ts';\nimport 'no-such-package';\nconst a: number = 1;` }
    ],
    [
      'has JavaScript that imports JavaScript',
      { 'main.ts': `import './a.js';`, 'a.js': `import './b.js';`, 'b.js': 'let a;' }
    ],
    [
      'imports JSON as such',
      {
        'main.mts': `import a from './a.json' with { type: 'json' };\nconsole.log(a);`,
        'a.json': '{}'
      }
    ]
  ])('%s', (_, files) => {
    expect(runs(files)).toBe(true);
  });

  it('imports a package of its workspace', () => {
    const place = path.join(folder, 'workspace');
    mkdirSync(path.join(place, 'node_modules'), { recursive: true });
    const main = `import { a } from 'core';\nconst b: number = a;\nconsole.log(b);`;
    const core = (text: string): boolean => {
      writeFileSync(path.join(place, 'core', 'index.ts'), text);
      return isRunByNode(path.join(place, 'main.ts'), strip);
    };
    mkdirSync(path.join(place, 'core'), { recursive: true });
    writeFileSync(path.join(place, 'main.ts'), main);
    const settings = '{ "name": "core", "type": "module", "exports": "./index.ts" }';
    writeFileSync(path.join(place, 'core', 'package.json'), settings);
    symlinkSync('../core', path.join(place, 'node_modules', 'core'));
    expect(core('export const a: number = 1;')).toBe(true);
    expect(core('export const a: number = 1;\nexport enum B { c }')).toBe(false);
  });
});

describe('a program in TypeScript that Node does not run by itself', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['has code that only compilers know', { 'main.ts': 'enum A { b }\nconsole.log(A.b);' }],
    ['has decorators', { 'main.ts': 'const d = (..._: unknown[]): void => {};\n@d class A {}' }],
    ['has JSX', { 'main.tsx': 'const a = <b />;' }],
    [
      'imports such a file',
      { 'main.ts': `import './a.ts';`, 'a.ts': `import './b.mts';`, 'b.mts': 'enum A { b }' }
    ],
    [
      'starts such a file',
      { 'main.ts': `new Worker(new URL('./a.ts', import.meta.url));`, 'a.ts': 'enum A { b }' }
    ],
    ['imports without endings', { 'main.ts': `import './a';`, 'a.ts': '' }],
    ['imports a folder', { 'main.ts': `import './a';`, 'a/index.ts': '' }],
    ['requires without endings', { 'main.ts': `require('./a');`, 'a.ts': '' }],
    ['imports by the endings of the output', { 'main.ts': `import './a.js';`, 'a.ts': '' }],
    [
      'imports by aliases',
      {
        'main.ts': `import '@/a';`,
        'a.ts': '',
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }'
      }
    ],
    [
      'imports a type as a value',
      { 'main.ts': `import { T } from './a.ts';\nlet a: T;`, 'a.ts': 'export interface T {}' }
    ],
    [
      'imports a type of Node as a value',
      { 'main.ts': `import { AddressInfo } from 'node:net';\nlet a: AddressInfo;` }
    ],
    [
      'imports JSON without saying so',
      { 'main.mts': `import a from './a.json';\nconsole.log(a);`, 'a.json': '{}' }
    ],
    ['is a module that requires', { 'main.ts': `import 'node:os';\nrequire('node:fs');` }],
    [
      'is none by its package, but imports',
      { 'main.ts': `import 'node:os';`, 'package.json': '{ "type": "commonjs" }' }
    ],
    [
      'has the default of a package that a compiler has written',
      {
        'main.ts': `import a from 'pkg';\na();`,
        'node_modules/pkg/index.js': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 1;`
      }
    ]
  ])('%s', (_, files) => {
    expect(runs(files)).toBe(false);
  });

  it('is any on a release that strips no types', () => {
    const file = path.join(folder, 'plain.ts');
    writeFileSync(file, 'const a: number = 1;');
    expect([isRunByNode(file, strip), isRunByNode(file, null)]).toEqual([true, false]);
  });
});
