import { Session } from 'node:inspector';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { RecordingHost } from '../../../../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../../../../src/engine/options/recordingOptions';
import type { Profile } from '../../../../../src/model/profile/profile';
import { validateProfile } from '../../../../../src/model/validate/validate';
import { HeapAttachment } from '../../../../../src/sources/v8/heap/heapAttachment';
import { HeapSampler } from '../../../../../src/sources/v8/heap/heapSampler';
import { HeapObjects } from '../../../../../src/sources/v8/heap/heapObjects';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import { compileModule, useFolder } from '../../../../support/compiledModule';
import { stackTexts } from '../../../../support/stackTexts';

const QUIET: Partial<RecordingOptions> = {
  cpuIntervalUs: null,
  memoryPeriodMs: null,
  gc: false,
  async: false,
  allocationBytes: 65_536
};

const host = new RecordingHost();
const folder = useFolder();

host.configure({ folder });

function record(run: () => void, options: Partial<RecordingOptions> = {}): Profile {
  const recording = host.start({ ...QUIET, ...options });
  run();
  const { data } = recording.stop();
  validateProfile(data);
  return data;
}

/** What functions allocated themselves, by name. */
function byFunction(profile: Profile): Record<string, { bytes: number; count: number }> {
  const { heapSamples, stacks, frames, strings } = profile;
  const found: Record<string, { bytes: number; count: number }> = {};
  heapSamples.stack.forEach((stack, row) => {
    const name = strings[frames.name[stacks.frame[stack]]];
    const known = found[name] ?? { bytes: 0, count: 0 };
    const bytes = known.bytes + heapSamples.bytes[row];
    found[name] = { bytes, count: known.count + heapSamples.count[row] };
  });
  return found;
}

/** What functions allocated themselves and is still alive, by name. */
function aliveByFunction(profile: Profile): ReturnType<typeof byFunction> {
  const { heapSamples } = profile;
  const { aliveBytes: bytes, aliveCount: count } = heapSamples;
  return byFunction({ ...profile, heapSamples: { ...heapSamples, bytes, count } });
}

function reportOf({ sources }: Profile) {
  return sources.find(({ source }) => source === 'allocations');
}

/** Makes garbage of 848 bytes each. */
const arrays = runInThisContext(
  `(function arrays(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += new Array(100).fill(i)[3];
  return sum;
})`,
  { filename: 'Cell [1]' }
) as (n: number) => number;

/** Makes garbage of 40 bytes each. */
const points = runInThisContext(
  `(function points(n) {
  let last = null;
  for (let i = 0; i < n; i++) last = { x: i, y: last === null ? 0 : last.x };
  globalThis.kept = last;
})`,
  { filename: 'Cell [2]' }
) as (n: number) => void;

/** Keeps 872 bytes each. */
const remember = runInThisContext(
  `(function remember(n) {
  for (let i = 0; i < n; i++) {
    const { remembered } = globalThis;
    globalThis.remembered = { row: new Array(100).fill(i), remembered };
  }
})`,
  { filename: 'Cell [3]' }
) as (n: number) => void;

function forget(): void {
  Reflect.deleteProperty(globalThis, 'remembered');
}

const RETAINED: Partial<RecordingOptions> = { allocationBytes: null, retainedBytes: 65_536 };

afterEach(forget);

