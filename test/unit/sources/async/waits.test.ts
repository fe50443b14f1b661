import { execFileSync } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { promiseHooks } from 'node:v8';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { lineCosts, profileFindings as findings } from '../../../../src/analysis';
import type { Recording } from '../../../../src/engine/recording/recording';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { NS_PER_MS } from '../../../../src/base/time';
import { monotonicClock } from '../../../../src/base/clock';
import type { Profile } from '../../../../src/model/profile/profile';
import { ownWaits } from '../../../../src/sources/async/waits/ownWaits';
import { useFolder } from '../../../support/folders';
import { argsOf } from '../../../support/recording';
import { SAMPLED } from '../../../support/sampledTests';
import { sampleOf } from '../../../support/tiers';

const QUIET = { memoryPeriodMs: null, gc: false, lines: false, workers: false };
const host = new RecordingHost();
const folder = useFolder();
let fifos = 0;
let recording: Recording | null = null;

/** The profile of `code`, with CPU samples unless `cpuIntervalUs` is null. */
async function record(
  code: () => Promise<unknown>,
  options: { readonly cpuIntervalUs?: number | null; readonly async?: boolean } = {}
): Promise<Profile> {
  recording = host.start({ ...QUIET, ...options });
  await code();
  return (await recording.finish()).data;
}

afterEach(() => {
  recording?.stop();
  recording = null;
});

/** Waits at one place. */
interface PlaceWaits {
  ms: number;
  readonly endedBy: Set<unknown>;
}

/** The waits by name. */
function waitsOf(profile: Profile): Record<string, PlaceWaits> {
  const { slices, labels, strings, tracks } = profile;
  const waits: Record<string, PlaceWaits> = {};
  for (let row = 0; row < slices.length; row++) {
    if (tracks[slices.track[row]].kind !== 'waiting') continue;
    const name = strings[labels.name[slices.label[row]]];
    waits[name] ??= { ms: 0, endedBy: new Set() };
    waits[name].ms += slices.duration[row] / NS_PER_MS;
    waits[name].endedBy.add(argsOf(profile, row)['ended by']);
  }
  return waits;
}

/**
 * The function `main` of a program at known lines, which may call `sleep(ms)` and `compute(ms)`. Test
 * runners move the lines of the tests themselves.
 */
function program(source: string, name = 'program.js'): (...given: unknown[]) => Promise<unknown> {
  const filename = join(process.cwd(), name);
  const define = new Script(`(sleep, compute) => {${source}; return main; }`, { filename });
  const defined = define.runInThisContext() as (...given: unknown[]) => ReturnType<typeof program>;
  return defined(sleep, compute);
}

