import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FinishedProfile, loadProfile } from 'kernelscope';
import { beforeAll, describe, expect, test } from 'vitest';
import { profileNotes } from '../../src/report/text/profileNotes';
import { cpuTotals } from '../support/functionTotals';
import { SAMPLED } from '../support/sampledTests';
import { sizeOf } from '../support/tiers';
import { KernelClient } from './kernelClient';
import type { KernelCommand } from './kernelProcess';
import { runCell } from './runCell';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Its heap is full after some seconds, each of which has its slices. */
const PROGRAM = `
const { fork } = require('node:child_process');
const kept = [];
function hoard(into) {
  for (let each = 0; each < 2000; each++) into.push({ each, text: 'x' + each + into.length });
}
function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
if (process.argv[2] === 'child') {
  fork(__filename, ['itself'], { execArgv: ['--max-old-space-size=60'] }).on('exit', (code, signal) => console.log(signal));
} else {
  for (;;) {
    hoard(kept);
    pause(3);
  }
}
`;

const folder = useFolder();

beforeAll(() => {
  writeFileSync(path.join(folder, 'program.cjs'), PROGRAM);
  writeFileSync(path.join(folder, 'thread.cjs'), THREAD);
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(
    path.dirname(path.dirname(COMMAND)),
    path.join(folder, 'node_modules', 'kernelscope')
  );
});

interface Run {
  readonly profile: FinishedProfile;
  /** What is printed of the profile. */
  readonly printed: string;
}

function run(options: readonly string[], how: 'itself' | 'child', program = 'program.cjs'): Run {
  const file = path.join(folder, `${readdirSync(folder).length}.kscope`);
  const limit =
    how === 'itself' && program === 'program.cjs'
      ? { NODE_OPTIONS: '--max-old-space-size=60' }
      : {};
  const args = [COMMAND, 'run', ...options, '-o', file, program, '--', how];
  const env = { ...process.env, ...limit };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8'
  });
  return { profile: loadProfile(file), printed: stdout + stderr };
}

/** A thread that computes, in a range, and then fills its heap; the main thread goes on after it. */
const THREAD = `
const { Worker, isMainThread } = require('node:worker_threads');
function hoard(into) {
  for (let each = 0; each < 20_000; each++) into.push({ each, text: 'x' + each + into.length });
}
if (isMainThread) {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: 100 } };
  module.exports = new Worker(__filename, limits)
    .on('error', error => console.log(error.code))
    .on('exit', code => console.log('exit', code));
} else {
  const { range } = require('kernelscope');
  range('before', () => {
    for (const until = performance.now() + 300; performance.now() < until; );
  });
  for (const kept = [];;) range('more', () => hoard(kept));
}
`;

/** Expects all of a thread that ran out of memory: ranges, CPU samples, allocations, and why it ended. */
function expectThread(profile: FinishedProfile): void {
  const { data } = profile;
  const worker = data.tracks.findIndex(({ kind }) => kind === 'worker');
  const ofWorker = cpuTotals(data, [worker]);
  expect(ofWorker.get('hoard')?.total ?? 0).toBeGreaterThan(10e6);
  const names = new Set([...data.slices.label].map(label => data.strings[data.labels.name[label]]));
  expect([...names]).toEqual(expect.arrayContaining(['before', 'more']));
  expect(allocators(profile).get('hoard') ?? 0).toBeGreaterThan(50e6);
  expect(profile.explain()).toMatch(
    /worker thread \d+ ran out of memory: its heap of 105 MB was full/
  );
}

/** The functions that allocated, by the bytes that they allocated themselves. */
function allocators({ data }: FinishedProfile): ReadonlyMap<string, number> {
  const { heapSamples, stacks, frames, strings } = data;
  const found = new Map<string, number>();
  heapSamples.stack.forEach((stack, row) => {
    const name = strings[frames.name[stacks.frame[stack]]];
    const bytes = heapSamples.bytes[row] + heapSamples.aliveBytes[row];
    found.set(name, (found.get(name) ?? 0) + bytes);
  });
  return found;
}

const FULL = /out of memory.*heap/;

