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

/** Computes for ever. */
const LOOPS = `require('node:fs').writeSync(1, 'ready'); for (;;);`;

/** Signals for a program that hears of others. */
const AMONG_OTHERS: readonly WildProgram[] = [
  {
    title: 'ends in a loop by a signal, and listens for another one',
    files: { 'main.cjs': `process.on('SIGINT', () => {}); ${LOOPS}` },
    args: ['main.cjs'],
    ...bySignal('SIGTERM', 'started')
  },
  {
    title: 'ends by a signal amid callbacks that never leave the event loop a turn',
    files: {
      'main.cjs': `require('node:fs').writeSync(1, 'ready');
      (function next() { process.nextTick(next); })();`
    },
    args: ['main.cjs'],
    ...bySignal('SIGTERM', 'started')
  },
  {
    title: 'ends in a loop by a signal, and has heard another one',
    files: {
      'main.cjs': `process.on('SIGHUP', () => { ${LOOPS} });
      setInterval(() => {}, 1000); console.log('begun');`
    },
    args: ['main.cjs'],
    signals: [
      { after: 'begun', signal: 'SIGHUP', to: 'started' },
      { after: 'ready', signal: 'SIGTERM', to: 'started' }
    ],
    status: ['interrupted']
  },
  {
    title: 'ends by a signal, and has sent itself others before',
    files: {
      'main.cjs': `let count = 0;
      process.on('SIGHUP', () => { console.log('hup'); if (++count === 3) setTimeout(() => console.log('ready'), 500); });
      const timer = setInterval(() => count < 3 && process.kill(process.pid, 'SIGHUP'), 50);`
    },
    args: ['main.cjs'],
    steady: text => text.replaceAll(/(?:hup\n)+/g, 'hup\n'),
    ...bySignal('SIGTERM', 'started')
  },
  {
    title: 'listens for signals that end others',
    files: {
      'main.cjs': `for (const signal of ['SIGUSR2', 'SIGQUIT']) process.on(signal, () => console.log(signal));
      process.on('SIGTERM', () => process.exit(3)); ${LIVES}`
    },
    args: ['main.cjs'],
    signals: [
      { after: 'ready', signal: 'SIGUSR2', to: 'started' },
      { after: 'SIGUSR2', signal: 'SIGQUIT', to: 'group' },
      { after: 'SIGQUIT', signal: 'SIGTERM', to: 'started' }
    ]
  },
  {
    title: 'ends by a signal of its supervisor',
    files: { 'main.cjs': LIVES },
    args: ['main.cjs'],
    ...bySignal('SIGUSR2', 'started')
  }
];

/** A program that ends itself by a signal, which it sends to the processes of that number. */
const endsItself = (signal: string, to = 'process.pid'): WildProgram => ({
  title: `ends itself by ${signal} to ${to}, and nothing that follows runs`,
  files: {
    'main.cjs': `const { writeSync } = require('node:fs');
    process.on('exit', () => writeSync(1, 'no exit'));
    (function busyLoop() { for (const until = performance.now() + 700; performance.now() < until;); })();
    writeSync(1, 'before');
    process.kill(${to}, '${signal}');
    writeSync(1, 'after');`
  },
  args: ['main.cjs'],
  status: ['interrupted'],
  expects: ({ profile }) => expect(profile.data.strings).toContain('busyLoop')
});

