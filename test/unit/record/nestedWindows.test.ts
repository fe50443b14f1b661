import { beforeEach, describe, expect, it } from 'vitest';
import { Recorder } from '../../../src/record/recorder';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow, totalsOf } from '../../support/recording';

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
