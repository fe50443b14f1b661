import { describe, expect, it } from 'vitest';
import { withCallStackRows } from '../../../../../src/formats/shared/rows/callStackRows';
import { encodeKinetoTrace } from '../../../../../src/formats/chrome/kinetoTrace';
import {
  type SampleSlices,
  sampleSlices,
  sampledThreads
} from '../../../../../src/formats/shared/rows/sampleSlices';
import { CORE_WAIT } from '../../../../../src/model/profile/categories';
import type { Profile } from '../../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { sampleMeta } from '../../../../support/drawProfile';
import { sampledProfile } from '../../../../support/sampledProfile';

/** One sample: `main>step` from the outermost function on, empty for an idle thread. */
interface DrawnSample {
  readonly at: number;
  readonly stack: string;
  readonly weight?: number;
}

/** A profile of one thread with these samples, which stand for 10 ns each unless they say. */
function profileOf(samples: readonly DrawnSample[]): Profile {
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main', kind: 'thread', pid: 5, tid: 5 });
  builder.addTrack({ name: 'lane', kind: 'asyncLane', pid: 5, tid: 9 });
  const stacks = new StackBuilder();
  const frameOf = new Map<string, number>();
  const frame = (name: string): number => {
    const known = frameOf.get(name);
    if (known !== undefined) return known;
    const file = builder.strings.intern('a.ts');
    const place = { file, line: frameOf.size + 1, column: 1, kind: 0 };
    const row = stacks.frame({ name: builder.strings.intern(name), ...place });
    frameOf.set(name, row);
    return row;
  };
  const stackOf = ({ stack }: DrawnSample): number =>
    stack === ''
      ? -1
      : stack.split('>').reduce((prefix, name) => stacks.stack(prefix, frame(name)), -1);
  const table = {
    length: samples.length,
    time: Float64Array.from(samples, ({ at }) => at),
    weight: Float64Array.from(samples, ({ weight = 10 }) => weight),
    stack: Int32Array.from(samples, stackOf),
    track: new Uint16Array(samples.length)
  };
  builder.addSlice({ name: 'all', category: 'range', start: 0, duration: 500, track: 0 });
  builder.addSlice({ name: 'run', category: 'operator', start: 5, duration: 9, track: 1 });
  const parts = { stacks: stacks.stacks(), frames: stacks.frames(), samples: table };
  return builder.build(sampleMeta(500), parts);
}

function linesOf(profile: Profile, { length, start, duration, frame }: SampleSlices): string[] {
  const { strings, frames } = profile;
  return Array.from({ length }, (_, row) => {
    return `${strings[frames.name[frame[row]]]} ${start[row]}+${duration[row]}`;
  });
}

const slicesOf = (profile: Profile, limit?: number): SampleSlices =>
  sampleSlices(profile, sampledThreads(profile).get(0) ?? new Uint32Array(0), { limit });

function expectNested({ length, start, duration }: SampleSlices): void {
  const ends: number[] = [];
  for (let row = 0; row < length; row++) {
    const end = start[row] + duration[row];
    if (row > 0) expect(start[row]).toBeGreaterThanOrEqual(start[row - 1]);
    while (ends.length > 0 && ends[ends.length - 1] <= start[row]) ends.pop();
    if (ends.length > 0) expect(end).toBeLessThanOrEqual(ends[ends.length - 1]);
    ends.push(end);
  }
}