const ITSELF: readonly WildProgram[] = [
  ...sampleOf(
    [
      endsItself('SIGTERM'),
      endsItself('SIGINT'),
      endsItself('SIGQUIT'),
      endsItself('SIGKILL'),
      endsItself('SIGALRM'),
      endsItself('SIGSEGV'),
      endsItself('SIGPROF'),
      endsItself('SIGTERM', '0')
    ],
    3
  ),
  {
    title: 'sends itself signals that it outlives',
    files: {
      'main.cjs': `const { writeSync } = require('node:fs');
      const busyLoop = () => { for (const until = performance.now() + 1500; performance.now() < until;); };
      busyLoop();
      // by then the profiler looks at the heap now and then
      setTimeout(() => {
        for (const signal of ['SIGCONT', 'SIGWINCH', 'SIGCHLD', 'SIGPIPE', 'SIGURG', 0]) writeSync(1, signal + ' ' + process.kill(process.pid, signal));
        busyLoop();
      }, 100);`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => expect(profile.data.strings).toContain('busyLoop')
  },
  {
    title: 'has children that end themselves by signals',
    files: {
      'main.cjs': `const { spawnSync } = require('node:child_process');
      const sent = [['SIGALRM', 'process.pid'], ['SIGKILL', 'process.pid'], ['SIGWINCH', 'process.pid'], ['SIGTERM', 'process.pid'], ['SIGKILL', '-process.pid']];
      for (const [signal, to] of sent) {
        const code = \`setTimeout(() => { process.kill(\${to}, '\${signal}'); require('node:fs').writeSync(1, 'after'); }, 100)\`;
        // the child of a group of its own is that of the last signal
        const options = { encoding: 'utf8', detached: to !== 'process.pid' };
        const { status, signal: by, stdout, stderr } = spawnSync(process.execPath, ['-e', code], options);
        console.log(signal, status, by, stdout, stderr);
      }`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => {
      const members = profile.data.sources.find(({ source }) => source === 'workers');
      expect(members?.message ?? '').not.toContain('missing');
    }
  }
];

const SIGNALS: readonly WildProgram[] = [
  ...ITSELF,
  ...sampleOf(CLEANING, 3),
  ...sampleOf(AMONG_OTHERS, 2),
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
    title: 'throws what tells when it is looked at',
    files: {
      'main.cjs': `console.log(process.eventNames());
      const tells = Object.defineProperty(new Error(), 'message', { get() { console.log('asked'); throw new Error('no'); } });
      throw process.argv[2] ? Proxy.revocable(tells, {}).proxy : tells;`
    },
    args: ['main.cjs'],
    // It may end before there is anything that other formats hold.
    hasViews: false
  },
  {
    title: 'throws in its listener of errors',
    files: {
      'main.cjs': `process.on('uncaughtException', error => { throw new Error(error.message + ' again'); });
      throw new Error('once');`
    },
    args: ['main.cjs'],
    // Node ends it past all that hears of an end, here with nothing that other formats hold.
    status: ['recovered'],
    hasViews: false
  },
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
  {
    title: 'has left what does not keep it alive',
    files: {
      'main.cjs': `const { writeSync } = require('node:fs');
      const { MessageChannel } = require('node:worker_threads');
      const late = what => () => writeSync(1, what);
      setImmediate(late('immediate')).unref();
      setTimeout(late('timer'), 0).unref();
      const { port1, port2 } = new MessageChannel();
      port2.on('message', late('message')).unref();
      port1.postMessage('sent');
      process.on('SIGUSR2', late('signal'));
      process.kill(process.pid, 'SIGUSR2');
      process.on('exit', () => writeSync(1, 'exit'));`
    },
    args: ['main.cjs']
  },
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
    title: 'terminates threads that sleep in Atomics.wait, with threads of their own below them',
    files: {
      'main.cjs': `const { Worker } = require('node:worker_threads');
      const code = \`const { workerData, parentPort, Worker } = require('node:worker_threads');
      new Worker('setInterval(() => {}, 100)', { eval: true }).on('online', () => {
        for (let begun = process.cpuUsage(); process.cpuUsage(begun).user < 200_000; );
        parentPort.postMessage('sleeps');
        Atomics.wait(new Int32Array(workerData), 0, 0);
      });\`;
      const workerData = new SharedArrayBuffer(4);
      const threads = Array.from({ length: 4 }, () => new Worker(code, { eval: true, workerData }));
      const asleep = threads.map(thread => new Promise(resolve => thread.once('message', resolve)));
      Promise.all(asleep).then(async () => {
        await new Promise(resolve => setTimeout(resolve, 300));
        console.log(await Promise.all(threads.map(thread => thread.terminate())));
      });`
    },
    args: ['main.cjs']
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
