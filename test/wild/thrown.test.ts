import { pathToFileURL } from 'node:url';
import { describe } from 'vitest';
import { installed, testPrograms, type WildProgram } from './bareAndRecorded';

/** The compiler by which programs in TypeScript run, recorded or not. */
const COMPILED = ['--import', pathToFileURL(installed('tsx', 'dist', 'loader.mjs')).href];

/** Node names its loader's methods by what V8 has inferred of them, which the first calls decide. */
const withoutOwners = (text: string): string =>
  text.replaceAll(/at [\w.]+ \((?=node:internal\/modules\/cjs\/loader)/g, 'at loader (');

/** Node hands over the error of a thread by a message, or at the end of the thread if that comes first. */
const withoutHandOver = (text: string): string =>
  withoutOwners(text).replaceAll(
    /^ +at .*node:internal\/(?:worker|event_target|per_context\/messageport).*\n/gm,
    ''
  );

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
  ts('throws in TypeScript', ['main.ts'], { 'main.ts': TYPED }),
  ts('throws in a module in TypeScript', ['main.mts'], { 'main.mts': TYPED }),
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
  })
];

describe('what an error says of a program that', () => testPrograms(PROGRAMS));
