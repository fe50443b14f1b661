import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { samplingError } from '../../../../../src/analysis';
import type { Profile } from '../../../../../src/model/profile/profile';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { V8AddonUnavailableError } from '../../../../../src/native/v8Addon';
import type { ContributionContext } from '../../../../../src/record/build/contribution';
import { obtainCollector } from '../../../../../src/sources/process/garbageCollector';
import { HeapAttachment } from '../../../../../src/sources/v8/heap/heapAttachment';
import { HeapSampler } from '../../../../../src/sources/v8/heap/heapSampler';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import { compileModule } from '../../../../support/compiledModule';
import { useFolder } from '../../../../support/folders';
import {
  RETAINED,
  aliveByFunction,
  arrays,
  byFunction,
  forget,
  heapRecorder,
  points,
  remember,
  reportOf
} from '../../../../support/heapPrograms';
import { SAMPLED } from '../../../../support/sampledTests';
import { stackTexts } from '../../../../support/stackTexts';
import { sampleOf } from '../../../../support/tiers';

const folder = useFolder();
const record = heapRecorder(folder);

/** Makes `n` collections of about 1000 values each. */
const keep = runInThisContext(
  `(function keep(kind, n) {
  const makers = {
    decimals: () => Array.from({ length: 1000 }, (_, i) => i / 2),
    wholes: () => Array.from({ length: 1000 }, (_, i) => i),
    'several lengths': at => Array.from({ length: 500 + ((7 * at) % 999) }, (_, i) => i / 2),
    objects: () => Array.from({ length: 1000 }, (_, i) => ({ i })),
    strings: () => Array.from({ length: 1000 }, (_, i) => 'text '.repeat(3) + i),
    literals: at => ({ at, rows: [[at, 1, 2, 3], { name: 'n' + at, values: new Array(3000).fill(at) }] }),
    'entries of a map': () => new Map(Array.from({ length: 1000 }, (_, i) => [i, { i }])),
    large: at => new Array(1e6).fill(at),
    pushed: () => {
      const all = [];
      for (let i = 0; i < 1000; i++) all.push({ i });
      return all;
    }
  };
  return Array.from({ length: n }, (_, at) => makers[kind](at));
})`,
  { filename: 'Cell [4]' }
) as (kind: string, n: number) => unknown[];

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The bytes in use on the heap after full collections: the second one begins when all is swept of the first. */
function heapInUse(): number {
  const collect = obtainCollector()!;
  collect();
  collect();
  return getHeapStatistics().used_heap_size;
}

afterEach(forget);

describe('HeapSampler', () => {
  test('counts the bytes of garbage to the function that made it', () => {
    const profile = record(() => arrays(2e5));
    const { bytes } = byFunction(profile).arrays;
    expect(bytes).toBeGreaterThan(0.85 * 2e5 * 816);
    expect(bytes).toBeLessThan(1.15 * 2e5 * 864);
    const report = reportOf(profile);
    expect(report).toMatchObject({ status: 'ok', message: '' });
    expect(report?.records).toBeGreaterThan(1000);
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
    expect(alive.arrays?.bytes ?? 0).toBeLessThan(0.01 * alive.remember.bytes);
    expect([...heapSamples.bytes, ...heapSamples.variance].every(value => value === 0)).toBe(true);
    expect(heapSamples.samples.every(samples => samples > 0)).toBe(true);
  });

  const KEPT: readonly (readonly [kind: string, count: number])[] = [
    ['decimals', 2000],
    ['wholes', 2000],
    ['several lengths', 1500],
    ['objects', 400],
    ['pushed', 400],
    ['literals', 400],
    ['entries of a map', 200],
    ['strings', 400],
    ['large', 8]
  ];

  test.each(sampleOf(KEPT, 2))(
    'counts the bytes of %s that are kept within twice their stated error',
    SAMPLED,
    (kind, count) => {
      const before = heapInUse();
      let kept: readonly unknown[] = [];
      const profile = record(() => {
        kept = keep(kind, count);
      }, RETAINED);
      const truth = heapInUse() - before;
      const { heapSamples } = profile;
      const bytes = sumOf(heapSamples.aliveBytes);
      const error = samplingError(sumOf(heapSamples.aliveVariance));
      expect(kept.length).toBe(count);
      expect(error).toBeLessThan((kind === 'several lengths' ? 2 : 0.2) * truth);
      expect(Math.abs(bytes - truth)).toBeLessThan(2 * error + 0.02 * truth);
    }
  );

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

  test('samples what is alive where both are asked for and there is no addon, and says so', () => {
    attachment = new HeapAttachment(() => {
      throw new V8AddonUnavailableError('none');
    });
    const sampler = new HeapSampler({
      attachment,
      sampling: { intervalBytes: 65_536, amount: 'both' },
      mapper: identityMapper,
      folder
    });
    sampler.start();
    expect(attachment.sampling).toEqual({ intervalBytes: 65_536, amount: 'alive' });
    sampler.stopNow();
    const context = { strings: new StringTable(), stacks: new StackBuilder() };
    const { report } = sampler.contribute(context as unknown as ContributionContext);
    expect(report).toMatchObject({ status: 'partial' });
    expect(report.message).toMatch(
      /^Sampled what is still alive at the end instead of .*no binary/
    );
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