describe('HeapSampler', () => {
  test('counts the bytes of garbage to the function that made it', () => {
    const profile = record(() => arrays(2e5));
    const { bytes, count } = byFunction(profile).arrays;
    expect(bytes).toBeGreaterThan(0.85 * 2e5 * 816);
    expect(bytes).toBeLessThan(1.15 * 2e5 * 864);
    expect(count).toBeGreaterThan(0.7 * 2e5);
    expect(count).toBeLessThan(1.4 * 2e5);
    const report = reportOf(profile);
    expect(report).toMatchObject({ status: 'ok', message: '' });
    expect(report?.records).toBeGreaterThan(1000);
  });

  test('tells small objects from large ones', () => {
    const found = byFunction(
      record(
        () => {
          points(1e6);
          arrays(1e5);
        },
        { allocationBytes: 32_768 }
      )
    );
    expect(found.points.bytes / found.points.count).toBeLessThan(80);
    expect(found.arrays.bytes / found.arrays.count).toBeGreaterThan(500);
  });

  test('has each stack once, on the lines of TypeScript', () => {
    const source = `
type Row = { readonly id: number };

export function rows(n: number): number {
  let sum = 0;
  for (let id = 0; id < n; id++) {
    const row: Row[] = Array.from({ length: 50 }, () => ({ id }));
    sum += row.length;
  }
  return sum;
}
`;
    const { exports } = compileModule<{ rows(n: number): number }>(
      folder,
      'rows',
      source,
      'inline'
    );
    const profile = record(() => exports.rows(2e4));
    const { heapSamples, frames, strings } = profile;
    expect(new Set(heapSamples.stack).size).toBe(heapSamples.length);
    const file = strings.indexOf('rows.ts');
    expect(frames.line[frames.file.indexOf(file)]).toBe(4);
    expect(strings.filter(text => text.startsWith('/'))).toEqual([]);
    const roots = Array.from(heapSamples.stack, stack => stackTexts(profile, stack)[0]);
    expect(roots.filter(text => text.startsWith('(native)'))).toEqual([]);
  });

  test('leaves out what the profiler allocates', () => {
    const profile = record(() => {
      for (let round = 0; round < 20; round++) record(() => undefined);
    });
    const { heapSamples } = profile;
    for (const stack of heapSamples.stack) {
      expect(stackTexts(profile, stack).join()).not.toMatch(/src\/(record|sources|api|model)\//);
    }
  });

  test('gives recordings that overlap each its own window', () => {
    let inner: Profile | null = null;
    const outer = record(() => {
      arrays(1e5);
      inner = record(() => points(1e6));
      arrays(1e5);
    });
    const ofInner = byFunction(inner!);
    const ofOuter = byFunction(outer);
    expect(ofInner.arrays).toBeUndefined();
    expect(ofInner.points.bytes).toBeGreaterThan(0.7 * 1e6 * 28);
    expect(ofOuter.points.bytes).toBeGreaterThanOrEqual(ofInner.points.bytes);
    expect(ofOuter.arrays.bytes).toBeGreaterThan(0.85 * 2e5 * 816);
  });

  test('says when an enclosing recording decides the interval', () => {
    record(() => {
      const inner = record(() => arrays(1e4), { allocationBytes: 1024 });
      expect(reportOf(inner)).toMatchObject({
        status: 'partial',
        message: 'Sampled every 65536 bytes instead of 1024, as an enclosing recording does'
      });
    });
  });

  test('counts what is still alive at the end to the function that allocated it, without garbage', () => {
    const profile = record(() => {
      arrays(2e5);
      remember(1e5);
      arrays(2e5);
    }, RETAINED);
    const { heapSamples } = profile;
    const alive = aliveByFunction(profile);
    expect(alive.remember.bytes).toBeGreaterThan(0.8 * 1e5 * 848);
    expect(alive.remember.bytes).toBeLessThan(1.2 * 1e5 * 864);
    expect(alive.remember.count).toBeGreaterThan(0.7 * 1e5);
    expect(alive.remember.count).toBeLessThan(1.4 * 1e5);
    expect(alive.arrays?.bytes ?? 0).toBeLessThan(0.01 * alive.remember.bytes);
    expect([...heapSamples.bytes, ...heapSamples.count].every(value => value === 0)).toBe(true);
    expect(heapSamples.samples.every(samples => samples > 0)).toBe(true);
  });

  test('counts nothing as alive that was let go before the end, nor what was there before', () => {
    remember(1e5);
    const profile = record(() => {
      remember(1e5);
      forget();
    }, RETAINED);
    expect(aliveByFunction(profile).remember?.bytes ?? 0).toBeLessThan(1e6);
  });

  test('gives an inner recording what it allocated itself and is still alive at its own end', () => {
    let inner: Profile | null = null;
    const outer = record(() => {
      remember(1e5);
      inner = record(() => remember(2e4), RETAINED);
    }, RETAINED);
    forget();
    const ofInner = aliveByFunction(inner!).remember.bytes;
    expect(ofInner).toBeGreaterThan(0.7 * 2e4 * 848);
    expect(ofInner).toBeLessThan(1.3 * 2e4 * 864);
    expect(aliveByFunction(outer).remember.bytes).toBeGreaterThan(0.8 * 12e4 * 848);
  });

  test('says when an enclosing recording decides what is sampled', () => {
    record(() => {
      const inner = record(() => arrays(1e4), RETAINED);
      expect(reportOf(inner)).toMatchObject({
        status: 'partial',
        message:
          'Sampled what is allocated instead of what is still alive at the end, ' +
          'as an enclosing recording does'
      });
    });
  });

  test('forgets what was allocated before and between recordings', () => {
    arrays(2e5);
    record(() => points(1e6));
    arrays(2e5);
    expect(byFunction(record(() => points(1e6))).arrays).toBeUndefined();
  });

  test('lets the program go on where another profiler samples the heap, and says so', () => {
    const other = new Session();
    other.connect();
    other.post('HeapProfiler.startSampling');
    let ran = false;
    const profile = record(() => {
      ran = true;
    });
    other.post('HeapProfiler.stopSampling');
    other.disconnect();
    expect(ran).toBe(true);
    expect(profile.heapSamples.length).toBe(0);
    const report = reportOf(profile);
    expect(report?.status).toBe('failed');
    expect(report?.message).toMatch(/^Another profiler samples the heap of this thread\. Profile/);
    expect(reportOf(record(() => arrays(1e4)))?.status).toBe('ok');
  });
});

describe('HeapAttachment', () => {
  let attachment: HeapAttachment;

  afterEach(() => attachment.dispose());

  test('refuses anything that is not an interval, and to end a recording twice', () => {
    attachment = new HeapAttachment();
    const amount = 'allocated';
    expect(() => attachment.begin({ intervalBytes: 0, amount })).toThrow('give 1 byte or more');
    const recording = attachment.begin({ intervalBytes: 524_288, amount });
    expect(attachment.sampling?.intervalBytes).toBe(524_288);
    attachment.end(recording);
    expect(attachment.sampling).toBeNull();
    expect(() => attachment.end(recording)).toThrow('has ended already');
  });

  test('ends its recordings when it is disposed of, and they say so', () => {
    attachment = new HeapAttachment();
    const sampler = new HeapSampler({
      attachment,
      sampling: { intervalBytes: 65_536, amount: 'allocated' },
      mapper: identityMapper,
      folder
    });
    sampler.start();
    attachment.dispose();
    attachment.dispose();
    expect(() => sampler.stopNow()).not.toThrow();
  });
});

describe('HeapObjects', () => {
  const INTERVAL = 524_288;
  const scale = (size: number) => 1 / (1 - Math.exp(-size / INTERVAL));

  test.each([16, 40, 848, 65_536, 4_000_000])('finds the number of objects of %i bytes', size => {
    const samples = 1000;
    const objects = Math.round(samples * scale(size));
    const sampled = { bytes: objects * size, samples };
    expect(new HeapObjects([sampled], INTERVAL).of(sampled) / objects).toBeCloseTo(1, 2);
  });

  test('takes the size of all others where there is a single sample', () => {
    const many = { bytes: Math.round(1000 * scale(40)) * 40, samples: 1000 };
    const one = { bytes: Math.round(scale(40)) * 40, samples: 1 };
    const count = new HeapObjects([many, one], INTERVAL).of(one);
    expect(count).toBeGreaterThan(0.4 * scale(40));
    expect(count).toBeLessThan(2.5 * scale(40));
  });

  test('never gives fewer objects than were sampled, nor fails on nothing', () => {
    const none = { bytes: 0, samples: 0 };
    expect(new HeapObjects([], INTERVAL).of(none)).toBe(0);
    const odd = { bytes: 1e9, samples: 3 };
    expect(new HeapObjects([odd], INTERVAL).of(odd)).toBe(3);
  });
});
