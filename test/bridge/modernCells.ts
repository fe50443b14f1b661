/** A cell of today's TypeScript and JavaScript, and what a user sees of it. */
export interface ModernCell {
  readonly title: string;
  readonly code: string;
  /** What the cell shows; for Node `since` and later where that is given. */
  readonly shows: string;
  /** First release of Node that has what the cell uses; before, `lacks` is its diagnostic. */
  readonly since?: number;
  readonly lacks?: RegExp;
}

const NOT_IN_20 = /Node 20\.\d+\.\d+, which runs this notebook, does not have it\.$/;
const resource = (name: string): string =>
  `{ name: '${name}', [Symbol.dispose]() { console.log('${name} closed'); } }`;

/** Syntax: the compiler's part, on every release of Node. */
export const SYNTAX: readonly ModernCell[] = [
  {
    title: 'using in a block',
    code: `{ using file = ${resource('a')}; console.log(file.name); }\nconsole.log('end');`,
    shows: 'a\na closed\nend\n'
  },
  {
    title: 'using at the top level, closed when the cell ends, and known to later cells',
    code: `using top = ${resource('top')};\ntop.name;`,
    shows: 'top closed\ntop\n'
  },
  { title: 'what an earlier cell was using', code: 'top.name.length', shows: '3\n' },
  {
    title: 'await using at the top level',
    code: `await using later = { async [Symbol.asyncDispose]() { await null; console.log('later closed'); } };
console.log(typeof later);`,
    shows: 'object\nlater closed\n'
  },
  {
    title: 'a module of Node that is imported by a call',
    code: "const { existsSync } = await import('node:fs');\nconst fs = await import('node:fs');\nfs.existsSync('.');",
    shows: 'true\n'
  },
  {
    title: 'what an earlier cell imported by a call, with its types',
    code: "const found: string = String(fs.existsSync('.') && existsSync('.'));\nfound;",
    shows: 'true\n'
  },
  {
    title: 'using in a loop',
    code: "for (const name of ['x', 'y']) { using one = { [Symbol.dispose]() { console.log(name); } }; }",
    shows: 'x\ny\n'
  },
  {
    title: 'a standard decorator of a method',
    code: `function logged(original: (n: number) => number, { name }: ClassMethodDecoratorContext) {
  return function (this: unknown, n: number): number {
    console.log(String(name), n);
    return original.call(this, n);
  };
}
class Calculator { @logged double(n: number): number { return 2 * n; } }
new Calculator().double(4)`,
    shows: 'double 4\n8\n'
  },
  {
    title: 'a decorator in a later cell than its declaration',
    code: 'class Later { @logged half(n: number): number { return n / 2; } }\nnew Later().half(4)',
    shows: 'half 4\n2\n'
  },
  {
    title: 'a standard decorator of a field',
    code: `const doubled = (_value: undefined, _context: ClassFieldDecoratorContext) => (n: number): number => 2 * n;
class Field { @doubled size = 21; }
new Field().size`,
    shows: '42\n'
  },
  {
    title: 'a decorator with an initializer, beside using',
    code: `const seen: string[] = [];
function noted<T extends abstract new (...args: never[]) => object>(target: T, { addInitializer }: ClassDecoratorContext) {
  addInitializer(() => seen.push(target.name));
}
{ using file = ${resource('d')}; @noted class Noted {} new Noted(); }
seen.join()`,
    shows: 'd closed\nNoted\n'
  },
  {
    title: 'an accessor',
    code: 'class Box { accessor value = 3; static accessor count = 1; }\nnew Box().value + Box.count',
    shows: '4\n'
  },
  {
    title: 'const type parameters',
    code: "function tuple<const T>(value: T): T { return value; }\nconst pair: readonly ['a', 1] = tuple(['a', 1]);\npair",
    shows: "[ 'a', 1 ]\n"
  },
  {
    title: 'satisfies',
    code: "const palette = { red: [255, 0, 0], green: '#0f0' } satisfies Record<string, string | number[]>;\npalette.green.toUpperCase()",
    shows: '#0F0\n'
  },
  {
    title: 'NoInfer',
    code: "function pick<T extends string>(all: T[], first: NoInfer<T>): T { return first; }\npick(['a', 'b'], 'b')",
    shows: 'b\n'
  },
  {
    title: 'inferred type predicates',
    code: 'const sizes: number[] = [1, undefined, 3].filter(n => n !== undefined);\nsizes',
    shows: '[ 1, 3 ]\n'
  },
  {
    title: 'narrowing through a constant and in switch (true)',
    code: `function widthOf(value: string | number): number {
  switch (true) {
    case typeof value === 'string': return value.length;
    default: return value;
  }
}
widthOf('four') + widthOf(1)`,
    shows: '5\n'
  },
  {
    title: 'private names, static blocks and in',
    code: `class Secret {
  #key = 1;
  static made = 0;
  static { Secret.made += 1; }
  static has(other: object): boolean { return #key in other; }
}
[Secret.has(new Secret()), Secret.has({}), Secret.made]`,
    shows: '[ true, false, 1 ]\n'
  },
  {
    title: 'the flag v of regular expressions',
    code: "'aBc1'.match(/[\\p{L}--[a-z]]/gv)",
    shows: "[ 'B' ]\n"
  },
  {
    title: 'named groups and the flag d',
    code: "/(?<year>\\d{4})/d.exec('in 2024')?.indices?.groups?.year",
    shows: '[ 3, 7 ]\n'
  },
  {
    title: 'logical assignment and numeric separators',
    code: 'let maybe: number | null = null;\nmaybe ??= 1_000;\nmaybe &&= maybe + 1;\nmaybe',
    shows: '1001\n'
  },
  {
    title: 'an error with a cause',
    code: "try { throw new Error('outer', { cause: 'inner' }); } catch (error) { console.log((error as Error).cause); }",
    shows: 'inner\n'
  },
  {
    title: 'named tuples and template types',
    code: "type Key = `on${Capitalize<'click'>}`;\nconst key: Key = 'onClick';\nconst range: [start: number, ...rest: string[]] = [1, key];\nrange",
    shows: "[ 1, 'onClick' ]\n"
  },
  {
    title: 'enums and const enums',
    code: "enum Mode { Fast = 'fast' }\nconst enum Size { Small = 1 }\n[Mode.Fast, Size.Small]",
    shows: "[ 'fast', 1 ]\n"
  },
  {
    title: 'a namespace',
    code: 'namespace Units { export const km = 1000; export namespace Time { export const hour = 3600; } }',
    shows: ''
  },
  { title: 'a cell after it that does without', code: 'const between = 0;', shows: '' },
  {
    title: 'a namespace two cells later',
    code: 'const speed: number = Units.km / Units.Time.hour;\nspeed.toFixed(3)',
    shows: '0.278\n'
  },
  {
    title: 'a namespace that a later cell replaces',
    code: 'const Units = 7;\nUnits + 1',
    shows: '8\n'
  },
  {
    title: 'names that begin with underscores',
    code: "const __private = 1;\nconst ___more = 'mine';\n[__private, ___more]",
    shows: "[ 1, 'mine' ]\n"
  },
  { title: 'the same in a later cell', code: '__private + ___more', shows: '1mine\n' }
];

