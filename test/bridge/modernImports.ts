import type { ModernCell } from './modernCells';

/** Files beside the notebook, by their paths. */
export const FILES: Readonly<Record<string, string>> = {
  'data.json': '{ "name": "data", "list": [1, 2] }',
  'module.mts':
    "export const folder: string = import.meta.dirname;\nexport const later = async () => (await import('./common.cts')).common;\n",
  'common.cts': 'export const common: number = 3;\nexport const file: string = __filename;\n',
  'my.model.ts': 'export const dotted = 5;\n',
  'lib/index.ts': 'export const inFolder = 6;\n',
  'failing.mts': '\n\nexport function fail(): never {\n  throw new Error("in a file");\n}\n',
  'waiting.ts': '\nexport const waited = await Promise.resolve(1);\n',
  'node_modules/only-esm/package.json':
    '{ "name": "only-esm", "type": "module", "exports": { ".": { "types": "./i.d.ts", "import": "./i.js" }, "./parts/*": { "import": "./p/*.js" } } }',
  'node_modules/only-esm/i.js':
    'export const greet = name => `hello ${name}`;\nexport default 7;\n',
  'node_modules/only-esm/i.d.ts':
    'export declare function greet(name: string): string;\ndeclare const seven: number;\nexport default seven;\n',
  'node_modules/only-esm/p/one.js': 'export const part = 1;\n',
  'node_modules/waiting/package.json':
    '{ "name": "waiting", "type": "module", "exports": { "import": "./i.js" } }',
  'node_modules/waiting/i.js': 'export const value = await Promise.resolve(11);\n'
};

/** Modules: where a cell is, and what it can import. */
export const MODULES: readonly ModernCell[] = [
  {
    title: 'import.meta, __dirname and __filename: the notebook',
    code: `import path from 'node:path';
import { fileURLToPath } from 'node:url';
[import.meta.dirname === process.cwd(), __dirname === process.cwd(), import.meta.filename === __filename,
  fileURLToPath(import.meta.url) === __filename, path.basename(__filename),
  import.meta.resolve('./data.json') === new URL('data.json', import.meta.url).href].join()`,
    shows: 'true,true,true,true,notebook.ipynb,true\n'
  },
  {
    title: 'createRequire',
    code: "import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('./data.json').name",
    shows: 'data\n'
  },
  {
    title: 'JSON',
    code: "import data from './data.json';\nconst list: number[] = data.list;\nlist.length",
    shows: '2\n'
  },
  {
    title: 'JSON with its type',
    code: "import typed from './data.json' with { type: 'json' };\ntyped.name.toUpperCase()",
    shows: 'DATA\n'
  },
  {
    title: 'an .mts file by its own name, and a .cts file from there',
    code: "import { folder, later } from './module.mts';\nconsole.log(folder === __dirname, await later());",
    shows: 'true 3\n'
  },
  {
    title: 'an .mts file by the name of its JavaScript',
    code: "import * as module from './module.mjs';\nObject.keys(module).length > 1",
    shows: 'true\n'
  },
  {
    title: 'a .cts file',
    code: "import { common, file } from './common.cts';\ncommon.toFixed(1) + file.slice(file.lastIndexOf('/'))",
    shows: '3.0/common.cjs\n'
  },
  {
    title: 'a file with a dot in its name, with its ending and without',
    code: "import { dotted } from './my.model';\nimport { dotted as same } from './my.model.ts';\ndotted + same",
    shows: '10\n'
  },
  {
    title: 'a folder',
    code: "import { inFolder } from './lib';\ninFolder",
    shows: '6\n'
  },
  {
    title: 'a package that is for import only, and a part of it',
    code: "import seven, { greet } from 'only-esm';\nimport { part } from 'only-esm/parts/one';\nconst text: string = greet('you');\n`${text} ${seven + part}`",
    shows: 'hello you 8\n'
  },
  {
    title: 'the same by import()',
    code: "const only = await import('only-esm');\nonly.greet('me') + only.default",
    shows: 'hello me7\n'
  },
  {
    title: 'a package that waits, by import()',
    code: "(await import('waiting')).value",
    shows: '11\n'
  },
  {
    title: 'a module of Node by import()',
    code: "const { join, default: all } = await import('node:path');\njoin('a', 'b') + all.sep",
    shows: 'a/b/\n'
  }
];
