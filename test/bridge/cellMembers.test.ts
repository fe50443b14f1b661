import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from 'kernelscope/model';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf, sizeOf } from '../support/tiers';
import { cpuTotals } from '../support/functionTotals';
import { expectPlanted, MEMBER_BUSY } from '../support/memberSpin';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';
import { useFolder } from '../support/folders';

/** How long each thread and process computes, milliseconds. */
const PLANTED_MS = 800;

const SPIN = `\n${MEMBER_BUSY}`;

const FILES: Readonly<Record<string, string>> = {
  /** Computes what it is sent, until it ends. */
  'pool.js': `const { parentPort } = require('node:worker_threads');${SPIN}
parentPort.on('message', name => parentPort.postMessage(busy(name, ${PLANTED_MS})));`,
  /** Computes once, and starts a thread that does. */
  'outer.js': `const { Worker, workerData } = require('node:worker_threads');${SPIN}
busy(workerData, ${PLANTED_MS});
if (workerData === 'outer') new Worker(__filename, { workerData: 'nested' });`,
  /** Never ends, and sleeps without a loop of events. */
  'asleep.js': `const { parentPort } = require('node:worker_threads');${SPIN}
busy('beforeSleep', ${PLANTED_MS});
parentPort.postMessage('sleeps');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
  /** A process that computes once, or whenever it is told. */
  'child.js': `${SPIN}
if (process.argv[2] !== 'server') busy(process.argv[2], ${PLANTED_MS});
else process.on('message', name => process.send(busy(name, ${PLANTED_MS}) > 0));`
};

const SETUP = `
import { execFileSync, execSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { profile, profiler } from 'kernelscope';
const ask = async (thread: any, name: string) => {
  const answered = once(thread, 'message');
  (thread.postMessage ?? thread.send).call(thread, name);
  await answered;
};`;

let kernel: KernelClient;

/** For files that the kernel and what it starts need for a while. */
const temporary = useFolder();

beforeAll(async () => {
  kernel = await KernelClient.start({ TMPDIR: temporary });
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(path.join(kernel.process.folder, name), text);
  }
  await run(SETUP);
});

afterAll(() => kernel.dispose());

const run = (code: string): Promise<string> => runCell(kernel, code);

/** Runs a cell under the profiler; its profile. */
async function profiled(code: string, options = ''): Promise<Profile> {
  await run(`%%profile ${options}\n${code}`);
  await run("profile.last?.save('last.kscope');");
  return loadProfile(path.join(kernel.process.folder, 'last.kscope')).data;
}

const notes = ({ sources }: Profile): string =>
  sources.find(({ source }) => source === 'workers')?.message ?? '';

describe('threads that cells start', () => {
  test('record themselves from their beginning, also those that go on after the cell', async () => {
    const profile = await profiled(`
var pool = [new Worker('./pool.js'), new Worker('./pool.js', { execArgv: [], env: { A: '1' } })];
const outer = new Worker('./outer.js', { workerData: 'outer' });
const asleep = new Worker('./asleep.js');
await Promise.all([ask(pool[0], 'first'), ask(pool[1], 'second'), once(outer, 'exit'), once(asleep, 'message')]);
await asleep.terminate();`);
    expectPlanted(profile, ['first', 'second', 'outer', 'nested', 'beforeSleep'], PLANTED_MS);
    expect(notes(profile)).toBe('');
  });

  test('that end with the cell have saved, however much they recorded', async () => {
    const count = sizeOf(200_000, 600_000);
    const code = `const { parentPort } = require('node:worker_threads');
const { range } = require('kernelscope');
for (let i = 0; i < ${count}; i++) range('short', () => 0);
parentPort.postMessage('done');`;
    const profile = await profiled(
      `await once(new Worker(${JSON.stringify(code)}, { eval: true }), 'message');`
    );
    expect(notes(profile)).toBe('');
    expect(profile.slices.length).toBeGreaterThanOrEqual(count);
  });

  test('of an earlier cell record themselves once more, and again', { tags: 'night' }, async () => {
    for (const name of sampleOf(['again', 'onceMore'], 2)) {
      const profile = await profiled(`await ask(pool[0], '${name}');`);
      expectPlanted(profile, [name], PLANTED_MS);
      expect(cpuTotals(profile).has('first')).toBe(false);
      expect(notes(profile)).toBe('');
    }
  });

  test(
    'that slept in a bare cell are part of what is recorded later',
    { tags: 'night' },
    async () => {
      await run(`var sleeper = new Worker('./asleep.js');\nawait once(sleeper, 'message');`);
      const profile = await profiled('await ask(pool[1], "beside");');
      expectPlanted(profile, ['beside'], PLANTED_MS);
      const tracks = profile.tracks.filter(({ kind }) => kind === 'worker').map(({ name }) => name);
      expect(tracks).toContain(`worker ${(await run('console.log(sleeper.threadId);')).trim()}`);
      await run('await sleeper.terminate();');
    }
  );

  test('that are attached as well are there once', { tags: 'night' }, async () => {
    const profile = await profiled(
      `const attachment = profiler.attach(pool[0]);\nawait ask(pool[0], 'twice');\nattachment.detach();`
    );
    expectPlanted(profile, ['twice'], PLANTED_MS);
  });

  test('are left out where that is asked', async () => {
    const profile = await profiled(`await ask(pool[0], 'unseen');`, '--no-workers');
    expect(cpuTotals(profile).has('unseen')).toBe(false);
  });

  test('are not recorded by bare cells, whose flags and environment are theirs', async () => {
    const show = `const shown = new Worker(\`const { parentPort } = require('node:worker_threads');
parentPort.postMessage(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS, process.env.KERNELSCOPE_MEMBERS]));\`, { eval: true });
console.log((await once(shown, 'message'))[0], process.execArgv);
void (await shown.terminate());`;
    const bare = await run(show);
    expect(bare).not.toMatch(/require|MEMBERS/);
    expect(await run(`%%profile\n${show}`)).toBe(bare);
  });
});

describe('processes that cells start', () => {
  test('record themselves until they or the cell end', async () => {
    const profile = await profiled(`
var server = fork('./child.js', ['server']);
execFileSync(process.execPath, ['child.js', 'executed']);
execSync('"' + process.execPath + '" child.js shelled');
await ask(server, 'served');`);
    expectPlanted(profile, ['executed', 'shelled', 'served'], PLANTED_MS);
    expect(notes(profile)).toBe('');
  });

  test(
    'of an earlier cell are named, and recorded where they are attached',
    { tags: 'night' },
    async () => {
      const profile = await profiled(`await ask(server, 'unseen');`);
      expect(cpuTotals(profile).has('unseen')).toBe(false);
      expect(notes(profile)).toMatch(
        /^process \d+ \(child\.js\) was not recorded: it was started before, and is not attached\.$/
      );
      await run('server.kill();');
    }
  );

  test('leave nothing behind', () => {
    expect(readdirSync(temporary).filter(name => name.startsWith('kernelscope-cell-'))).toEqual([]);
  });
});
