import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformSync } from 'esbuild';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { hotFunctions, packageTimes } from '../../../../src/analysis';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import type { Profile } from '../../../../src/model/profile/profile';
import { handlesSignal } from '../../../../src/program/attach/targetProcess';
import { type AttachTarget, listeningPorts, startTarget } from '../../../support/attachTarget';
import { runCommand } from '../../../support/runCommand';
import { useFolder } from '../../../support/folders';

const folder = useFolder();
const started: AttachTarget[] = [];

afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

async function target(name: string, text: string, options?: readonly string[]) {
  const one = await startTarget([write(name, text)], folder, options);
  started.push(one);
  return one;
}

const SPIN = `function spin(ms) {
  const end = performance.now() + ms;
  let sum = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 1e4; i++) sum += Math.sqrt(i);
  }
  return sum;
}
`;
const STEADY = `${SPIN}setInterval(() => spin(20), 25);\nconsole.log('on');\n`;

/** Attaches and returns the profile that was written. */
async function attached(pid: number, ...options: readonly string[]): Promise<Profile> {
  const file = path.join(folder, `${pid}.kscope`);
  const { code, err } = await runCommand('attach', String(pid), '-o', file, ...options);
  expect([code, err]).toEqual([0, expect.stringMatching(/^Recording process .*\nWrote .*\n$/)]);
  return loadProfile(file).data;
}

const functionNames = (profile: Profile) => hotFunctions(profile).map(({ name }) => name);

describe('attach', () => {
  test('records a running process, prints where its time went, and leaves it as it was', async () => {
    const { pid, child } = await target('steady.cjs', STEADY);
    const { code, out } = await runCommand('attach', String(pid), '--duration', '1');
    expect(code).toBe(0);
    expect(out).toMatch(/^wall .*samples/);
    expect(out).toMatch(/Time by Package\n.* your code\n/);
    expect(out).toMatch(/ spin {2}steady\.cjs:1\n/);
    expect(out).toMatch(/ steady\.cjs:[2-5] +\S/);
    expect(listeningPorts(pid)).toEqual([]);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });

  test('records a process that never pauses', { tags: 'night' }, async () => {
    const options = ['--inspect-port=0', '--require', write('first.cjs', '')];
    const busy = `${SPIN}console.log('on');\nfor (;;) spin(20);\n`;
    const { pid } = await target('busy.cjs', busy, options);
    const profile = await attached(pid, '-d', '1');
    // The loop may have been optimised before, with `spin` in it: then its time counts for the caller.
    expect(hotFunctions(profile)[0].file).toBe('busy.cjs');
    expect(profile.meta).toMatchObject({ pid, name: 'busy.cjs', runtime: process.version });
    expect(listeningPorts(pid)).toEqual([]);
  });

  test(
    'shows lines of TypeScript by the source map beside the script',
    { tags: 'night' },
    async () => {
      const source = `interface Row { id: number }\n\n\n${SPIN.replace('ms', 'ms: number')}
setInterval((): void => void spin(20), 25);\nconsole.log('on');\n`;
      write('typed.ts', source);
      const { code, map } = transformSync(source, {
        loader: 'ts',
        sourcemap: true,
        sourcefile: 'typed.ts'
      });
      write('typed.js.map', map);
      const { pid } = await target('typed.js', `${code}\n//# sourceMappingURL=typed.js.map\n`);
      const profile = await attached(pid, '-d', '1');
      const [{ name, file, line }] = hotFunctions(profile);
      expect({ name, file, line }).toEqual({ name: 'spin', file: 'typed.ts', line: 4 });
      const { lineTicks, strings } = profile;
      const lines = [...lineTicks.line].filter(
        (_, row) => strings[lineTicks.file[row]] === 'typed.ts'
      );
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.every(each => each >= 4 && each <= 14)).toBe(true);
    }
  );

  test('shows lines of TypeScript that a loader has compiled in memory', async () => {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const source = `interface Row { id: number }\n\n\n${SPIN.replace('ms', 'ms: number')}
setInterval((): void => void spin(20), 25);\nconsole.log('on');\n`;
    const { pid } = await target('loaded.mts', source, ['--import', tsx]);
    const [{ name, file, line }] = hotFunctions(await attached(pid, '-d', '1'));
    expect({ name, file, line }).toEqual({ name: 'spin', file: 'loaded.mts', line: 4 });
  });

  test('records worker threads on tracks of their own', async () => {
    const { pid } = await target(
      'threads.cjs',
      `const { Worker, isMainThread } = require('node:worker_threads');
      ${SPIN.replace('spin', 'inWorker')}
      if (isMainThread) { new Worker(__filename).on('online', () => setTimeout(() => console.log('on'), 300)); }
      else setInterval(() => inWorker(20), 25);`
    );
    const profile = await attached(pid, '-d', '1');
    const track = profile.tracks.findIndex(({ kind }) => kind === 'worker');
    expect(track).toBeGreaterThan(0);
    expect([...profile.samples.track]).toContain(track);
    expect(functionNames(profile)).toContain('inWorker');
    const { rows, wholeNs } = packageTimes(profile);
    expect(rows.reduce((sum, { selfNs }) => sum + selfNs, 0) / wholeNs).toBeCloseTo(1, 6);
  });

  test(
    'keeps the profile of a process that ends by itself, and its exit code',
    { tags: 'night' },
    async () => {
      const text = `${SPIN}process.once('SIGUSR2', () => { spin(2500); process.exit(3); });
      setInterval(() => {}, 1000);
      console.log('on');`;
      const { pid, child, ended } = await target('ending.cjs', text);
      const attaching = attached(pid, '-d', '600');
      while (listeningPorts(pid).length === 0) await sleep(20);
      await sleep(1500);
      child.kill('SIGUSR2');
      const profile = await attaching;
      expect(functionNames(profile)).toContain('spin');
      expect(await ended).toBe(3);
    }
  );

  test('says that samples are lost when the process is killed', async () => {
    const { pid, child } = await target('killed.cjs', STEADY);
    const attaching = runCommand('attach', String(pid), '-d', '600');
    while (listeningPorts(pid).length === 0) await sleep(20);
    await sleep(1500);
    child.kill('SIGKILL');
    const { code, err } = await attaching;
    expect(code).toBe(1);
    // On a busy machine it may not even have been connected by then.
    expect(err).toMatch(
      /kernelscope: (Process \d+ (was killed|ended)|Its inspector does not answer)/
    );
  });

  test('leaves an inspector open that was open before', async () => {
    const { pid } = await target('open.cjs', STEADY, ['--inspect=0']);
    const ports = listeningPorts(pid);
    expect(ports).toHaveLength(1);
    await attached(pid, '-d', '0.5');
    expect(listeningPorts(pid)).toEqual(ports);
  });

  test('leaves a process alone to which a debugger is connected', async () => {
    const { pid } = await target('debugged.cjs', STEADY, ['--inspect=0']);
    const [port] = listeningPorts(pid);
    const [{ id }] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
      { id: string }
    ];
    const debugging = new WebSocket(`ws://127.0.0.1:${port}/${id}`);
    await once(debugging, 'open');
    const { code, err } = await runCommand('attach', String(pid));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^kernelscope: A debugger is connected/)
    ]);
    debugging.close();
  });

  test('names the process that has the port of the inspector, and sends nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { pid } = await target('taken.cjs', STEADY, [`--inspect-port=${port}`]);
    const { code, err } = await runCommand('attach', String(pid));
    expect(code).toBe(1);
    expect(err).toContain(`process ${process.pid} has port ${port}`);
    expect(listeningPorts(pid)).toEqual([]);
    server.close();
  });
});

