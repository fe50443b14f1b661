import { describe, expect, it } from 'vitest';
import { counterFigures } from '../../../../src/analysis/statistics/counterFigures';
import { heldValues } from '../../../../src/analysis/slices/counterValues';
import { longestOfKind } from '../../../../src/analysis/slices/longestSlices';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';

const [rss] = drawProfile('rss {bytes} |10   20   15').counters;

describe('heldValues', () => {
  it('leads with the value that holds at the start of the window', () => {
    const { time, value } = heldValues(rss, { fromNs: 2, toNs: 8 });
    expect([...time]).toEqual([2, 5]);
    expect([...value]).toEqual([10, 20]);
  });

  it('takes a value at the very start as it is', () => {
    expect([...heldValues(rss, { fromNs: 5, toNs: 12 }).value]).toEqual([20, 15]);
  });

  it('is empty before the first value', () => {
    const [late] = drawProfile('rss {bytes} |      10').counters;
    expect(heldValues(late, { fromNs: 0, toNs: 3 }).value).toHaveLength(0);
  });
});

describe('counterFigures', () => {
  it('tells start, end, growth and the first peak', () => {
    const figures = { count: 3, start: 10, end: 15, growth: 5, peak: 20, peakTimeNs: 5 };
    expect(counterFigures(rss, { fromNs: 0, toNs: 12 })).toEqual(figures);
  });

  it('tells them of the window alone', () => {
    const figures = { count: 1, start: 20, end: 15, growth: -5, peak: 20, peakTimeNs: 7 };
    expect(counterFigures(rss, { fromNs: 7, toNs: 12 })).toEqual(figures);
  });

  it('has none where nothing was counted yet', () => {
    const [late] = drawProfile('rss {bytes} |      10').counters;
    expect(counterFigures(late, { fromNs: 0, toNs: 3 })).toBeNull();
  });
});

describe('longestOfKind', () => {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread' });
  const gc = builder.addTrack({ name: 'GC', kind: 'gc' });
  const add = (start: number, duration: number, track: number) =>
    builder.addSlice({ name: 'slice', category: 'gc', start, duration, track });
  for (const [start, duration] of [
    [0, 5],
    [10, 2],
    [20, 9],
    [40, 3]
  ]) {
    add(start, duration, gc);
  }
  add(1, 60, main);
  const profile = builder.build(sampleMeta(100));
  const starts = (fromNs: number, toNs: number, limit: number): number[] =>
    longestOfKind(profile, { kind: 'gc', window: { fromNs, toNs }, limit }).map(
      row => profile.slices.start[row]
    );

  it('takes the slices of one kind of track, in order of start', () => {
    expect(starts(0, 100, 10)).toEqual([0, 10, 20, 40]);
  });

  it('leaves out the shortest ones when there are too many', () => {
    expect(starts(0, 100, 2)).toEqual([0, 20]);
  });

  it('takes those that reach into the window, and no others', () => {
    expect(starts(11, 30, 10)).toEqual([10, 20]);
  });
});