describe('sampleSlices', () => {
  it('has a function go on while its thread waits for a core', () => {
    const drawn = profileOf([
      { at: 0, stack: 'main>step' },
      { at: 100, stack: 'main>step' },
      { at: 200, stack: 'main' }
    ]);
    const wait = { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: 0 } as const;
    const waits = { ...wait, time: Float64Array.of(0, 10, 100), value: Float64Array.of(0, 90, 0) };
    const profile = { ...drawn, counters: [waits] };
    expect(linesOf(drawn, slicesOf(drawn))).toEqual([
      ...['main 0+10', 'step 0+10', 'main 100+10', 'step 100+10', 'main 200+10']
    ]);
    expect(linesOf(profile, slicesOf(profile))).toEqual([
      ...['main 0+110', 'step 0+110', 'main 200+10']
    ]);
  });

  it('lets a function last for as long as it stays on the stack', () => {
    const profile = profileOf([
      { at: 0, stack: 'main>step' },
      { at: 10, stack: 'main>step>conv' },
      { at: 20, stack: 'main>step>conv' },
      { at: 30, stack: 'main>save' },
      { at: 40, stack: 'main' }
    ]);
    expect(linesOf(profile, slicesOf(profile))).toEqual([
      'main 0+50',
      'step 0+30',
      'conv 10+20',
      'save 30+10'
    ]);
  });

  it('ends all functions where the thread is idle and where samples are missing', () => {
    const profile = profileOf([
      { at: 0, stack: 'main' },
      { at: 10, stack: '' },
      { at: 20, stack: 'main' },
      { at: 34, stack: 'main' },
      { at: 100, stack: 'main' }
    ]);
    expect(linesOf(profile, slicesOf(profile))).toEqual(['main 0+10', 'main 20+24', 'main 100+10']);
  });

  it('tells a function that calls itself from its caller', () => {
    const profile = profileOf([
      { at: 0, stack: 'f' },
      { at: 10, stack: 'f>f>f' },
      { at: 20, stack: 'f>f' }
    ]);
    expect(linesOf(profile, slicesOf(profile))).toEqual(['f 0+30', 'f 10+20', 'f 10+10']);
  });

  it('nests whatever was sampled, and keeps the longest within its limit', () => {
    const profile = sampledProfile({ samples: 3000, names: ['a', 'b', 'c', 'd'], threads: 1 });
    const all = slicesOf(profile);
    expect(all.length).toBeGreaterThan(1000);
    expectNested(all);
    for (const limit of [1, 10, 77, 500]) {
      const some = slicesOf(profile, limit);
      expect(some.length).toBe(limit);
      expectNested(some);
      const least = Math.min(...some.duration);
      const longer = all.duration.filter(duration => duration > least).length;
      expect(longer).toBeLessThanOrEqual(limit);
    }
  });

  it('keeps the outermost functions of very deep stacks', () => {
    const deep = Array.from({ length: 5000 }, (_, depth) => `f${depth}`).join('>');
    const slices = slicesOf(profileOf([{ at: 0, stack: deep }]));
    expect(slices.length).toBe(200);
    expectNested(slices);
  });
});

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: { readonly name?: string; readonly sort_index?: number };
}

function eventsOf(profile: Profile, callStacks: boolean): TraceEvent[] {
  const bytes = encodeKinetoTrace(profile, new Map(), { callStacks });
  const trace = JSON.parse(new TextDecoder().decode(bytes)) as { traceEvents: TraceEvent[] };
  return trace.traceEvents;
}

describe('encodeKinetoTrace with call stacks', () => {
  const profile = profileOf([
    { at: 0, stack: 'main>step' },
    { at: 10, stack: 'main' }
  ]);

  it('shows them as a flame graph on a row below their thread', () => {
    const events = eventsOf(profile, true);
    const named = events.find(({ args }) => args?.name === 'Call stack');
    const sort = (tid: number | undefined) =>
      events.find(event => event.name === 'thread_sort_index' && event.tid === tid)?.args
        .sort_index;
    expect(sort(named?.tid)).toBe((sort(5) ?? 0) + 1);
    const shown = events.filter(({ cat }) => cat === 'call stack');
    expect(shown.map(({ name, tid, ts, dur }) => [name, tid, ts, dur])).toEqual([
      ['main (a.ts:1)', named?.tid, 0, 0.02],
      ['step (a.ts:2)', named?.tid, 0, 0.01]
    ]);
  });

  it('leaves all other events as they are', () => {
    const others = (events: readonly TraceEvent[]) =>
      events.filter(({ ph, cat }) => 'Xbe'.includes(ph) && cat !== 'call stack' && cat !== 'Trace');
    expect(others(eventsOf(profile, true))).toEqual(others(eventsOf(profile, false)));
  });

  it('shows none without samples', () => {
    expect(withCallStackRows(profileOf([])).tracks).toHaveLength(2);
    const idle = profileOf([{ at: 0, stack: '' }]);
    expect(eventsOf(idle, true)).toEqual(eventsOf(idle, false));
  });
});