// whether the heap was looked at shortly before the end is a matter of chance
describe('a program that runs out of memory', SAMPLED, () => {
  test.each(['--allocations', '--retained'])(
    'tells with %s who allocated',
    { tags: 'night' },
    option => {
      const { profile, printed } = run([option], 'itself');
      expect(profile.data.meta.status).toBe('error');
      const [first] = profile.explain().split('\n').slice(2);
      expect(first).toMatch(FULL);
      expect(printed).toMatch(FULL);
      const found = allocators(profile);
      const all = [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
      // The limit is 60 MB: what is known is of when most of it was in use.
      expect(all).toBeGreaterThan(30e6);
      expect(found.get('hoard') ?? 0).toBeGreaterThan(all / 2);
      expect(printed).toContain('hoard');
    }
  );

  test('loses nothing of what was recorded', { tags: 'night' }, () => {
    const { profile } = run(['--allocations', '--deopts'], 'itself');
    const lost = profile.data.sources.filter(({ status }) => status === 'unavailable');
    expect(lost).toEqual([]);
    expect(cpuTotals(profile.data).get('hoard')?.total ?? 0).toBeGreaterThan(10e6);
    expect(profile.data.slices.length).toBeGreaterThan(0);
    const explained = profile.explain();
    expect(explained).toMatch(/the program ran out of memory: its heap of \d+\.\d MB was full/);
    expect(explained).not.toContain('Nothing stands out');
  });

  test('has all that it recorded where it was started by another', { tags: 'night' }, () => {
    const { profile } = run(['--allocations'], 'child');
    expect(allocators(profile).get('hoard') ?? 0).toBeGreaterThan(30e6);
    expect(cpuTotals(profile.data).get('hoard')?.total ?? 0).toBeGreaterThan(10e6);
    expect(profile.explain()).toMatch(/process \d+ \(program.cjs\) ran out of memory: its heap of/);
  });
});

describe('a thread that runs out of memory', SAMPLED, () => {
  test('has all that it recorded in the profile of a program, which goes on', () => {
    const { profile, printed } = run(['--allocations'], 'itself', 'thread.cjs');
    expect(printed).toMatch(/ERR_WORKER_OUT_OF_MEMORY\nexit 1/);
    expect(profile.data.meta.status).toBe('complete');
    expectThread(profile);
  });

  test(
    'says which spaces of its heap grew where nobody recorded who allocated',
    { tags: 'night' },
    () => {
      const { profile } = run([], 'itself', 'thread.cjs');
      expect(profile.explain()).toMatch(
        /worker thread \d+ ran out of memory: its heap of 105 MB was full; since the start grew old space by \d+\.\d MB/
      );
      expect(profileNotes(profile.data)).toContain(
        'Allocations: who allocated is not known: record it with --allocations.'
      );
    }
  );

  test('has it in that of a cell', { tags: 'night' }, async () => {
    const kernel = await KernelClient.start();
    try {
      writeFileSync(path.join(kernel.process.folder, 'thread.cjs'), THREAD);
      const code = "await new Promise(ended => require('./thread.cjs').on('exit', ended));";
      await runCell(kernel, "import { profile } from 'kernelscope';");
      expect(await runCell(kernel, `%%profile --allocations -q\n${code}`)).toContain('exit 1');
      await runCell(kernel, "profile.last?.save('last.kscope');");
      expectThread(loadProfile(path.join(kernel.process.folder, 'last.kscope')));
    } finally {
      await kernel.dispose();
    }
  });
});

/** Starts the kernel with a heap that is soon full. */
const withSmallHeap: KernelCommand = (kernelFolder, connectionFile) => [
  ...[
    process.env['KERNELSCOPE_NODE'] ?? process.execPath,
    `--max-old-space-size=${sizeOf(180, 300)}`
  ],
  ...['--no-force-async-hooks-checks', '--require'],
  path.join(kernelFolder, 'packages', 'kernelscope', 'standBy.js'),
  ...[path.join(kernelFolder, 'dist', 'kernel.cjs'), connectionFile]
];

/** A cell that fills the heap of its kernel, after a range. */
const HOARDING = `import { range } from 'kernelscope';
const kept: object[] = [];
function hoard(): void {
  for (let each = 0; each < 20_000; each++) kept.push({ each, text: 'x' + each + kept.length });
}
range('before', () => {
  for (const until = performance.now() + 300; performance.now() < until; );
});
for (;;) range('more', hoard);`;

describe('a kernel that runs out of memory in a cell', SAMPLED, () => {
  /** Runs the cell in a kernel that ends by it; what the cell said, and the profile in a kernel after it. */
  async function ended(
    options: string
  ): Promise<{ said: string; profile: FinishedProfile; shown: string }> {
    const kernel = await KernelClient.start({}, undefined, withSmallHeap);
    const exited = once(kernel.process.child, 'exit');
    const id = kernel.submit(`%%profile hoarding ${options}\n${HOARDING}`);
    const [code, signal] = (await exited) as [number | null, string | null];
    expect(code === 0, `${code} ${signal}`).toBe(false);
    await kernel.waitUntil(() => kernel.textOf(id, 'stderr').includes('.kscope'), 'the file');
    const said = kernel.textOf(id, 'stderr');
    const [file] = /\.kernelscope\/\S+\.kscope/.exec(said) ?? [`none: ${said}`];
    const left = path.join(kernel.process.folder, '.kernelscope');
    const profile = loadProfile(path.join(kernel.process.folder, file));
    const next = await KernelClient.start();
    try {
      cpSync(left, path.join(next.process.folder, '.kernelscope'), { recursive: true });
      const [command] = /%profile show \S+/.exec(said) ?? ['none'];
      const { outputs } = await next.execute(command);
      const shown = outputs.map(each => ('data' in each ? String(each.data['text/plain']) : ''));
      return { said, profile, shown: shown.join('\n') };
    } finally {
      await kernel.dispose();
      await next.dispose();
    }
  }

  test('has all that was recorded, names its file, and the next kernel shows it', async () => {
    const { said, profile, shown } = await ended('--allocations');
    expect(said).toMatch(/^The kernel ran out of memory: its heap of \d+ MB is full\.$/m);
    expect(allocators(profile).get('hoard') ?? 0).toBeGreaterThan(50e6);
    expect(cpuTotals(profile.data).get('hoard')?.total ?? 0).toBeGreaterThan(10e6);
    expect(profile.explain()).toMatch(/the kernel ran out of memory: its heap of \d+ MB was full/);
    for (const name of ['before', 'more', 'hoard']) expect(shown).toContain(name);
    expect(shown).toMatch(/ran out of memory/);
  });

  test(
    'says which spaces of its heap grew where nobody recorded who allocated',
    { tags: 'night' },
    async () => {
      const { profile } = await ended('');
      expect(cpuTotals(profile.data).get('hoard')?.total ?? 0).toBeGreaterThan(10e6);
      expect(profile.explain()).toMatch(/was full; since the start grew old space by \d+ MB/);
      expect(profileNotes(profile.data)).toContain(
        'Allocations: who allocated is not known: record it with --allocations.'
      );
    }
  );
});
