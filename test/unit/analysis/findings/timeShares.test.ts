import { describe, expect, it, test } from 'vitest';
import { packageTimes, profileFindings } from '../../../../src/analysis';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { drawThread } from '../../../support/drawThread';
import { memoryProfile } from '../../../support/memoryProfile';

const SAMPLES = 400;

/** What the sampler says of these. */
const SAMPLED = [
  { source: 'cpuSampler', status: 'ok', message: '', records: SAMPLES },
  { source: 'callSites', status: 'ok', message: '', records: SAMPLES }
] as const;

/** A run whose samples are of the user's code, and every other one of garbage collection. */
function halfCollecting(profile: Profile): Profile {
  const { durationNs } = profile.meta;
  const strings = [...profile.strings, 'churn', 'Cell [1]', '(garbage collector)'];
  const [churn, cell, collector] = [3, 2, 1].map(back => strings.length - back);
  const periodNs = durationNs / SAMPLES;
  return {
    ...profile,
    strings,
    frames: {
      length: 2,
      name: Uint32Array.of(churn, collector),
      file: Uint32Array.of(cell, 0),
      line: Uint32Array.of(1, 0),
      column: Uint32Array.of(1, 0),
      kind: Uint8Array.of(FrameKind.user, FrameKind.gc)
    },
    stacks: {
      length: 2,
      prefix: Int32Array.of(-1, 0),
      frame: Uint32Array.of(0, 1),
      line: Uint32Array.of(1, 0),
      isAwaited: new Uint8Array(2)
    },
    samples: {
      length: SAMPLES,
      time: Float64Array.from({ length: SAMPLES }, (_, row) => row * periodNs),
      weight: new Float64Array(SAMPLES).fill(periodNs),
      stack: Int32Array.from({ length: SAMPLES }, (_, row) => row % 2),
      track: new Uint16Array(SAMPLES)
    }
  };
}

/** A run that collects garbage for a half of its time and is blocked in most of that, as by threads that help it. */
function blockedCollecting(): { readonly profile: Profile; readonly collectedNs: number } {
  const profile = memoryProfile();
  const { durationNs } = profile.meta;
  const halfNs = durationNs / 2;
  const { slices, samples, ...rest } = halfCollecting(profile);
  const [start, duration] = [Float64Array.from(slices.start), Float64Array.from(slices.duration)];
  start.fill(0);
  duration.fill(halfNs);
  const stack = samples.stack.map((_, row) => (samples.time[row] < halfNs ? -1 : 0));
  return {
    profile: { ...rest, slices: { ...slices, start, duration }, samples: { ...samples, stack } },
    collectedNs: halfNs
  };
}

function collectedBy(profile: Profile): number | undefined {
  return packageTimes(profile).rows.find(({ owner }) => owner === 'gc')?.selfNs;
}

describe('shares of the time', () => {
  it('have as much garbage collection as was recorded, whatever samples say', () => {
    const profile = memoryProfile();
    const collected = Array.from(profile.slices.duration).reduce((sum, each) => sum + each, 0);
    const { shares } = profileFindings(halfCollecting(profile));
    expect(shares?.gcNs).toBeCloseTo(collected, -3);
    expect(shares?.userNs).toBeCloseTo(profile.meta.durationNs - collected, -3);
  });

  it('have the time of collections for which the thread was blocked, as findings and packages have it', () => {
    const { profile, collectedNs } = blockedCollecting();
    const { shares, findings } = profileFindings(profile);
    const garbage = findings.find(({ kind }) => kind === 'garbage');
    expect(shares?.gcNs).toBeCloseTo(collectedNs, -3);
    expect(shares?.waitingNs).toBeCloseTo(0, -3);
    expect(garbage?.facts).toMatchObject({ timeNs: shares?.gcNs });
    expect(collectedBy(profile)).toBeCloseTo(collectedNs, -3);
    const { durationNs } = profile.meta;
    const { time } = profile.samples;
    // another thread that runs at the same time, and waits for a core as long
    const samples = {
      length: 2 * SAMPLES,
      time: Float64Array.of(...time, ...time),
      weight: Float64Array.of(...profile.samples.weight, ...profile.samples.weight),
      stack: Int32Array.of(...profile.samples.stack, ...new Int32Array(SAMPLES)),
      track: Uint16Array.of(...profile.samples.track, ...new Uint16Array(SAMPLES).fill(1))
    };
    const wait = { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: 1 } as const;
    const waits = { ...wait, time: Float64Array.of(0), value: Float64Array.of(durationNs / 2) };
    const both = { ...profile, samples, counters: [...profile.counters, waits] };
    expect(collectedBy(both)).toBeCloseTo(collectedNs, -3);
  });

  it('have that of samples where collections were not recorded', () => {
    const { slices, ...rest } = memoryProfile();
    const none = { ...slices, length: 0 };
    const without = Object.fromEntries(
      Object.entries(none).map(([name, column]) => [
        name,
        typeof column === 'number' ? column : column.slice(0, 0)
      ])
    ) as unknown as Profile['slices'];
    const { shares } = profileFindings(halfCollecting({ ...rest, slices: without }));
    expect(shares?.gcNs).toBeCloseTo(rest.meta.durationNs / 2, -3);
  });
});

describe('garbage collection', () => {
  /** Half of the time, of garbage that `churn` makes, of which one line takes a part of the time itself. */
  function kindsWith(part: number): readonly string[] {
    const { samples } = halfCollecting(memoryProfile());
    const { profile } = blockedCollecting();
    const own = Float64Array.of(part * profile.meta.durationNs);
    const cell = profile.strings.indexOf('Cell [1]');
    const lineTotals = {
      ...{ length: 1, file: Uint32Array.of(cell), line: Uint32Array.of(1) },
      ...{ self: own, total: own, own }
    };
    const { findings } = profileFindings({ ...profile, samples, lineTotals, sources: SAMPLED });
    return findings.map(({ kind }) => kind);
  }

  it('comes after the hot code that makes the garbage', () => {
    expect(kindsWith(0.45).slice(0, 2)).toEqual(['hotLine', 'garbage']);
  });
});

test('the main thread has no shares of its own beside a worker that ran for next to nothing', () => {
  const idle = drawThread(`uuu${'.'.repeat(97)}`);
  const beside = (busyMs: number): Profile => {
    const code = 'u'.repeat(busyMs).padEnd(100, '.');
    return mergeProfiles([idle, drawThread(code, { pid: 1, isWorker: true })]);
  };
  expect(profileFindings(beside(1))).not.toHaveProperty('mainShares');
  expect(profileFindings(beside(5))).toHaveProperty('mainShares');
});
