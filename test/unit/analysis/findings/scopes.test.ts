import { describe, expect, it } from 'vitest';
import {
  aggregate,
  packageTimes,
  profileFindings,
  summarize,
  trackWaits
} from '../../../../src/analysis';
import { evaluateBudgets } from '../../../../src/analysis/budgets/evaluateBudgets';
import { mergeRepetitions } from '../../../../src/model/merge/mergeCells';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import {
  type Finding,
  type FindingKind,
  TIME_SHARES,
  type TimeShares
} from '../../../../src/model/output/findings';
import type { Profile } from '../../../../src/model/profile/profile';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { findingsText } from '../../../../src/report/findings/findingsReport';
import { parseBudgets } from '../../../../src/settings/budgets/parseBudgets';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { drawThread, SAMPLE_NS } from '../../../support/drawThread';
import { dropping } from '../../../support/droppedSlices';
import { seededRandom } from '../../../support/random';
import { stackParts } from '../../../support/stackParts';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';

/** A program that works, collects garbage, waits and is in native code, each for a while. */
const PROGRAM = 'uuuuuuuuuugguuuu......nnnnuuuu'.repeat(4);

/** The recording of the repetition `at` of a program, 1.5 s after the one before it. */
function repetition(code: string, at: number, more: Partial<Profile['meta']> = {}): Profile {
  const startedAtMs = 1_700_000_000_000 + at * 1500;
  const originNs = String(1000 + at * 1.5e9);
  return drawThread(code, {
    pid: 100 + at,
    isRepetition: true,
    meta: { startedAtMs, originNs, ...more }
  });
}

function repeated(code: string, times: number): Profile {
  return mergeRepetitions(Array.from({ length: times }, (_, at) => repetition(code, at)));
}

/** The shares of the run, each of them 0 … 1. */
function sharesOf(profile: Profile): Partial<TimeShares> {
  const { shares } = profileFindings(profile);
  return Object.fromEntries(
    TIME_SHARES.filter(key => key in (shares ?? {})).map(key => [
      key,
      (shares?.[key] ?? NaN) / profile.meta.durationNs
    ])
  );
}

function found<Kind extends FindingKind>(
  profile: Profile,
  kind: Kind
): Extract<Finding, { kind: Kind }> | undefined {
  return profileFindings(profile).findings.find(
    (each): each is Extract<Finding, { kind: Kind }> => each.kind === kind
  );
}

function isMet(profile: Profile, text: string): boolean {
  const subject = { profile, sections: aggregate(profile), isPartial: false, hiddenRows: 0 };
  return evaluateBudgets(subject, parseBudgets(text)).every(outcome => outcome.isMet);
}

describe('several repetitions of a program', () => {
  it.each([2, 3, 7])('have the shares of one, %i times', times => {
    const one = sharesOf(repetition(PROGRAM, 0));
    const all = sharesOf(repeated(PROGRAM, times));
    expect(Object.keys(all)).toEqual(Object.keys(one));
    for (const key of TIME_SHARES) expect(all[key] ?? 0).toBeCloseTo(one[key] ?? 0, 6);
  });

  it('have the findings of one', () => {
    const kindsAndShares = (profile: Profile) =>
      profileFindings(profile).findings.map(({ kind, share }) => [kind, share?.toFixed(6)]);
    const one = kindsAndShares(repetition(PROGRAM, 0));
    expect(one.map(([kind]) => kind)).toContain('waiting');
    expect(one.map(([kind]) => kind)).toContain('garbage');
    expect(kindsAndShares(repeated(PROGRAM, 4))).toEqual(one);
  });

  it('use the processor as much as one, whatever lies between them', () => {
    const busy = 'u'.repeat(99) + '.';
    for (const profile of [repetition(busy, 0), repeated(busy, 4)]) {
      expect(isMet(profile, 'cpu > 98%')).toBe(true);
      expect(isMet(profile, 'cpu < 60%')).toBe(false);
    }
  });

  it('wait and collect as often as all of them do', () => {
    const one = summarize(repetition(PROGRAM, 0));
    const all = summarize(repeated(PROGRAM, 4));
    expect(all.waitingNs).toBeCloseTo(4 * one.waitingNs!, 0);
    expect(all.gcNs).toBeCloseTo(4 * one.gcNs!, 0);
    expect(all.wallNs).toBeCloseTo(4 * one.wallNs, 0);
  });

  it('have the peak memory of the one that needed most', () => {
    const [first, second] = [0, 1].map(at => repetition(PROGRAM, at));
    const withPeak = (profile: Profile, bytes: number): Profile => ({
      ...profile,
      counters: [
        {
          ...{ name: 'Memory: node/rss', category: 'Device Storage', unit: 'bytes' },
          ...{ kind: 'sampled', track: 1 },
          time: Float64Array.of(0, 5e6),
          value: Float64Array.of(1e6, bytes)
        }
      ]
    });
    const both = mergeRepetitions([withPeak(first, 5e6), withPeak(second, 9e6)]);
    expect(summarize(both).peakRssBytes).toBe(9e6);
    const child = withPeak(drawThread(PROGRAM, { pid: 7 }), 99e6);
    expect(summarize(mergeProfiles([withPeak(first, 5e6), child])).peakRssBytes).toBe(5e6);
  });

  it('run on threads that each wait for as long as one does', () => {
    const [one] = [...trackWaits(repetition(PROGRAM, 0)).values()];
    for (const wait of trackWaits(repeated(PROGRAM, 3)).values()) {
      expect(wait.waitingNs).toBeCloseTo(one.waitingNs, 0);
      expect(wait.wholeNs).toBeCloseTo(one.wholeNs, 0);
    }
  });
});