/** Computes for about so long. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
}

describe.each([
  ['with CPU samples', 1000],
  ['without CPU samples', null]
])('waits %s', (_, cpuIntervalUs) => {
  it(
    'are found at the innermost await that goes on first, and not where code ran',
    SAMPLED,
    async () => {
      const main = program(`
async function inner() {
  await sleep(200);
}
async function main() {
  compute(50);
  await inner();
  compute(50);
  await Promise.all([sleep(30), sleep(100)]);
}`);
      const profile = await record(main, { cpuIntervalUs });
      const waits = waitsOf(profile);
      expect(waits['program.js:3'].ms).toBeGreaterThan(150);
      expect(waits['program.js:3'].endedBy).toContain('timer');
      expect(waits['program.js:9'].ms).toBeGreaterThan(70);
      const all = Object.values(waits).reduce((sum, { ms }) => sum + ms, 0);
      const computedMs = 2 * 50;
      expect(all).toBeLessThan(profile.meta.durationNs / NS_PER_MS - 0.9 * computedMs);
    }
  );

  it('are as many as the awaits, however often other code interrupts them', SAMPLED, async () => {
    const main = program(`
async function main() {
  for (let step = 0; step < 3; step++) {
    await sleep(120);
    compute(10);
  }
}`);
    const profile = await record(
      async () => {
        const other = setInterval(() => compute(2), 15);
        await main();
        clearInterval(other);
      },
      { cpuIntervalUs }
    );
    const { facts } = findings(profile).findings.find(({ kind }) => kind === 'waiting')!;
    expect(facts).toMatchObject({ file: 'program.js', line: 4, waits: 3 });
  });

  it('are those of the last to end of functions that are awaited together', SAMPLED, async () => {
    const main = program(`
async function quick(ms) {
  await sleep(ms);
}
async function slow() {
  await sleep(60);
  await sleep(140);
}
async function main() {
  for (let round = 0; round < 2; round++) {
    await Promise.all([
      quick(20),
      slow(),
      quick(100)
    ]);
  }
}`);
    const waits = waitsOf(await record(main, { cpuIntervalUs }));
    expect(Object.keys(waits).filter(name => name !== '(event loop)')).toEqual([
      'program.js:6',
      'program.js:7'
    ]);
    expect(waits['program.js:6'].ms).toBeGreaterThan(100);
    expect(waits['program.js:7'].ms).toBeGreaterThan(240);
  });

  it.each([false, true])(
    'say which awaits of a line overlap, beside other hooks: %s',
    SAMPLED,
    async hasOthers => {
      const main = program(`
async function one(ms) {
  await sleep(ms);
}
async function two(ms) {
  await sleep(ms);
}
async function main(read) {
  for (const ms of [60, 50, 40]) await one(ms);
  await Promise.all([90, 60, 120].map(two));
  for (const ms of [70, 50, 60]) await read(ms);
  await Promise.all([80, 50, 70].map(ms => read(ms)));
}`);
      const read = program(
        'async function main(ms) { await Promise.all([sleep(ms), sleep(ms + 20)].map(async each => { await each; })); }',
        'node_modules/reader/index.js'
      );
      const stopOthers = hasOthers ? promiseHooks.onInit(() => undefined) : null;
      const profile = await record(() => main(read), { cpuIntervalUs });
      stopOthers?.();
      const { slices, labels, strings, tracks } = profile;
      const overlaps = new Map<string, Set<unknown>>();
      for (let row = 0; row < slices.length; row++) {
        if (tracks[slices.track[row]].kind !== 'waiting') continue;
        const name = strings[labels.name[slices.label[row]]];
        overlaps.set(name, overlaps.get(name) ?? new Set());
        overlaps.get(name)!.add(Boolean(argsOf(profile, row)['overlapping']));
      }
      expect(overlaps.get('program.js:3')).toEqual(new Set([false]));
      expect(overlaps.get('program.js:6')).toEqual(new Set([true]));
      // what a library awaits at a time for one call of the program is no other call
      expect(overlaps.get('program.js:11')).toEqual(new Set([false]));
      expect(overlaps.get('program.js:12')).toEqual(new Set([true]));
    }
  );

  it('have no line where the program waited for its profiler', SAMPLED, async () => {
    const main = program(`
async function main(begin) {
  await sleep(60);
  const end = begin();
  await sleep(120);
  end();
}`);
    const begin = (): (() => void) => {
      const end = ownWaits.begin(monotonicClock());
      return () => end(monotonicClock());
    };
    const profile = await record(() => main(begin), { cpuIntervalUs });
    expect(Object.keys(waitsOf(profile)).sort()).toEqual(['(event loop)', 'program.js:3']);
  });

  it('end with the recording, if nothing else ends them', SAMPLED, async () => {
    const wait = program(`
async function main() {
  await sleep(400);
}`);
    const open = (recording = host.start({ ...QUIET, cpuIntervalUs }));
    const pending = wait();
    const profile = await new Promise<Profile>(resolve => {
      setTimeout(() => resolve(open.stop('interrupted').data), 120);
    });
    await pending;
    expect(waitsOf(profile)['program.js:3'].ms).toBeGreaterThan(80);
  });
});

describe('calls that block the thread', () => {
  const main = program(`
const cells = new Int32Array(new SharedArrayBuffer(4));
function atomics(ms) {
  Atomics.wait(cells, 0, 0, ms);
}
function shell(ms) {
  process.getBuiltinModule('node:child_process').execSync('sleep ' + ms / 1000);
}
function processes(ms) {
  process.getBuiltinModule('node:child_process').spawnSync('sleep', [String(ms / 1000)]);
}
function files(ms, fifo) {
  const later = 'sleep ' + ms / 1000 + '; echo late > ' + fifo;
  process.getBuiltinModule('node:child_process').spawn('sh', ['-c', later]);
  process.getBuiltinModule('node:fs').readFileSync(fifo);
}
function often(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until) Atomics.wait(cells, 0, 0, 0.2);
}
async function main() {
  return { atomics, shell, processes, files, often };
}`) as () => Promise<Record<string, (ms: number, fifo: string) => void>>;

  const CALLS = [
    ['atomics', 'program.js:4', 'Atomics.wait'],
    ['often', 'program.js:19', 'Atomics.wait'],
    ['shell', 'program.js:7', 'process'],
    ['processes', 'program.js:10', 'process'],
    ['files', 'program.js:15', 'file']
  ];

  it.each(sampleOf(CALLS, 3))(
    'are waits in %s, at their line',
    SAMPLED,
    async (name, place, cause) => {
      const block = (await main())[name];
      const fifo = join(folder, `fifo${++fifos}`);
      execFileSync('mkfifo', [fifo]);
      const recorded = async (ms: number): Promise<Profile> => {
        recording = host.start({ ...QUIET, lines: true });
        compute(100);
        block(ms, fifo);
        return (await recording.finish()).data;
      };
      const [short, long] = [await recorded(100), await recorded(400)];
      const waits = waitsOf(long)[place];
      expect(waits.endedBy).toEqual(new Set([cause]));
      const [less, more] = [short, long].map(each => findings(each).shares!);
      expect(more.waitingNs - less.waitingNs).toBeGreaterThan(200 * NS_PER_MS);
      expect(more.waitingNs).toBeGreaterThan(2 * more.userNs);
      expect(waits.ms * NS_PER_MS).toBeGreaterThan(0.8 * more.waitingNs);
      const line = lineCosts(long, 'cpu').lines.find(each => `${each.file}:${each.line}` === place);
      expect(line?.totalShare ?? 0).toBeLessThan(0.1);
      const { lines, whole } = lineCosts(long, 'waiting');
      const cost = lines.find(each => `${each.file}:${each.line}` === place);
      expect((cost?.selfShare ?? 0) * whole).toBeGreaterThan(0.8 * more.waitingNs);
    }
  );

  it('are work where they keep a processor busy', SAMPLED, async () => {
    const file = join(folder, 'large');
    writeFileSync(file, new Uint8Array(4_000_000));
    recording = host.start({ ...QUIET, lines: true });
    const before = process.cpuUsage();
    for (let read = 0; process.cpuUsage(before).system < 150_000; read++) readFileSync(file);
    const profile = (await recording.finish()).data;
    expect(findings(profile).shares!.waitingNs).toBeLessThan(0.3 * profile.meta.durationNs);
  });

  it('are as they were afterwards, and look so meanwhile', () => {
    const { wait } = Atomics;
    const { stackTraceLimit } = Error;
    const thrown = (): string | undefined => {
      try {
        Reflect.apply(Atomics.wait, Atomics, [[], 0, 0]);
      } catch (error) {
        return (error as Error).stack?.replaceAll(/:\d+:\d+/g, '');
      }
      return undefined;
    };
    const look = () => ({
      names: [Atomics.wait.name, Atomics.wait.length, Object.keys(Atomics)],
      own: Object.getOwnPropertyNames(Atomics.wait),
      isNative: /\[native code\]/.test(String(Atomics.wait)),
      described: { ...Object.getOwnPropertyDescriptor(Atomics, 'wait'), value: null },
      stacks: [3, 10, 100].map(limit => {
        Error.stackTraceLimit = limit;
        return thrown();
      })
    });
    const bare = look();
    recording = host.start(QUIET);
    expect(Atomics.wait).not.toBe(wait);
    expect(look()).toEqual(bare);
    expect(Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1)).toBe('not-equal');
    recording.stop();
    Error.stackTraceLimit = stackTraceLimit;
    expect(Atomics.wait).toBe(wait);
  });
});

describe('waits', () => {
  it('name the time of their lines, and of the lines that called', SAMPLED, async () => {
    const main = program(`
async function leaf() {
  await sleep(400);
}
async function main() {
  await leaf();
}`);
    const profile = await record(main);
    const costs = lineCosts(profile, 'waiting').lines;
    const of = (line: number) =>
      costs.find(cost => cost.line === line && cost.file === 'program.js');
    const share = (320 * NS_PER_MS) / profile.meta.durationNs;
    expect(of(3)?.selfShare).toBeGreaterThan(share);
    expect(of(6)?.totalShare).toBeGreaterThan(share);
    expect(of(6)?.selfShare).toBe(0);
  });

  it('state what ended them', SAMPLED, async () => {
    const code = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => setTimeout(() => parentPort.postMessage('late'), 60));
parentPort.postMessage('ready');`;
    const worker = new Worker(code, { eval: true });
    await once(worker, 'message');
    const profile = await record(async () => {
      worker.postMessage('go');
      await once(worker, 'message');
      await promisify(pbkdf2)('key', 'salt', 100_000, 32, 'sha512');
    });
    await worker.terminate();
    const causes = Object.values(waitsOf(profile)).flatMap(({ endedBy }) => [...endedBy]);
    expect(causes).toContain('message');
    expect(causes).toContain('native code');
  });

  it('are not ended by what the profiler does meanwhile', SAMPLED, async () => {
    recording = host.start({ memoryPeriodMs: 1, async: true });
    for (let each = 0; each < 3; each++) {
      await promisify(pbkdf2)('key', 'salt', 300_000, 32, 'sha512');
    }
    const { data } = await recording.finish();
    const causes = Object.values(waitsOf(data)).flatMap(({ endedBy }) => [...endedBy]);
    expect(causes).toContain('native code');
    expect(causes).not.toContain('timer');
  });

  it('are not recorded if they are not wanted', async () => {
    recording = host.start({ ...QUIET, waits: false });
    await sleep(30);
    const { tracks, sources } = recording.stop().data;
    expect(tracks.filter(({ kind }) => kind === 'waiting')).toEqual([]);
    expect(sources.filter(({ source }) => source === 'waits')).toEqual([]);
  });

  it('leave promises as they were, and cost bursts of them little', async () => {
    const burst = async (): Promise<number> => {
      let sum = 0;
      for (let index = 0; index < 3_000_000; index++) sum += await Promise.resolve(index);
      return sum;
    };
    let sum = 0;
    const profile = await record(async () => (sum = await burst()));
    expect(sum).toBe((3_000_000 * 2_999_999) / 2);
    expect(profile.sources.find(({ source }) => source === 'waits')?.status).toBe('ok');
    expect(profile.meta.overheadNs).toBeLessThan(0.2 * profile.meta.durationNs);
  });
});
