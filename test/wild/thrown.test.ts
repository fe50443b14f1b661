import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { describe } from 'vitest';
import { NODE, installed, testPrograms, type WildProgram } from './bareAndRecorded';

/** The compiler by which programs in TypeScript run, recorded or not. */
const COMPILED = ['--import', pathToFileURL(installed('tsx', 'dist', 'loader.mjs')).href];

/** Node names its loader's methods by what V8 has inferred of them, which the first calls decide. */
const withoutOwners = (text: string): string =>
  text.replaceAll(/at [\w.]+ \((?=node:internal\/modules\/cjs\/loader)/g, 'at loader (');

/** Node goes on with the loading of modules from its queue of ticks where that has others just then. */
const withoutQueue = (text: string): string =>
  withoutHandOver(text).replaceAll(/^ +at process\.processTicksAndRejections .*\n/gm, '');

/** Node hands over the error of a thread by a message, or at the end of the thread if that comes first. */
const withoutHandOver = (text: string): string =>
  withoutOwners(text).replaceAll(
    /^ +at .*node:internal\/(?:worker|event_target|per_context\/messageport).*\n/gm,
    ''
  );

/** Whether the Node under test runs TypeScript by itself. */
const STRIPS =
  execFileSync(NODE, ['-p', 'Boolean(process.features.typescript)'], {
    encoding: 'utf8'
  }).trim() === 'true';

const THROWS = `throw new Error('thrown at the top level');\n`;
const TYPES = `interface Named { readonly name: string }\nconst named: Named = { name: 'b' };\n`;
const TYPED = `${TYPES}throw new Error('thrown ' + named.name);\n`;

/** Shows the stack of what each function throws. */
const SHOW = `const show = run => { try { run(); } catch (error) { console.log(error.stack); } };\n`;

const js = (title: string, args: readonly string[], files: WildProgram['files']): WildProgram => ({
  title,
  args,
  files,
  steady: withoutOwners
});

const ts = (title: string, args: readonly string[], files: WildProgram['files']): WildProgram => ({
  ...js(title, args, files),
  bareFlags: COMPILED
});

/** In TypeScript that Node runs by itself, or else by that compiler. */
const plainTs = (
  title: string,
  args: readonly string[],
  files: WildProgram['files']
): WildProgram => ({
  ...js(title, args, files),
  bareFlags: STRIPS ? [] : COMPILED,
  steady: withoutQueue
});

/** In TypeScript that only Node itself runs so. */
const nodesTs = (
  title: string,
  args: readonly string[],
  files: WildProgram['files']
): WildProgram => ({ ...js(title, args, files), steady: withoutQueue, skipped: !STRIPS });

const PROGRAMS: readonly WildProgram[] = [
  js('throws in a CommonJS module', ['main.cjs'], { 'main.cjs': THROWS }),
  js('throws in an ECMAScript module', ['main.mjs'], { 'main.mjs': THROWS }),
  js('throws in a module that it requires', ['main.cjs'], {
    'main.cjs': `require('./thrown.cjs');`,
    'thrown.cjs': THROWS
  }),
  js('throws in modules that it imports dynamically', ['main.mjs'], {
    'main.mjs': `const show = error => console.log(error.stack);
      await import('./thrown.cjs').catch(show);
      await import('./thrown.mjs').catch(show);
      await import('./missing.mjs');`,
    'thrown.cjs': THROWS,
    'thrown.mjs': THROWS
  }),
  js('catches what modules throw that it requires', ['main.cjs'], {
    'main.cjs': `${SHOW}show(() => require('./thrown.mjs'));
      setTimeout(() => show(() => require('./late.mjs')), 20);`,
    'thrown.mjs': THROWS,
    'late.mjs': THROWS
  }),
  js('requires JSON and scripts that are wrong', ['main.cjs'], {
    'main.cjs': `${SHOW}show(() => require('./wrong.json')); show(() => require('./missing'));
      require('./wrong.cjs');`,
    'wrong.json': '{ "a": ',
    'wrong.cjs': 'const a = ;'
  }),
  {
    ...js('throws in a worker', ['main.cjs'], {
      'main.cjs': `const { Worker } = require('node:worker_threads');
        new Worker(__dirname + '/thrown.cjs');`,
      'thrown.cjs': THROWS
    }),
    steady: withoutHandOver
  },
  js('starts threads and processes by wrong arguments', ['main.cjs'], {
    'main.cjs': `${SHOW}const { execSync, fork, spawn, spawnSync } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      class Own extends Worker {}
      for (const start of [spawn, spawnSync, execSync, fork]) show(() => start(5));
      show(() => execSync('exit 3'));
      show(() => new Worker(5)); show(() => new Own('nowhere.js'));
      show(() => new Worker('', { eval: true, workerData: () => 0 }));
      show(() => new Worker('', { eval: true, execArgv: ['--wrong'] }));
      show(() => process.kill('none')); show(() => process.chdir('/nowhere'));
      spawnSync(5);`
  }),
  js('has its own form of stacks', ['main.cjs'], {
    'main.cjs': `Error.prepareStackTrace = (error, sites) => sites.map(site => site.getFileName());
      console.log(new Error('own').stack);
      const limit = function limited() { const at = {}; Error.captureStackTrace(at, limited); return at.stack; };
      console.log(limit());
      require('./thrown.cjs');`,
    'thrown.cjs': `console.log(new Error('own').stack);`
  }),
  plainTs('throws in TypeScript', ['main.ts'], { 'main.ts': TYPED }),
  plainTs('throws in a module in TypeScript', ['main.mts'], { 'main.mts': TYPED }),
  ts('throws in TypeScript that it requires and imports', ['main.ts'], {
    'main.ts': `${SHOW.replace('run =>', '(run: () => unknown) =>')}show(() => require('./thrown'));
      enum Kind { late }
      import('./thrown.mts').catch(error => console.log(error.stack, Kind.late)).then(() => require('./more'));`,
    'thrown.ts': TYPED,
    'thrown.mts': TYPED,
    'more.ts': `class A { constructor(private readonly at: number) { this.fail(); }\n  fail(): never { throw new Error('at ' + this.at); } }\nnew A(3);`
  }),
  ts('has its own form of stacks in TypeScript', ['main.ts'], {
    'main.ts': `const sitesOf = (): unknown => { const { stack } = new Error('own'); return stack; };
      Error.prepareStackTrace = (_, sites) => sites.map(site => site.getFileName());
      console.log(sitesOf());
      require('./required');`,
    'required.ts': `const at: { stack?: unknown } = {};\nError.captureStackTrace(at);\nconsole.log(at.stack);`
  }),
  ts('throws in TypeScript that is compiled', ['main.ts'], {
    'main.ts': `class Late { constructor(readonly name: string) {} }\nthrow new Error('thrown ' + new Late('b').name);`
  }),
  ts('throws in TypeScript that it imports without endings', ['main.mts'], {
    'main.mts': `import './thrown';`,
    'thrown.ts': TYPED
  }),
  nodesTs('throws in TypeScript at different depths and columns', ['main.ts'], {
    'main.ts': `${SHOW.replace('run =>', '(run: () => unknown) =>')}class A<T> { at: T; constructor(at: T) { this.at = at; }
  fail(): never { throw new RangeError('at ' + String(this.at)); } }
show(() => new A<number>(3 as number).fail());
const nested = (depth: number): unknown => (depth === 0 ? new A('x').fail() : nested(depth - 1));
nested(2 satisfies number);`
  }),
  nodesTs('awaits at the top level of TypeScript', ['main.ts'], {
    'main.ts': `import type { Named } from './named.ts';
import { name } from './named.ts';
const named: Named = await Promise.resolve({ name });
console.log(import.meta.filename, named.name);
throw new Error(await Promise.resolve<string>('late'));`,
    'named.ts': `export interface Named { readonly name: string }\nexport const name: string = 'n';\n`
  }),
  nodesTs('loads TypeScript of every kind', ['main.ts'], {
    'package.json': '{ "type": "module" }',
    'main.ts': `import { createRequire } from 'node:module';
const show = (error: Error) => console.log(error.stack);
const require = createRequire(import.meta.url);
try { require('./thrown.cts'); } catch (error) { show(error as Error); }
await import('./thrown.mts').catch(show);
await import('./missing.ts').catch(show);
const name: string = './unknown';
await import(name).catch(show);
require('./thrown.cts');`,
    'thrown.cts': `const text: string = 'cts';\nthrow new Error(text);`,
    'thrown.mts': TYPED
  }),
  nodesTs('throws in a worker in TypeScript', ['main.ts'], {
    'main.ts': `import { Worker } from 'node:worker_threads';
new Worker(new URL('./worker.ts', import.meta.url), { workerData: 3 as number });`,
    'worker.ts': `import { workerData } from 'node:worker_threads';\n${TYPES}throw new Error(named.name + workerData);`
  }),
  nodesTs('throws in a child in TypeScript', ['main.ts'], {
    'main.ts': `import { fork } from 'node:child_process';
fork(new URL('./child.ts', import.meta.url)).on('exit', (code: number | null) => { process.exitCode = code ?? 9; });`,
    'child.ts': `console.log(process.execArgv.length);\n${TYPED}`
  }),
  nodesTs('rejects and exits in TypeScript', ['main.cts'], {
    'main.cts': `const fail = async (): Promise<never> => { await null; throw new TypeError('rejected'); };
process.on('exit', (code: number) => console.log('exit', code, process.execArgv));
void fail();`
  })
];

describe('what an error says of a program that', () => testPrograms(PROGRAMS));