/** A member that ran all the time beside a main thread of 100 ms: a worker of its process, or a child. */
const busyMember = (isWorker: boolean, isOld = false): Profile =>
  drawThread('ugggggggGG'.repeat(10), { pid: isWorker ? 1 : 2, isWorker, isOld });

/** The share of the user's own code in the time by package. */
function ownShare(profile: Profile): number {
  const own = packageTimes(profile).rows.find(({ owner }) => owner === 'own');
  return (own?.selfNs ?? 0) / profile.meta.durationNs;
}

describe('an idle main thread', () => {
  const idle = drawThread(`uuu${'.'.repeat(97)}`);

  it.each([
    ['a busy worker', [busyMember(true)]],
    ['a busy child', [busyMember(false)]],
    ['both', [busyMember(true), busyMember(false)]]
  ])('stays idle beside %s', (_what, members) => {
    const { meta, ...tables } = mergeProfiles([idle, ...members]);
    const profile = { ...tables, meta: { ...meta, pid: idle.meta.pid } };
    expect(sharesOf(profile).userNs).toBeCloseTo(ownShare(profile), 6);
    expect(sharesOf(profile).userNs).toBeGreaterThan(sharesOf(idle).userNs!);
    const { mainShares } = profileFindings(profile);
    expect(mainShares?.waitingNs).toBe(0.97 * profile.meta.durationNs);
    expect(mainShares?.gcNs).toBe(0);
    expect(findingsText(profileFindings(profile))).toContain(
      '\nMain thread: your code 3.0 % · waiting 97 % (above: all threads)\n'
    );
    expect(summarize(profile).gcNs).toBe(0);
    expect(found(profile, 'garbage')).toBeUndefined();
    expect(found(profile, 'waiting')).toBeUndefined();
  });

  it.each([30, 50, 80])('waits for as long as a worker does that is busy for %i ms', busyMs => {
    const worker = drawThread('u'.repeat(busyMs).padEnd(100, '.'), { pid: 1, isWorker: true });
    const profile = mergeProfiles([idle, worker]);
    const wait = found(profile, 'waiting');
    expect(wait?.share).toBeCloseTo(1 - busyMs / 100, 6);
    expect(wait?.share).toBeCloseTo(sharesOf(profile).waitingNs!, 1);
    const { mainShares } = profileFindings(profile);
    expect(wait?.facts.threadNs).toBe(mainShares?.waitingNs);
    expect(findingText(wait!)).toContain('While no other thread or process ran, the thread ');
    expect(findingText(wait!)).toContain('(97 % in all)');
    expect(found(idle, 'waiting')?.share).toBe(0.97);
    expect(findingText(found(idle, 'waiting')!)).toContain('The thread waited for 97 %');
  });

  it('waits for all of its time beside a worker that hardly runs', () => {
    const worker = drawThread('uu'.padEnd(100, '.'), { pid: 1, isWorker: true });
    const wait = found(mergeProfiles([idle, worker]), 'waiting');
    expect(wait?.share).toBe(0.97);
    expect(findingText(wait!)).toContain('The thread waited for 97 %');
  });

  it('does not wait while a worker waits for a core', () => {
    const worker = drawThread(`${'u-'.repeat(40)}${'.'.repeat(20)}`, { pid: 1, isWorker: true });
    const profile = mergeProfiles([idle, worker]);
    expect(found(profile, 'waiting')?.share).toBeCloseTo(0.2, 6);
    expect(found(profile, 'waiting')?.share).toBeCloseTo(sharesOf(profile).waitingNs!, 1);
  });

  it('has no collections where an old recording does not tell whose they are', () => {
    const old = mergeProfiles([
      drawThread(`uuu${'.'.repeat(97)}`, { isOld: true }),
      busyMember(true, true)
    ]);
    expect(sharesOf(old).userNs).toBeCloseTo(ownShare(old), 6);
    expect(found(old, 'garbage')).toBeUndefined();
    expect(summarize(old).gcNs).toBeUndefined();
  });

  it('has those of an old recording of one thread', () => {
    const code = `${'ug'.repeat(10)}${'.'.repeat(80)}`;
    expect(sharesOf(drawThread(code, { isOld: true }))).toEqual(sharesOf(drawThread(code)));
    expect(profileFindings(drawThread(code))).not.toHaveProperty('mainShares');
  });
});

