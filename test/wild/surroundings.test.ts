import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { NODE, testPrograms, type WildProgram } from './bareAndRecorded';

const TALKS = `
console.log(typeof process.send, process.connected, process.channel !== undefined);
const got = [];
process.on('message', message => {
  got.push(message);
  process.send({ echo: message });
  if (message !== 'last') return;
  console.log(JSON.stringify(got));
  process.disconnect();
});
process.on('disconnect', () => console.log('disconnected', process.connected));`;

/** Programs that get more than the usual three descriptors. */
const HANDED_OVER: readonly WildProgram[] = [
  {
    title: 'writes to a descriptor that it was given',
    files: {
      'main.cjs': `const { writeSync } = require('node:fs');
      for (const descriptor of [3, 4, 7, 19]) {
        try { console.log(descriptor, writeSync(descriptor, 'to ' + descriptor)); }
        catch (error) { console.log(descriptor, error.syscall); }
      }`
    },
    args: ['main.cjs'],
    descriptors: [3, 7]
  },
  {
    title: 'is forked, and talks to what has forked it',
    files: { 'main.cjs': TALKS },
    args: ['main.cjs'],
    messages: ['first', { a: [1, null] }, 'last']
  },
  {
    title: 'has a descriptor and a channel, and leaves both open',
    files: {
      'main.cjs': `require('node:fs').writeSync(3, 'text');
      process.once('message', message => { process.send(['got', message]); process.exit(4); });`
    },
    args: ['main.cjs'],
    descriptors: [3],
    messages: ['first']
  }
];

const PROGRAMS: readonly WildProgram[] = [
  {
    title: 'finds its process as it is by itself, with all that is open',
    files: {
      'main.cjs': `const { existsSync, readFileSync, writeSync } = require('node:fs');
      const flags = number => {
        const file = '/proc/self/fdinfo/' + number;
        return existsSync(file) && /flags:\\s*(\\d+)/.exec(readFileSync(file, 'utf8'))[1];
      };
      const tell = turns => writeSync(1, JSON.stringify({
        open: [0, 1, 2].map(flags),
        handles: process._getActiveHandles().map(({ constructor }) => constructor.name),
        resources: process.getActiveResourcesInfo().filter(name => name !== 'Timeout'),
        turns,
        events: process.eventNames(),
        onProcess: Reflect.ownKeys(process).map(String).sort(),
        globals: Reflect.ownKeys(globalThis).map(String).sort(),
        flags: process.execArgv
      }, null, 1));
      tell(performance.nodeTiming.uvMetricsInfo.loopCount);
      setTimeout(tell, 1, 'some');`
    },
    args: ['main.cjs']
  },
  {
    title: 'writes to slow readers without streams',
    files: {
      'main.cjs': `const { writeSync } = require('node:fs');
      for (const number of [1, 2]) {
        const bytes = Buffer.alloc(3e6, 'x');
        for (let at = 0; at < bytes.length;) at += writeSync(number, bytes, at);
      }`
    },
    args: ['main.cjs']
  },
  {
    title: 'gives children options of Node by files and by what limits them',
    files: {
      'main.cjs': `const { spawn, spawnSync } = require('node:child_process');
      const show = ({ status, stdout, stderr }) => console.log(status, stdout, stderr);
      const run = (args, options) => show(spawnSync(process.execPath, [...args, 'tell.cjs'], { encoding: 'utf8', ...options }));
      const limits = '--permission --allow-fs-read=' + __dirname;
      run(['--env-file=.env']);
      run(['--env-file', '.env', '--env-file=folder/.env']);
      run(['--env-file=.env'], { cwd: 'folder' });
      run(['--env-file=.env'], { env: { NODE_OPTIONS: '--stack-trace-limit=3' } });
      run(['--env-file=missing']);
      if (process.allowedNodeEnvironmentFlags.has('--permission')) run([], { env: { NODE_OPTIONS: limits } });
      const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
      spawn(process.execPath, [flag, '--allow-fs-read=' + __dirname, 'tell.cjs'], { stdio: 'inherit' });`,
      'tell.cjs': `console.log(process.env.NODE_OPTIONS, process.env.A, Error.stackTraceLimit, Boolean(process.permission), process.execArgv.length);`,
      'folder/tell.cjs': `console.log('in the folder', process.env.NODE_OPTIONS, Error.stackTraceLimit);`,
      '.env': 'A=1\nNODE_OPTIONS=--stack-trace-limit=2\n',
      'folder/.env': `NODE_OPTIONS="--stack-trace-limit=4"\n`
    },
    args: ['main.cjs'],
    steady: text => text.replaceAll(/\(node:\d+\)/g, '(node)'),
    expects: ({ profile }) => {
      const members = profile.data.sources.find(({ source }) => source === 'workers');
      expect(members?.message ?? '').toMatch(
        /\(tell\.cjs\) was not recorded: it runs with --permission/
      );
    }
  },
  {
    title: 'hears of its own worker threads alone',
    files: {
      'main.cjs': `const { Worker } = require('node:worker_threads');
      process.on('worker', worker => console.log(worker === own));
      const own = new Worker('', { eval: true });
      setTimeout(() => {}, 1500);`
    },
    args: ['main.cjs']
  },
  ...[[], ['--no-waits']].map(options => ({
    title: `prints promises as they are with ${JSON.stringify(options)}`,
    files: {
      'main.cjs': `const print = () => console.log(Promise.resolve(4), Object.getOwnPropertySymbols(Promise.resolve()));
      print();
      setTimeout(print, 50);
      setTimeout(print, 900);`
    },
    args: ['main.cjs'],
    options
  })),
  {
    title: 'has no folder for temporary files',
    files: {
      'main.cjs': `console.log(require('node:os').tmpdir());
      require('node:child_process').execFileSync(process.execPath, ['-e', 'console.log(5)'], { stdio: 'inherit' });`
    },
    args: ['main.cjs'],
    env: { TMPDIR: '/nowhere' }
  },
  {
    title: 'becomes another program',
    files: {
      'main.cjs': `if (process.argv[2]) return console.log('second', process.argv.length);
      try { process.execve(5); } catch (error) { console.log(error.code); }
      (function busyLoop() { for (const until = performance.now() + 500; performance.now() < until;); })();
      process.execve(process.execPath, [process.execPath, __filename, 'again'], process.env);`
    },
    args: ['main.cjs'],
    steady: text => text.replaceAll(/\(node:\d+\)/g, '(node)'),
    skipped:
      execFileSync(NODE, ['-p', 'typeof process.execve'], { encoding: 'utf8' }) !== 'function\n',
    expects: ({ profile }) => expect(profile.data.strings).toContain('busyLoop')
  },
  {
    title: 'is told by Node where it ends',
    files: { 'main.cjs': `setTimeout(() => process.exit(3), 20);` },
    args: ['node', '--trace-exit', 'main.cjs'],
    steady: text => text.replaceAll(/\(node:\d+\)/g, '(node)')
  },
  ...HANDED_OVER,
  ...HANDED_OVER.map(each => ({
    ...each,
    title: `${each.title}, and Node its own flags`,
    args: ['node', '--no-warnings', ...each.args]
  })),
  {
    title: 'writes the same output from its last run of several',
    files: { 'main.cjs': `require('node:fs').writeSync(1, 'out'); process.exitCode = 0;` },
    args: ['main.cjs'],
    options: ['--warmup', '1', '--repeat', '2']
  }
];

describe('a program that is started with more than files', () => testPrograms(PROGRAMS));