/** The library: what the running Node has is there with its types, and nothing else. */
export const LIBRARY: readonly ModernCell[] = [
  { title: 'toSorted', code: '[3, 1, 2].toSorted()', shows: '[ 1, 2, 3 ]\n' },
  {
    title: 'with and toSpliced',
    code: "['a', 'b'].with(1, 'c').toSpliced(0, 1)",
    shows: "[ 'c' ]\n"
  },
  { title: 'findLast', code: '[1, 2, 3].findLast(n => n < 3)', shows: '2\n' },
  { title: 'isWellFormed', code: "'\\ud800'.isWellFormed()", shows: 'false\n' },
  { title: 'Array.prototype.at', code: "'abc'.at(-1)! + [1, 2].at(-1)", shows: 'c2\n' },
  { title: 'structuredClone', code: 'structuredClone(new Map([[1, 2]])).get(1)', shows: '2\n' },
  {
    title: 'Intl.Segmenter',
    code: "[...new Intl.Segmenter('en').segment('ab')].length",
    shows: '2\n'
  },
  {
    title: 'fetch and Response',
    code: "await new Response('text').text()",
    shows: 'text\n'
  },
  {
    title: 'Object.groupBy',
    code: "Object.groupBy([1, 2, 3], n => (n % 2 ? 'odd' : 'even')).odd",
    shows: '[ 1, 3 ]\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'Map.groupBy',
    code: 'Map.groupBy([1, 2, 3], n => n % 2).get(0)',
    shows: '[ 2 ]\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'Promise.withResolvers',
    code: 'const { promise, resolve } = Promise.withResolvers<number>();\nresolve(6);\nawait promise',
    shows: '6\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'Array.fromAsync',
    code: 'await Array.fromAsync([1, Promise.resolve(2)])',
    shows: '[ 1, 2 ]\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'methods of sets',
    code: 'new Set([1, 2]).union(new Set([3])).size',
    shows: '3\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'helpers of iterators',
    code: '[1, 2, 3].values().filter(n => n > 1).map(n => n * 2).toArray()',
    shows: '[ 4, 6 ]\n',
    since: 22,
    lacks: /error TS2339: Property 'filter' does not exist on type 'ArrayIterator<number>'/
  },
  {
    title: 'ArrayBuffer.prototype.transfer',
    code: 'new ArrayBuffer(8).transfer(4).byteLength',
    shows: '4\n',
    since: 22,
    lacks: NOT_IN_20
  },
  {
    title: 'Promise.try',
    code: 'await Promise.try(() => 5)',
    shows: '5\n',
    since: 24,
    lacks: /error TS2339|does not have it/
  },
  {
    title: 'DisposableStack',
    code: "const stack = new DisposableStack();\nstack.defer(() => console.log('deferred'));\nstack.dispose();",
    shows: 'deferred\n',
    since: 24,
    lacks: /error TS2(304|583): Cannot find name 'DisposableStack'/
  },
  {
    title: 'Float16Array',
    code: 'new Float16Array([1.5])[0]',
    shows: '1.5\n',
    since: 24,
    lacks: /error TS2(304|583): Cannot find name 'Float16Array'/
  },
  {
    title: 'node:sqlite',
    code: "import { DatabaseSync } from 'node:sqlite';\nconst database: DatabaseSync = new DatabaseSync(':memory:');\nconst row = database.prepare('SELECT 1 + 1 AS sum').get();\nrow?.['sum']",
    shows: '2\n',
    since: 22,
    lacks: /error TS2307: Cannot find module 'node:sqlite'/
  }
];