describe('a limit of events', () => {
  const training = drawProfile(
    `main |[epoch                                       ][rest ]
          |[step      ][step     ][step    ][step      ]
          |[load] [fit] [fit    ] [fit   ]   [fit     ]`,
    { nsPerColumn: 1e6 }
  );

  it('changes no finding about ranges that take much of the time, whichever slices it drops', () => {
    const random = seededRandom(5);
    const whole = profileFindings(training).findings.filter(({ kind }) => kind === 'dominates');
    expect(whole).not.toEqual([]);
    for (let round = 0; round < 200; round++) {
      const { length } = training.slices;
      const [from, to] = [random(), random()].map(each => Math.floor(each * (length + 1)));
      const some = dropping(training, row => row >= from && row < to);
      expect(profileFindings(some).findings.filter(({ kind }) => kind === 'dominates')).toEqual(
        whole
      );
    }
  });

  it('does not make the time of what was dropped that of the range around it', () => {
    const some = dropping(training, row => row > 0);
    expect(found(some, 'dominates')?.facts.name).not.toBe('epoch');
  });
});

/** A profile of ranges on threads, `name from to` each. */
function onThreads(...threads: readonly (readonly string[])[]): Profile {
  const builder = new ProfileBuilder();
  let end = 0;
  threads.forEach((ranges, thread) => {
    const track = builder.addTrack({ name: `thread ${thread}`, kind: 'thread' });
    for (const range of ranges) {
      const [name, from, to] = range.split(' ');
      const start = Number(from) * 1e6;
      const duration = Number(to) * 1e6 - start;
      builder.addSlice({ name, category: 'range', track, start, duration });
      end = Math.max(end, start + duration);
    }
  });
  return builder.build(sampleMeta(end));
}

describe('what several threads did at a time', () => {
  it('took the time in which any of them did it', () => {
    const five = Array.from({ length: 5 }, () => ['work 0 40']);
    const dominating = found(onThreads(...five, ['main 0 40', 'end 40 100']), 'dominates');
    expect(dominating?.facts.name).toBe('end');
    const longer = onThreads(...five.map(() => ['work 0 70']), ['end 70 100']);
    const work = found(longer, 'dominates')!;
    expect(work.share).toBeCloseTo(0.7, 9);
    expect(work.facts).toMatchObject({ name: 'work', timeNs: 350e6, count: 5, threads: 5 });
    expect(findingText(work)).toBe('`work` took 70 % of the time: 350 ms in 5 runs on 5 threads.');
  });

  it('took the times of all of them where none did it at a time', () => {
    const inTurn = onThreads(['work 0 30'], ['work 30 60'], ['end 60 100']);
    expect(found(inTurn, 'dominates')).toMatchObject({ share: 0.6, facts: { threads: 2 } });
  });

  it('counts a lane of async code to its thread', () => {
    const builder = new ProfileBuilder();
    const pid = 7;
    const process = builder.addTrack({ name: 'process', kind: 'process', pid });
    const main = builder.addTrack({ name: 'main', kind: 'thread', parent: process, pid });
    const lane = builder.addTrack({ name: 'lane', kind: 'asyncLane', parent: process, pid });
    for (const [track, start] of [
      [main, 0],
      [lane, 50]
    ]) {
      const slice = { name: 'work', category: 'operator', start: start * 1e6, duration: 40e6 };
      builder.addSlice({ ...slice, track });
    }
    builder.addSlice({ name: 'z', category: 'range', start: 9e7, duration: 1e7, track: main });
    const dominating = found(builder.build(sampleMeta(1e8)), 'dominates');
    expect(dominating).toMatchObject({ share: 0.8, facts: { threads: 1 } });
  });

  it('took no more than that where a part of it was within other ranges', () => {
    const nested = onThreads(
      ['work 0 90', 'inner 10 80'],
      ['work 50 90', 'inner 55 60', 'z 90 100']
    );
    expect(found(nested, 'dominates')).toMatchObject({
      share: 0.7,
      facts: { name: 'inner', threads: 2 }
    });
  });
});

