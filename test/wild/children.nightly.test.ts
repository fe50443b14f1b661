import { describe, expect } from 'vitest';
import { sampleOf } from '../support/tiers';
import { testPrograms, type WildProgram } from './bareAndRecorded';

/** How a child is told to end: signals that it may hear, one that it may not, and none; by name and by number. */
const ORDERS = sampleOf(
  ["'SIGTERM'", "'SIGINT'", "'SIGHUP'", "'SIGKILL'", '9', "'sigterm'", 'undefined'],
  3
);

/** Says that a call has returned long before a process could have saved anything, busy machine or not. */
const AT_ONCE = `
const { threadId } = require('node:worker_threads');
const realWait = Atomics.wait;
let waits = 0;
Atomics.wait = (...args) => { waits++; return realWait(...args); };
const atOnce = (name, call) => { waits = 0; console.log(name, call(), 'waited', waits); };
`;

const PROGRAMS: readonly WildProgram[] = [
  {
    title: 'terminates its threads at any moment of their start',
    files: {
      'main.mjs': `import { Worker } from 'node:worker_threads';
      const nap = ms => new Promise(done => setTimeout(done, ms));
      const busy = ms => { const until = performance.now() + ms; while (performance.now() < until); };
      for (let round = 0; round < 6; round++) {
        const threads = ['for (;;) ;', 'setInterval(() => {}, 10)', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)']
          .map(code => new Worker(code, { eval: true }));
        await nap(20 + 25 * round);
        busy(20);
        await Promise.all(threads.map(thread => thread.terminate()));
        console.log('ended', round);
      }`
    },
    args: ['main.mjs']
  },
  {
    title: 'ends its children without waiting for what they have recorded',
    files: {
      'main.cjs': `${AT_ONCE}
      const { fork, spawn } = require('node:child_process');
      const { once } = require('node:events');
      async function main() {
        for (const signal of [${ORDERS.join()}]) {
          const child = fork('./child.cjs');
          await once(child, 'message');
          atOnce('kill', () => child.kill(signal));
          console.log(child.killed, ...(await once(child, 'exit')), child.kill(), child.exitCode);
        }
        const child = fork('./child.cjs');
        await once(child, 'message');
        atOnce('exists', () => process.kill(child.pid, 0));
        atOnce('process.kill', () => process.kill(child.pid));
        console.log(...(await once(child, 'exit')));
        try { process.kill(child.pid); } catch (error) { console.log(error.code, error.syscall); }
        const aborted = new AbortController();
        const late = spawn(process.execPath, ['child.cjs'], { signal: aborted.signal, stdio: ['pipe', 'pipe', 'inherit'] });
        late.on('error', error => console.log(error.name));
        await once(late.stdout, 'data');
        aborted.abort();
        console.log(...(await once(late, 'exit')));
      }
      main();`,
      'child.cjs': `const busy = until => { while (performance.now() < until); };
      busy(performance.now() + 50);
      setInterval(() => busy(performance.now() + 20), 40);
      setTimeout(() => (process.send ? process.send('ready') : console.log('ready')), 700);`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => {
      const killed = profile.data.sources.find(({ source }) => source === 'workers');
      expect(killed?.message ?? '').toBe('');
    }
  },
  {
    title: 'ends children that are stopped, in native code or have ended',
    files: {
      'main.cjs': `${AT_ONCE}
      const { spawn } = require('node:child_process');
      const { once } = require('node:events');
      const start = code => spawn(process.execPath, ['-e', "console.log('ready');" + code], { stdio: ['ignore', 'pipe', 'ignore'] });
      const nap = ms => new Promise(done => setTimeout(done, ms));
      async function main() {
        const stopped = start('setInterval(() => {}, 1000)');
        await once(stopped.stdout, 'data');
        process.kill(stopped.pid, 'SIGSTOP');
        await nap(100);
        atOnce('stopped', () => stopped.kill('SIGKILL'));
        console.log(...(await once(stopped, 'exit')));
        const native = start("require('child_process').spawnSync('sleep', ['60'])");
        await once(native.stdout, 'data');
        await nap(500);
        atOnce('native', () => native.kill('SIGTERM'));
        console.log(...(await once(native, 'exit')));
        const dead = start('process.abort()');
        await once(dead, 'exit');
        atOnce('dead', () => dead.kill());
      }
      main();`
    },
    args: ['main.cjs']
  },
  {
    title: 'sends a signal that its child listens for, once, in order with others',
    files: {
      'main.cjs': `const { fork } = require('node:child_process');
      const { once } = require('node:events');
      async function main() {
        const child = fork('./child.cjs');
        await once(child, 'message');
        child.kill('SIGTERM');
        console.log(...(await once(child, 'message')));
        process.kill(child.pid, 'SIGINT');
        console.log(...(await once(child, 'message')));
        child.kill('SIGKILL');
        console.log(...(await once(child, 'exit')));
      }
      main();`,
      'child.cjs': `let count = 0;
      for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => setTimeout(() => process.send(signal + ' ' + ++count), 300));
      setTimeout(() => process.send('ready'), 700);
      setInterval(() => {}, 1000);`
    },
    args: ['main.cjs']
  },
  {
    title: 'terminates threads that wait, compute, sleep or have threads of their own',
    files: {
      'main.cjs': `${AT_ONCE}
      const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      async function main() {
        for (const kind of ['waits', 'computes', 'sleeps', 'nests']) {
          const worker = new Worker('./thread.cjs', Object.create({ workerData: kind }));
          worker.on('error', console.error);
          await once(worker, 'message');
          atOnce(kind, () => typeof worker.terminate().then);
          console.log(...(await once(worker, 'exit')), worker.threadId);
        }
      }
      main();`,
      'thread.cjs': `const { parentPort, workerData, Worker } = require('node:worker_threads');
      process.on('exit', () => console.log('this is not called'));
      if (workerData === 'nests') new Worker('./thread.cjs', { workerData: 'waits' }).on('message', () => parentPort.postMessage('ready'));
      else parentPort.postMessage('ready');
      if (workerData === 'computes') for (;;);
      if (workerData === 'sleeps') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      setInterval(() => {}, 10);`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => {
      expect(profile.data.tracks.filter(({ kind }) => kind === 'worker')).toHaveLength(5);
    }
  },
  {
    title: 'terminates threads twice, or as they end, with nothing else that keeps it alive',
    files: {
      'main.cjs': `const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      const nap = ms => new Promise(done => setTimeout(done, ms));
      async function main() {
        for (const kind of ['computes', 'sleeps', 'waits', 'exits']) {
          const worker = new Worker('./thread.cjs', { workerData: kind });
          await once(worker, 'message');
          await nap(kind === 'exits' ? 0 : 100);
          const first = worker.terminate();
          worker.unref();
          const codes = await Promise.all([first, worker.terminate()]);
          console.log(kind, kind === 'exits' ? '' : codes.join());
        }
        console.log('done');
      }
      main();`,
      'thread.cjs': `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.postMessage('ready');
      if (workerData === 'exits') process.exit(7);
      if (workerData === 'computes') for (;;);
      if (workerData === 'sleeps') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      setInterval(() => {}, 10);`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => {
      expect(profile.data.tracks.filter(({ kind }) => kind === 'worker')).toHaveLength(4);
    }
  },
  {
    title: 'gives its children inherited variables and options, and hears what is wrong with them',
    copied: ['inheritedEnvironment.cjs'],
    args: ['inheritedEnvironment.cjs']
  },
  {
    title: 'runs tests of its own',
    files: {
      'suite.cjs': `const { spawnSync } = require('node:child_process');
      for (const file of ['ok.test.mjs', 'failing.test.mjs']) {
        const { status, signal } = spawnSync(process.execPath, ['--test', file], { stdio: 'ignore' });
        console.log(file, status, signal);
      }`,
      'ok.test.mjs': `import { test } from 'node:test'; test('ok', () => {});`,
      'failing.test.mjs': `import { test } from 'node:test'; test('fails', () => { throw new Error('no'); });`
    },
    args: ['suite.cjs']
  }
];

describe('a program with children or threads', () => testPrograms(PROGRAMS));