/** Wrong code, with the place and the code of its diagnostic. */
export const WRONG: readonly (readonly [title: string, code: string, diagnostic: RegExp])[] = [
  ['using something that cannot be closed', 'using n = 5;', /:1:11 - error TS2850/],
  ['a misspelt new method', '[1].toSortd()', /:1:5 - error TS2551: .*'toSorted'/],
  [
    'satisfies something else',
    'const a = 1;\nconst b = a satisfies string;',
    /:2:13 - error TS1360/
  ],
  ['NoInfer', "function f<T>(a: T, b: NoInfer<T>) {}\nf(1, 'x');", /:2:6 - error TS2345/],
  [
    'a decorator of the wrong kind',
    'function d(v: undefined, c: ClassFieldDecoratorContext) {}\nclass C { @d m() {} }',
    /:2:12 - error TS1241/
  ],
  ['an expression that is none', '/(?<a>x)(?<a>y)/', /:1:12 - error TS1515/],
  ['a name that import.meta has not', 'import.meta.nothing', /:1:13 - error TS2339/],
  [
    'a field that JSON has not',
    "import data from './data.json';\ndata.nothing",
    /:2:6 - error TS2339/
  ],
  ['await in a function', 'function g() {\n  await 1;\n}', /:2:3 - error TS1308/],
  ['await in a method', 'const h = { m() { await 1; } };', /:1:19 - error TS1308/],
  [
    'a file that waits when it is loaded',
    "import { waited } from './waiting';",
    /^waiting\.ts:2:23 - error TS1308: 'await' at the top level works in cells only/
  ]
];
