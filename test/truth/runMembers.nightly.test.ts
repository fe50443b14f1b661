import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import type { Profile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { cpuTotals } from '../support/functionTotals';
import { expectPlanted, MEMBER_SPIN } from '../support/memberSpin';
import { SAMPLED } from '../support/sampledTests';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** How long each member computes, milliseconds. */
const PLANTED_MS = 750;

/** How long one computes that is killed: more than a second, after which it has saved once. */
const KILLED_MS = 2400;

const folder = useFolder();

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function node(args: readonly string[]): Promise<Ended> {
  return new Promise(resolve => {
    const child = spawn(NODE, args, { cwd: folder });
    let [out, err] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
    child.on('close', code => resolve({ code, out, err }));
  });
}

interface Recorded extends Ended {
  readonly profile: Profile;
}

/** Runs a program under the profiler; it must behave as it does by itself, where it computes less. */
async function record(
  name: string,
  text: string,
  options: readonly string[] = []
): Promise<Recorded> {
  const file = path.join(folder, name);
  const program = MEMBER_SPIN + text;
  writeFileSync(file, program.replaceAll(String(PLANTED_MS), '1'));
  const alone = await node([file]);
  writeFileSync(file, program);
  const output = `${file}.kscope`;
  const ended = await node([COMMAND, 'run', ...options, '-o', output, file]);
  expect(ended.out).toBe(alone.out);
  expect(ended.code).toBe(alone.code);
  return { ...ended, profile: loadProfile(output).data };
}

const THREADS = `
// begun together: both events may come before the code after the first is run
const messageAndEnd = worker => Promise.all([once(worker, 'message'), once(worker, 'exit')]);
async function main() {
  console.log(...(await messageAndEnd(new Worker(__filename, { workerData: 'plain' }))));
  const code = cpuMs + "; const u = cpuMs() + ${PLANTED_MS}; (function inEval() { while (cpuMs() < u); })();";
  console.log(await once(new Worker(code, { eval: true, execArgv: [] }), 'exit'));
  const own = { workerData: 'ownEnvironment', env: { A: '1' } };
  console.log(...(await messageAndEnd(new Worker(__filename, own))));
  console.log(await once(new Worker(__filename, { workerData: 'outer' }), 'exit'));
  const endless = new Worker(__filename, { workerData: 'endless' });
  await once(endless, 'message');
  console.log(await endless.terminate());
  const asleep = new Worker(__filename, { workerData: 'asleep' });
  await once(asleep, 'message');
  process.exit(3);
}
if (isMainThread) main();
else {
  const { parentPort } = require('node:worker_threads');
  if (workerData === 'outer') {
    busy('outer', ${PLANTED_MS});
    new Worker(__filename, { workerData: 'nested' });
  } else {
    busy(workerData, ${PLANTED_MS});
    parentPort.postMessage(environment());
    if (workerData === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (workerData === 'endless') for (;;);
  }
}`;

const PROCESSES = `
const cluster = require('node:cluster');
const [what] = process.argv.slice(2);
const run = (how, name, args, options) => cp[how](process.execPath, [__filename, name, ...args], options);
async function main() {
  const forked = cp.fork(__filename, ['forked']);
  console.log(...(await Promise.all([once(forked, 'message'), once(forked, 'exit')])));
  const spawned = run('spawn', 'spawned', [], { stdio: 'inherit', env: { NODE_OPTIONS: '--max-old-space-size=300' } });
  console.log(await once(spawned, 'exit'));
  console.log(cp.execSync('"' + process.execPath + '" "' + __filename + '" shelled').toString());
  console.log(run('execFileSync', 'bare', [], { env: {} }).toString());
  console.log(run('spawnSync', 'grandparent', []).stdout.toString());
  for (const signal of ['SIGKILL', 'SIGTERM']) {
    const child = cp.fork(__filename, ['until' + signal]);
    await once(child, 'message');
    child.kill(signal);
    console.log(await once(child, 'exit'));
  }
  cluster.setupPrimary({ exec: __filename, args: ['clustered'] });
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map(worker => once(worker, 'message')));
  for (const worker of workers) worker.kill();
  await Promise.all(workers.map(worker => once(worker, 'exit')));
}
if (what === undefined) main();
else {
  busy(what, ${PLANTED_MS});
  console.log(environment());
  if (what === 'grandparent') process.stdout.write(run('execFileSync', 'grandchild', []));
  process.send?.(what);
  if (what.startsWith('until') || what === 'clustered') setInterval(() => undefined, 1000);
  else process.disconnect?.();
}`;

describe('a program that starts others, under the profiler', SAMPLED, () => {
  test('has its worker threads in its profile, however they are started and end', async () => {
    const { profile, err } = await record('threads.cjs', THREADS);
    const names = ['plain', 'inEval', 'ownEnvironment', 'outer', 'nested', 'endless', 'asleep'];
    expectPlanted(profile, names, PLANTED_MS);
    expect(profile.tracks.filter(({ kind }) => kind === 'worker')).toHaveLength(names.length);
    expect(err).not.toContain('workers:');
    expect(err).not.toContain('nativeThreads:');
  });

  test('may have threads that end sleeping ones below them', async () => {
    const { profile, out } = await record(
      'nested.cjs',
      `const { parentPort } = require('node:worker_threads');
      async function inThread() {
        for (let round = 0; round < 3; round++) {
          const asleep = new Worker(__filename, { workerData: 'asleep' + round });
          await once(asleep, 'message');
          await asleep.terminate();
        }
        console.log('all ended');
      }
      if (isMainThread) new Worker(__filename, { workerData: 'inThread' });
      else if (workerData === 'inThread') inThread();
      else {
        busy(workerData, ${PLANTED_MS});
        parentPort.postMessage('sleeps');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }`
    );
    expect(out.trim()).toBe('all ended');
    expectPlanted(profile, ['asleep0', 'asleep1', 'asleep2'], PLANTED_MS);
  });

  test('has its Node processes in its profile, however they are launched and end', async () => {
    const { profile, err } = await record('processes.cjs', PROCESSES);
    const names = ['forked', 'spawned', 'shelled', 'bare', 'grandparent', 'grandchild'];
    expectPlanted(profile, [...names, 'untilSIGKILL', 'untilSIGTERM'], PLANTED_MS);
    const clustered = (cpuTotals(profile).get('clustered')?.total ?? 0) / 1e6;
    expect(clustered).toBeGreaterThan(2 * PLANTED_MS * 0.85);
    expect(clustered).toBeLessThan(2 * PLANTED_MS * 1.15);
    expect(new Set(profile.tracks.map(({ pid }) => pid)).size).toBe(11);
    expect(err).not.toContain('workers:');
  });

  test('has members at their own times', async () => {
    const { profile } = await record(
      'times.cjs',
      `if (process.argv[2]) busy('late', 300);
      else { busy('early', 300); cp.execFileSync(process.execPath, [__filename, 'x']); busy('last', 300); }`
    );
    const { samples, stacks, frames, strings } = profile;
    const at = (name: string): number[] =>
      Array.from(samples.stack, (stack, row) => ({ stack, time: samples.time[row] }))
        .filter(({ stack }) => stack >= 0 && strings[frames.name[stacks.frame[stack]]] === name)
        .map(({ time }) => time);
    expect(Math.max(...at('early'))).toBeLessThan(Math.min(...at('late')));
    expect(Math.max(...at('late'))).toBeLessThan(Math.min(...at('last')));
  });

  test('says which process was killed from outside, and that other programs were not recorded', async () => {
    const { err } = await record(
      'killed.cjs',
      `if (process.argv[2]) { busy('killed', Number(process.argv[2])); cp.execSync('kill -9 ' + process.pid); }
      else {
        for (const ms of [0, ${KILLED_MS}]) cp.spawnSync(process.execPath, [__filename, ms]);
        cp.execSync('i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done');
      }`
    );
    const killed = /process \d+ \(killed\.cjs\) ([^.:]*: [^.]*)\./g;
    const [early, late] = [...err.matchAll(killed)].map(([, what]) => what);
    expect(early).toMatch(/^(is missing: it )?was killed/);
    expect(late).toMatch(/^was killed: (it has no CPU samples, and )?its last second is missing$/);
    expect(err).toMatch(/CPU outside this program: .* in child processes that were not recorded/);
  });

  test('asks a process that outlives it for what it has recorded, and lets it go on', async () => {
    const { profile, out } = await record(
      'outlived.cjs',
      `if (process.argv[2]) { busy('outliving', ${PLANTED_MS}); process.send('x'); setTimeout(() => undefined, 8000); }
      else {
        const child = cp.fork(__filename, ['x'], { detached: true, stdio: 'ignore' });
        child.once('message', () => { require('node:fs').appendFileSync(__filename + '.pids', child.pid + ' '); process.exit(); });
      }`
    );
    expect(out).toBe('');
    expectPlanted(profile, ['outliving'], PLANTED_MS);
    const { readFileSync } = await import('node:fs');
    const pids = readFileSync(path.join(folder, 'outlived.cjs.pids'), 'utf8').trim().split(' ');
    expect(pids).toHaveLength(2);
    for (const pid of pids.map(Number)) {
      expect(process.kill(pid, 0)).toBe(true);
      process.kill(pid, 'SIGKILL');
    }
  });

  test('leaves them alone with --no-workers', async () => {
    const { profile, err } = await record(
      'unwanted.cjs',
      `if (isMainThread) new Worker(__filename).on('exit', () => busy('mine', ${PLANTED_MS}));
      else busy('theirs', 100);`,
      ['--no-workers']
    );
    expectPlanted(profile, ['mine'], PLANTED_MS);
    expect(cpuTotals(profile).has('theirs')).toBe(false);
    expect(err).not.toContain('workers:');
  });

  test('records a bounded number of them, and says how many there were besides', async () => {
    const { err } = await record(
      'many.cjs',
      `let left = 70;
      const next = () => { if (left-- > 0) new Worker('0', { eval: true }).once('exit', next); };
      if (isMainThread) { next(); next(); }`
    );
    expect(err).toMatch(
      /Worker threads: 6 more threads and processes were not recorded: at most 64 are\./
    );
  });

  test('is told how much CPU time native threads took', async () => {
    const { err } = await record(
      'native.cjs',
      `require('node:crypto').pbkdf2('a', 'b', 5e5, 64, 'sha512', () => undefined);`
    );
    expect(err).toMatch(/Native threads: .* of CPU time outside JavaScript/);
  });
});
