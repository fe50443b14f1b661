import { beforeEach, describe, expect, it } from 'vitest';
import { Recorder } from '../../../src/record/recorder';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow, sliceLines, totalsOf } from '../../support/recording';

let clock: FakeClock;
let recorder: Recorder;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
});

function slice(name: string, ns: number, inside?: () => void): void {
  const token = recorder.begin(recorder.label(name, 'range'));
  inside?.();
  clock.advance(ns);
  recorder.end(token);
}

describe('Recorder', () => {
  it('records nested slices with their parents, in order of start', () => {
    const window = recorder.openWindow();
    clock.advance(10);
    slice('outer', 5, () => {
      slice('first', 20);
      slice('second', 30, () => slice('inner', 1));
    });
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'outer 10+56 - @main thread',
      'first 10+20 outer @main thread',
      'second 30+31 outer @main thread',
      'inner 30+1 second @main thread'
    ]);
  });

  it('is off before the first and after the last window', () => {
    expect(recorder.enabled).toBe(false);
    const outer = recorder.openWindow();
    const inner = recorder.openWindow();
    recorder.closeWindow(inner);
    expect(recorder.enabled).toBe(true);
    recorder.closeWindow(outer);
    expect(recorder.enabled).toBe(false);
  });

  it('gives an inner window its own slices only, and the outer one all', () => {
    const outer = recorder.openWindow();
    slice('before', 1);
    const inner = recorder.openWindow();
    slice('inside', 2);
    const innerProfile = finishWindow(recorder, inner);
    slice('after', 3);
    expect(sliceLines(innerProfile)).toEqual(['inside 0+2 - @main thread']);
    expect(sliceLines(finishWindow(recorder, outer))).toEqual([
      'before 0+1 - @main thread',
      'inside 1+2 - @main thread',
      'after 3+3 - @main thread'
    ]);
  });

  it('survives slices that are closed in another order than they were opened', () => {
    const window = recorder.openWindow();
    const a = recorder.begin(recorder.label('a', 'range'));
    const b = recorder.begin(recorder.label('b', 'range'));
    clock.advance(5);
    recorder.end(a);
    slice('c', 2);
    recorder.end(b);
    slice('d', 1);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'a 0+5 - @main thread',
      'b 0+7 a @async',
      'c 5+2 b @main thread',
      'd 7+1 - @main thread'
    ]);
  });

  it('cuts slices off that end after their window', () => {
    const window = recorder.openWindow();
    const thread = recorder.begin(recorder.label('thread', 'range'));
    const lane = recorder.beginAsync(recorder.label('lane', 'range'));
    clock.advance(3);
    recorder.endWindow(window);
    clock.advance(4);
    recorder.end(thread);
    recorder.endAsync(lane);
    const profile = finishWindow(recorder, window);
    expect(sliceLines(profile)).toEqual(['thread 0+3 - @main thread', 'lane 0+3 thread @async']);
    expect(Array.from(profile.args.key, key => profile.strings[key])).toEqual([
      'unfinished',
      'unfinished'
    ]);
  });

  it('cuts open slices off at the end and says so', () => {
    const window = recorder.openWindow();
    recorder.begin(recorder.label('open', 'range'));
    clock.advance(9);
    const profile = finishWindow(recorder, window);
    expect(sliceLines(profile)).toEqual(['open 0+9 - @main thread']);
    expect(profile.strings[profile.args.key[0]]).toBe('unfinished');
  });

  it('leaves no trace of an async slice that ends in a later recording', () => {
    const first = recorder.openWindow();
    const [, stale] = ['a', 'b'].map(name => recorder.beginAsync(recorder.label(name, 'range')));
    recorder.closeWindow(first);
    const second = recorder.openWindow();
    clock.advance(1);
    recorder.endAsync(stale);
    const [outer, , inner] = ['outer', 'middle', 'inner'].map(name =>
      recorder.begin(recorder.label(name, 'range'))
    );
    recorder.end(outer);
    recorder.end(inner);
    slice('last', 2);
    expect(sliceLines(finishWindow(recorder, second)).at(-1)).toBe('last 1+2 middle @main thread');
  });

  it('ignores the end of a slice that an earlier recording began', () => {
    const first = recorder.openWindow();
    const stale = recorder.begin(recorder.label('stale', 'range'));
    recorder.closeWindow(first);
    const second = recorder.openWindow();
    const fresh = recorder.begin(recorder.label('fresh', 'range'));
    recorder.end(stale);
    clock.advance(4);
    recorder.end(fresh);
    expect(sliceLines(finishWindow(recorder, second))).toEqual(['fresh 0+4 - @main thread']);
  });

  it('puts concurrent async slices on lanes and reuses a lane that is free', () => {
    const window = recorder.openWindow();
    const label = recorder.label('request', 'range');
    const first = recorder.beginAsync(label);
    const second = recorder.beginAsync(label);
    clock.advance(10);
    recorder.endAsync(first);
    const third = recorder.beginAsync(label);
    clock.advance(10);
    recorder.endAsync(second);
    recorder.endAsync(third);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'request 0+10 - @async',
      'request 0+20 - @async 2',
      'request 10+10 - @async'
    ]);
  });

  it('keeps an async slice in the lane of its parent where it nests', () => {
    const window = recorder.openWindow();
    const parent = recorder.beginAsync(recorder.label('parent', 'range'));
    clock.advance(1);
    const child = recorder.beginAsync(recorder.label('child', 'range'), parent);
    clock.advance(1);
    recorder.endAsync(child);
    recorder.endAsync(parent);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'parent 0+2 - @async',
      'child 1+1 parent @async'
    ]);
  });

  it('moves a slice to a lane and goes on nesting in the one around it', () => {
    const window = recorder.openWindow();
    const outer = recorder.begin(recorder.label('outer', 'range'));
    const moved = recorder.begin(recorder.label('moved', 'range'));
    recorder.moveToLane(moved);
    slice('next', 3);
    recorder.end(outer);
    clock.advance(5);
    recorder.endAsync(moved);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'outer 0+3 - @main thread',
      'moved 0+8 outer @async',
      'next 0+3 outer @main thread'
    ]);
  });

  it('keeps arguments, instants, flows and counters', () => {
    const window = recorder.openWindow();
    const decoder = recorder.addArgDecoder(values => ({ shape: `[${values.join(',')}]` }));
    const token = recorder.begin(recorder.label('op', 'operator'));
    recorder.arg(token, 'device', 'cpu');
    recorder.args.open(token, decoder);
    recorder.args.put(2);
    recorder.args.put(3);
    recorder.args.close();
    recorder.instant(recorder.label('mark', 'range'));
    const counter = recorder.counter('bytes', 'Device Storage', 'bytes');
    counter.set(10);
    clock.advance(7);
    counter.set(20);
    recorder.end(token);
    const other = recorder.begin(recorder.label('other', 'operator'));
    recorder.end(other);
    recorder.flow(token, other, recorder.label('next', 'flow'));
    const profile = finishWindow(recorder, window);
    const { strings, args, counters, instants, flows } = profile;
    expect(Array.from(args.key, key => strings[key])).toEqual(['device', 'shape']);
    expect(Array.from(args.value, value => strings[value])).toEqual(['cpu', '[2,3]']);
    expect(counters).toMatchObject([{ name: 'bytes', unit: 'bytes' }]);
    expect([...counters[0].time]).toEqual([0, 7]);
    expect([...counters[0].value]).toEqual([10, 20]);
    expect(instants.length).toBe(1);
    expect([flows.from[0], flows.to[0]]).toEqual([0, 1]);
  });
});