describe('a line that several threads were at', () => {
  /** Threads that were at line 1 of a cell, as the samplers of functions and of lines saw it. */
  function atLine(...codes: readonly string[]): Profile {
    const merged = mergeProfiles(codes.map((code, at) => drawThread(code, { pid: 1 + at })));
    const ownNs = codes.join('').replaceAll('.', '').length * SAMPLE_NS;
    const sources = [{ source: 'callSites', status: 'ok', message: '', records: 1000 }] as const;
    const [file] = merged.frames.file.filter(each => each > 0);
    const times = Float64Array.of(ownNs);
    const line = { line: Uint32Array.of(1), self: times, total: times, own: times };
    return { ...merged, sources, lineTotals: { length: 1, file: Uint32Array.of(file), ...line } };
  }

  it('took the time in which any of them was', () => {
    const busy = `${'u'.repeat(40)}${'.'.repeat(60)}`;
    const turns = [busy, `${'.'.repeat(40)}${'u'.repeat(40)}${'.'.repeat(20)}`];
    expect(found(atLine(busy), 'hotLine')?.share).toBeCloseTo(0.4, 9);
    expect(found(atLine(busy, busy, busy), 'hotLine')?.share).toBeCloseTo(0.4, 9);
    expect(found(atLine(...turns), 'hotLine')?.share).toBeCloseTo(0.8, 9);
  });
});

describe('the function that took most of a range', () => {
  /** `epoch` for 100 ms, in which `step` takes the second half, with samples as drawn. */
  function training(code: string): Profile {
    const sampled = drawThread(code);
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main thread', kind: 'thread' });
    builder.addSlice({ name: 'epoch', category: 'range', track, start: 0, duration: 100e6 });
    builder.addSlice({ name: 'step', category: 'range', track, start: 60e6, duration: 40e6 });
    const parts = stackParts(builder, {
      samples: [...code].map(each => ({
        stack: each === 'v' ? 'other:7' : 'work:1',
        weight: SAMPLE_NS
      }))
    });
    const samples = { ...sampled.samples, stack: parts.samples.stack };
    const onMain = { ...samples, track: samples.track.map(() => track) };
    return builder.build(sampleMeta(100e6), { ...parts, samples: onMain });
  }

  it('is one of the time of the range itself, not of ranges in it', () => {
    const inEpoch = training('u'.repeat(60) + 'v'.repeat(40));
    expect(found(inEpoch, 'dominates')?.facts).toMatchObject({ name: 'epoch', function: 'work' });
    const inStep = training(`${'uvw'.repeat(20).replaceAll('w', '.')}${'v'.repeat(40)}`);
    expect(found(inStep, 'dominates')?.facts).toMatchObject({ name: 'epoch' });
  });

  it('is none where samples leave open whether it took half', () => {
    const half = training('uv'.repeat(30) + 'v'.repeat(40));
    expect(found(half, 'dominates')?.facts).toMatchObject({ name: 'epoch', function: '' });
  });
});

const MB = 1e6;

describe('memory that grew', () => {
  it('is what the heap has after the collection of the same process', () => {
    const kernel = drawThread('.'.repeat(100), {
      heap: [91 * MB, 99.2 * MB],
      meta: { heldMemory: { heapBytes: 91.5 * MB, arrayBufferBytes: 0 } }
    });
    const child = drawThread('.'.repeat(100), { pid: 2, heap: [9.4 * MB, 11.2 * MB] });
    const { meta, ...tables } = mergeProfiles([kernel, child]);
    const { heldMemory } = kernel.meta;
    expect(found({ ...tables, meta: { ...meta, heldMemory } }, 'memory')).toBeUndefined();
  });

  const rising = [10, 40, 70, 98, 98, 98, 98, 98, 98, 98, 98].map(each => each * MB);

  it.each([
    ['an early collection', '....uuGGuu..................uuuu........', undefined],
    ['a late one', '....uuuuuu..................uuuu.....GG.', 'memory'],
    ['a late one of code that never returned', `${'u'.repeat(37)}GGu`, undefined],
    ['none', '....uuuuuu..................uuuu........', undefined]
  ] as const)('is known after %s', (_what, code, expected) => {
    expect(found(drawThread(code, { heap: rising }), 'memory')?.kind).toBe(expected);
  });

  it('is not known after the collection of another thread or process', () => {
    const grown = drawThread('....uuuuuu..................uuuu........', { heap: rising });
    for (const isWorker of [true, false]) {
      const other = drawThread(`${'.'.repeat(37)}GG.`, { pid: isWorker ? 1 : 2, isWorker });
      expect(found(mergeProfiles([grown, other]), 'memory')).toBeUndefined();
    }
  });

  it('is found in the first of several repetitions', () => {
    const held = { heldMemory: { heapBytes: 90 * MB, arrayBufferBytes: 0 } };
    const runs = [0, 1, 2].map(at => {
      const { meta, ...tables } = drawThread('.'.repeat(40), {
        ...{ pid: 100 + at, isRepetition: true, heap: rising },
        meta: { startedAtMs: at, ...held }
      });
      return { ...tables, meta };
    });
    expect(found(mergeRepetitions(runs), 'memory')?.facts.grownBytes).toBe(80 * MB);
  });
});
