import { describe, expect } from 'vitest';
import { sampleOf } from '../support/tiers';
import { installed, testPrograms, type WildProgram } from './bareAndRecorded';

/** Writes `ready`, then lives on. */
const LIVES = `setInterval(() => {}, 1000); console.log('ready');`;

const SIGNAL_EXIT = `const { onExit } = require(${JSON.stringify(installed('signal-exit'))});
onExit((code, signal) => console.log('cleanup', code, signal));`;

const bySignal = (
  signal: NodeJS.Signals,
  to: 'group' | 'started'
): Pick<WildProgram, 'signals' | 'status'> => ({
  signals: [{ after: 'ready', signal, to }],
  status: ['interrupted']
});

/** One package that many programs clean up by, for each way in which a signal comes. */
const CLEANING: readonly WildProgram[] = [
  {
    title: 'cleans up by signal-exit on Ctrl + C',
    files: { 'main.cjs': `${SIGNAL_EXIT} ${LIVES}` },
    args: ['main.cjs'],
    ...bySignal('SIGINT', 'group')
  },
  {
    title: 'cleans up by signal-exit when it is told to end',
    files: { 'main.cjs': `${SIGNAL_EXIT} ${LIVES}` },
    args: ['main.cjs'],
    ...bySignal('SIGTERM', 'started')
  },
  {
    title: 'cleans up by signal-exit when it ends itself by a signal',
    files: {
      'main.cjs': `${SIGNAL_EXIT} setInterval(() => {}, 1000);
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 300);`
    },
    args: ['main.cjs'],
    status: ['interrupted']
  }
];

const SIGNALS: readonly WildProgram[] = [
  ...sampleOf(CLEANING, 3),
  {
    title: 'has taken all listeners of Ctrl + C away and put its own there',
    files: {
      'main.cjs': `process.removeAllListeners('SIGINT');
      let count = 0;
      process.on('SIGINT', () => {
        console.log('heard', ++count);
        if (count === 1) setTimeout(() => process.exit(0), 1500);
      });
      ${LIVES}`
    },
    args: ['main.cjs'],
    signals: [{ after: 'ready', signal: 'SIGINT', to: 'group' }]
  },
  {
    title: 'counts its listeners, and ends by Ctrl + C without one',
    files: {
      'main.cjs': `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'newListener']) {
        console.log(signal, process.listenerCount(signal), process.rawListeners(signal).length);
      }
      process.once('SIGINT', () => console.log('once'));
      process.on('SIGHUP', () => console.log('never'));
      process.removeAllListeners('SIGHUP');
      process.kill(process.pid, 'SIGINT');
      setTimeout(() => console.log(process.listenerCount('SIGINT')), 200);
      setTimeout(() => console.log('ready'), 300);
      setInterval(() => {}, 1000);`
    },
    args: ['main.cjs'],
    ...bySignal('SIGINT', 'group')
  },
  {
    title: 'ends by a signal that the system sends, in its time',
    files: { 'main.cjs': LIVES },
    args: ['main.cjs'],
    ...bySignal('SIGHUP', 'started')
  }
];

/** Errors that nothing catches. */
const ERRORS: readonly WildProgram[] = [
  {
    title: 'has a promise fail that nobody watches',
    files: {
      'main.cjs': `process.on('exit', code => console.log('exit', code));
      Promise.reject(new Error('boo'));`
    },
    args: ['main.cjs']
  },
  {
    title: 'throws from a module that another one has loaded',
    files: {
      'main.cjs': `require('./tfjs/other.cjs');`,
      'tfjs/other.cjs': `console.log(module.loaded, new Error('here').stack); null.property;`
    },
    args: ['main.cjs']
  },
  {
    title: 'is given wrong arguments for a child',
    files: {
      'main.cjs': `const { execSync, spawn, spawnSync } = require('node:child_process');
      for (const call of [() => spawnSync('pwd', [], 5), () => spawnSync('pwd', [], null), () => execSync(), () => spawn('')]) {
        try { call(); } catch (error) { console.log(error.stack); }
      }
      process.kill('pid');`
    },
    args: ['main.cjs']
  }
];

const EXITS: readonly WildProgram[] = [
  ...sampleOf(ERRORS, 2),
  {
    title: 'takes all listeners of process away',
    files: {
      'main.cjs': `process.removeAllListeners();
      (function busyLoop() { for (const until = performance.now() + 300; performance.now() < until;); })();
      console.log('done');`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => expect(profile.data.samples.length).toBeGreaterThan(0)
  },
  {
    title: 'leaves by the way past all listeners',
    files: {
      'main.cjs': `process.on('exit', () => console.log('this is not called'));
      process.exitCode = '3';
      console.log(process.cwd() === __dirname);
      process.reallyExit(5);`
    },
    args: ['main.cjs']
  },
  {
    title: 'puts its own emit in the place of that of process, and takes it back',
    files: {
      'main.cjs': `const { emit } = process;
      console.log(Object.hasOwn(process, 'emit'), emit === require('node:events').prototype.emit);
      process.emit = function (name, ...args) { if (name !== 'worker') console.log('emits', name); return emit.call(this, name, ...args); };
      process.on('exit', code => console.log('exit', code, new Error().stack.includes('kernelscope')));
      process.emit('other');
      if (process.argv[2]) process.emit = emit;
      process.exitCode = 4;`
    },
    args: ['main.cjs']
  },
  {
    title: 'leaves a test with a clock that stands still',
    files: {
      'main.cjs': `const { spawn } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      Date.now = () => 1700000000000;
      performance.now = () => 5;
      globalThis.setTimeout = globalThis.setInterval = () => { throw new Error('no timers'); };
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', () => child.kill());
      child.on('exit', (...how) => {
        console.log(...how, child.kill());
        const worker = new Worker('setInterval(() => {}, 1000); require("node:worker_threads").parentPort.postMessage(1)', { eval: true });
        worker.once('message', async () => console.log(await worker.terminate()));
      });`
    },
    args: ['main.cjs']
  },
  {
    title: 'waits for what never comes',
    files: { 'main.mjs': `console.log('waits'); await new Promise(() => {});` },
    args: ['main.mjs'],
    // Node finds that out among the last listeners of the exit.
    status: ['complete', 'error']
  },
  {
    title: 'has a thread that does not keep it alive',
    files: {
      'main.cjs': `const { Worker } = require('node:worker_threads');
      const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
      worker.once('online', () => { worker.unref(); console.log('ends'); });`
    },
    args: ['main.cjs']
  }
];

describe('a program that gets a signal', () => testPrograms(SIGNALS));
describe('a program that ends', () => testPrograms(EXITS));