describe.each(['keepFirst', 'keepLast'] as const)('a limit that does %s', mode => {
  it('keeps as many slices as it says and exact totals of all', () => {
    const window = recorder.openWindow({ mode, slices: 1000 });
    slice('outer', 0, () => {
      for (let round = 0; round < 10_000; round++) slice('op', 3, () => slice('inner', 2));
    });
    const profile = finishWindow(recorder, window);
    expect(profile.slices.length).toBe(1000);
    expect(profile.meta.dropped.slices).toBe(19_001);
    expect(totalsOf(profile)).toEqual({
      outer: { count: 1, total: 50_000, self: 0 },
      op: { count: 10_000, total: 50_000, self: 30_000 },
      inner: { count: 10_000, total: 20_000, self: 20_000 }
    });
  });

  it('keeps everything while the limit is not reached', () => {
    const window = recorder.openWindow({ mode, slices: 1000 });
    for (let round = 0; round < 1000; round++) slice('op', 1);
    const profile = finishWindow(recorder, window);
    expect(profile.slices.length).toBe(1000);
    expect(profile.meta.dropped.slices).toBe(0);
    expect(profile.droppedTotals.length).toBe(0);
  });
});

describe('more async slices at one time than there are lanes', () => {
  it('are not kept if they end together, but counted in the totals', () => {
    const window = recorder.openWindow();
    const label = recorder.label('request', 'range');
    const tokens = Array.from({ length: 17_000 }, () => recorder.beginAsync(label));
    clock.advance(10);
    for (const token of tokens) recorder.endAsync(token);
    const profile = finishWindow(recorder, window);
    expect(profile.slices.length).toBe(16_384);
    expect(profile.meta.dropped.slices).toBe(616);
    expect(totalsOf(profile)).toMatchObject({ request: { count: 17_000, total: 170_000 } });
  });
});

describe('a recording that runs out of numbers', () => {
  it('stops, says so, and the next one starts afresh', () => {
    recorder = new Recorder({ clock: clock.now, maxTokens: 4096 });
    const window = recorder.openWindow({ mode: 'keepLast', slices: 100 });
    let rounds = 0;
    while (recorder.enabled && rounds < 10_000) {
      rounds++;
      slice('op', 1);
    }
    recorder.pause();
    recorder.resume();
    expect(recorder.enabled).toBe(false);
    const profile = finishWindow(recorder, window);
    expect(totalsOf(profile)).toMatchObject({ op: { count: rounds } });
    expect(profile.sources).toMatchObject([{ source: 'ranges', status: 'partial' }]);
    const next = recorder.openWindow();
    slice('again', 1);
    expect(sliceLines(finishWindow(recorder, next))).toEqual(['again 0+1 - @main thread']);
  });
});

