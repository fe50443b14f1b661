import { describe } from 'vitest';
import { testPrograms, type WildProgram } from './bareAndRecorded';

/** Replaces the methods of built-in objects by some that note who calls them, and prints those that are no code of Node or the program. */
const COUNTED = `
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { captureStackTrace } = Error;
const own = { includes: String.prototype.includes, split: String.prototype.split };
const calls = [];
let isCounting = false;
Error.stackTraceLimit = 30;

function count(owner, title) {
  for (const key of ownKeys(owner)) {
    const described = getOwnPropertyDescriptor(owner, key);
    if (key === 'constructor' || !described.configurable || typeof described.value !== 'function') continue;
    const { value } = described;
    const counted = function (...args) {
      if (isCounting) note(title + String(key), counted);
      return apply(value, this, args);
    };
    defineProperty(owner, key, { ...described, value: counted });
  }
}

function note(name, counted) {
  const at = {};
  isCounting = false;
  captureStackTrace(at, counted);
  const stack = at.stack;
  isCounting = true;
  if (apply(own.includes, stack, ['/src/lib/'])) calls[calls.length] = name + ' ' + stack;
}

const iterator = ([].values)().__proto__;
const owners = { Array, Map, Set, WeakMap, Object, Promise, JSON, WeakSet };
const all = {};
for (const [name, owner] of Object.entries(owners)) {
  all[name + '.'] = owner;
  if (owner.prototype) all[name + '.prototype.'] = owner.prototype;
}
for (const [name, one] of [['array', []], ['map', new Map()], ['set', new Set()]]) {
  all['iterator of ' + name + '.'] = getPrototypeOf(one[Symbol.iterator]());
}
for (const [name, owner] of Object.entries(all)) count(owner, name);

exports.start = () => { isCounting = true; };
exports.stop = () => {
  isCounting = false;
  for (const call of calls) console.log(call);
};
`;

const COUNTING = `const counted = require('./counted.cjs'); counted.start();\n`;
const counting = (title: string, text: string): WildProgram => ({
  title,
  files: { 'counted.cjs': COUNTED, 'main.cjs': COUNTING + text },
  args: ['main.cjs']
});

/** What the profiler follows, each by hooks of its own. */
const PROGRAMS: readonly WildProgram[] = [
  counting(
    'awaits, computes and makes garbage',
    `(async () => {
      for (let at = 0; at < 200; at++) await null;
      await Promise.all([new Promise(done => setTimeout(done, 30)), require('node:fs').promises.readFile(__filename)]);
      const kept = [];
      for (let until = performance.now() + 1200; performance.now() < until;) kept[kept.length % 99] = JSON.stringify({ at: 1 });
      await new Promise(done => setTimeout(done, 700));
      counted.stop();
    })();`
  ),
  counting(
    'starts threads and processes',
    `const { execFile, execSync, fork, spawnSync } = require('node:child_process');
    const { Worker, isMainThread } = require('node:worker_threads');
    (async () => {
      await new Promise(done => new Worker('setTimeout(() => {}, 50)', { eval: true, execArgv: ['--no-warnings'] }).on('exit', done));
      const stopped = new Worker('setInterval(() => {}, 50)', { eval: true, env: { A: 'a' } });
      await new Promise(done => stopped.on('online', done));
      await stopped.terminate();
      await new Promise(done => execFile(process.execPath, ['-e', '1'], done));
      spawnSync(process.execPath, ['-e', '1'], { env: { ...process.env, NODE_OPTIONS: '--no-warnings' } });
      execSync('true');
      const killed = fork('./child.cjs');
      await new Promise(done => killed.on('message', done));
      killed.kill();
      await new Promise(done => killed.on('exit', done));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      counted.stop();
    })();`
  ),
  counting(
    'sends and answers requests, and marks what it does',
    `const http = require('node:http');
    const server = http.createServer((request, answer) => answer.end('answer')).listen(0, async () => {
      const { port } = server.address();
      for (let at = 0; at < 5; at++) {
        await new Promise(done => http.get({ port, path: '/a/' + at + '/b/c/d/e/f/g/h/i?q', agent: false }, answer => answer.resume().on('end', done)));
      }
      await (await fetch('http://127.0.0.1:' + port + '/fetched/12345678')).text();
      await fetch('http://[::1]:1/').catch(() => 0);
      performance.mark('begun');
      performance.measure('done', { start: 'begun', detail: { devtools: { track: 't', properties: [['a', 'b']] } } });
      console.timeStamp('stamp');
      server.close();
      server.closeAllConnections();
      counted.stop();
    });`
  )
].map(program => ({
  ...program,
  files: {
    ...program.files,
    'child.cjs': `process.send('ready'); setInterval(() => {}, 1000);`
  }
}));

describe('of methods that a program has replaced, nothing of the profiler calls one while it', () =>
  testPrograms(PROGRAMS));