describe('attach refuses, before anything is sent,', () => {
  test('a process that is not Node, which goes on', async () => {
    const child = spawn('sleep', ['600']);
    const { code, err } = await runCommand('attach', String(child.pid));
    expect(code).toBe(1);
    expect(err).toMatch(/^kernelscope: Process \d+ runs \S+, not Node; nothing was sent to it/);
    await sleep(100);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(handlesSignal(child.pid ?? 0)).toBe(false);
    expect(handlesSignal(process.pid)).toBe(true);
    child.kill();
  });

  test('a number that no process has', async () => {
    const { code, err } = await runCommand('attach', '4194999');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^kernelscope: There is no process 4194999/)
    ]);
  });

  test('itself', async () => {
    const { code, err } = await runCommand('attach', String(process.pid));
    expect([code, err]).toEqual([1, expect.stringContaining('is kernelscope itself')]);
  });

  test('a thread, and a process that is stopped', async () => {
    const { pid, child } = await target('stopped.cjs', STEADY);
    const thread = readdirSync(`/proc/${pid}/task`).find(each => each !== String(pid));
    expect((await runCommand('attach', String(thread))).err).toContain(`of process ${pid}: attach`);
    child.kill('SIGSTOP');
    while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) {
      await sleep(10);
    }
    expect((await runCommand('attach', String(pid))).err).toContain(`kill -CONT ${pid}`);
  });

  test.each([
    [['many'], /Give the number of a process/],
    [[], /missing required argument/],
    [['1', '--duration', '0'], /Give a number from/],
    [['1', '-o', 'x.foo'], /Its ending must be one of/]
  ])('%j as wrong usage', async (words, text) => {
    const { code, err } = await runCommand('attach', ...words);
    expect([code, err]).toEqual([2, expect.stringMatching(text)]);
    expect(existsSync('x.foo')).toBe(false);
  });
});