describe('a ring of 10⁴ slices', () => {
  it('keeps the last ones and exact counts of 10⁶', () => {
    const window = recorder.openWindow({ mode: 'keepLast', slices: 10_000 });
    for (let round = 0; round < 1_000_000; round++) slice(round % 2 ? 'odd' : 'even', 1);
    const profile = finishWindow(recorder, window);
    expect(profile.slices.length).toBe(10_000);
    expect(profile.slices.start[0]).toBe(990_000);
    expect(totalsOf(profile)).toEqual({
      even: { count: 500_000, total: 500_000, self: 500_000 },
      odd: { count: 500_000, total: 500_000, self: 500_000 }
    });
  });

  it('keeps the arguments of the slices it keeps, however many came before', () => {
    const window = recorder.openWindow({ mode: 'keepLast', slices: 1000 });
    const label = recorder.label('op', 'range');
    for (let round = 0; round < 4_100_000; round++) {
      const token = recorder.begin(label);
      recorder.arg(token, 'round', round);
      recorder.end(token);
    }
    const { args, meta } = finishWindow(recorder, window);
    expect(args.length).toBe(1000);
    expect([args.value[0], args.value[999]]).toEqual([4_099_000, 4_099_999]);
    expect(meta.dropped.args).toBe(0);
  });

  it('counts slices that stay open while their slots are given up', () => {
    const window = recorder.openWindow({ mode: 'keepLast', slices: 100 });
    slice('long', 0, () => {
      for (let round = 0; round < 5000; round++) slice('op', 1);
    });
    slice('last', 1);
    const profile = finishWindow(recorder, window);
    expect(totalsOf(profile)).toMatchObject({
      long: { count: 1, total: 5000, self: 0 },
      op: { count: 5000, total: 5000 }
    });
  });
});

describe('a window inside one that is full', () => {
  const modes = ['keepFirst', 'keepLast'] as const;
  const repeat = (name: string, times: number): void => {
    for (let round = 0; round < times; round++) slice(name, 1);
  };

  it.each(modes)('keeps as many slices as it asked for where the outer one does %s', mode => {
    const outer = recorder.openWindow({ mode, slices: 10 });
    repeat('before', 1000);
    const inner = recorder.openWindow({ mode: 'keepFirst', slices: 500 });
    repeat('within', 600);
    const innerProfile = finishWindow(recorder, inner);
    repeat('after', 1000);
    const outerProfile = finishWindow(recorder, outer);
    expect(innerProfile.slices.length).toBe(500);
    expect(totalsOf(innerProfile)).toEqual({ within: { count: 600, total: 600, self: 600 } });
    expect(outerProfile.slices.length).toBe(10);
    expect(outerProfile.slices.start[0]).toBe(mode === 'keepFirst' ? 0 : 2590);
    expect(totalsOf(outerProfile)).toEqual({
      before: { count: 1000, total: 1000, self: 1000 },
      within: { count: 600, total: 600, self: 600 },
      after: { count: 1000, total: 1000, self: 1000 }
    });
  });

  it.each(modes)('keeps it exact what is nested over both, with %s', mode => {
    const outer = recorder.openWindow({ mode, slices: 70 });
    let inner = outer;
    slice('long', 0, () => {
      for (let round = 0; round < 300; round++) slice('op', 2, () => slice('leaf', 1));
      inner = recorder.openWindow({ mode: 'keepLast', slices: 200 });
      for (let round = 0; round < 300; round++) slice('op', 2, () => slice('leaf', 1));
    });
    const innerProfile = finishWindow(recorder, inner);
    const outerProfile = finishWindow(recorder, outer);
    expect([innerProfile.slices.length, outerProfile.slices.length]).toEqual([200, 70]);
    expect(totalsOf(innerProfile)).toEqual({
      op: { count: 300, total: 900, self: 600 },
      leaf: { count: 300, total: 300, self: 300 }
    });
    expect(totalsOf(outerProfile)).toEqual({
      long: { count: 1, total: 1800, self: 0 },
      op: { count: 600, total: 1800, self: 1200 },
      leaf: { count: 600, total: 600, self: 600 }
    });
  });

  it('gives its room back: however many there were, the outer one holds as much as before', () => {
    const outer = recorder.openWindow({ mode: 'keepFirst', slices: 100 });
    for (let round = 0; round < 50; round++) {
      const inner = recorder.openWindow({ mode: 'keepFirst', slices: 1000 });
      repeat('op', 1000);
      expect(finishWindow(recorder, inner).slices.length).toBe(1000);
    }
    repeat('op', 1000);
    expect([...recorder.slices.keptChunks(0)].length).toBeLessThan(60);
    expect(totalsOf(finishWindow(recorder, outer))).toMatchObject({ op: { count: 51_000 } });
  });
});
