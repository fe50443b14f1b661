import { describe, expect, it } from 'vitest';
import type { CounterSeries } from '../../../../../src/model/profile/profile';
import { curvePoints, MAX_POINTS } from '../../../../../extension/src/shared/curves/figure';
import { curvesOf, MAX_CURVES, unitsOf } from '../../../../../extension/src/shared/curves/curves';
import { drawProfile } from '../../../../support/drawProfile';
import { memoryProfile } from '../../../../support/memoryProfile';
import { seededRandom } from '../../../../support/random';

const names = { known: new Map([['Memory: node/rss', 'Resident set']]) };

describe('curvesOf', () => {
  it('puts counters that are known first, calls them by name, and tells tracks apart', () => {
    const { counters } = drawProfile(`
      pool {bytes}             |900
      Memory: node/rss {bytes} |5`);
    const labelsOf = (prefixOf?: () => string) =>
      curvesOf(counters, 'bytes', { ...names, prefixOf }).curves.map(({ label }) => label);
    expect(labelsOf()).toEqual(['Resident set', 'pool']);
    expect(labelsOf(() => 'GPU 1: ')).toEqual(['GPU 1: Resident set', 'GPU 1: pool']);
  });

  it('keeps the counters with the highest peaks when there are too many', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `c${index} {bytes} |${index}`);
    const { curves, found } = curvesOf(drawProfile(lines.join('\n')).counters, 'bytes', names);
    expect(found).toBe(20);
    expect(curves).toHaveLength(MAX_CURVES);
    expect(curves[0].label).toBe('c19');
  });

  it('gives each curve a look of its own, also without colours of twelve', () => {
    const lines = Array.from({ length: MAX_CURVES }, (_, index) => `c${index} {bytes} |1`);
    const { curves } = curvesOf(drawProfile(lines.join('\n')).counters, 'bytes', names);
    expect(new Set(curves.map(({ color, dash }) => `${color % 6} ${dash}`)).size).toBe(MAX_CURVES);
    expect(new Set(curves.slice(0, 4).map(({ dash }) => dash)).size).toBe(4);
  });

  it('knows the units that are there, those that are wanted first', () => {
    const { counters } = drawProfile('n {count} |1\nempty {percent} |\nrss {bytes} |1');
    expect(unitsOf(counters, ['percent', 'bytes'])).toEqual(['bytes', 'count']);
    expect(unitsOf(counters, [])).toEqual(['count', 'bytes']);
    expect(curvesOf(counters, 'percent', names).curves).toEqual([]);
  });
});

describe('curvePoints', () => {
  const pairs = ({ time, value }: ReturnType<typeof curvePoints>): number[][] =>
    [...time].map((at, row) => [Math.round(at), value[row]]);
  const [rss] = drawProfile('rss {bytes} |10   20   15').counters;

  it('holds each value until the next one, and the last one to the end', () => {
    expect(pairs(curvePoints(rss, { fromNs: 0, toNs: 12 }))).toEqual([
      [0, 10],
      [5, 10],
      [5, 20],
      [10, 20],
      [10, 15],
      [12, 15]
    ]);
  });

  it('has the value of any moment in the point that is nearest to it', () => {
    const { time, value } = curvePoints(rss, { fromNs: 0, toNs: 12 });
    const nearest = (at: number): number => {
      const distances = [...time].map(each => Math.abs(each - at));
      return value[distances.indexOf(Math.min(...distances))];
    };
    expect([1, 4, 4.9, 5.1, 8, 9.9, 10.1].map(nearest)).toEqual([10, 10, 10, 20, 20, 20, 15]);
  });

  it('carries in the value that holds at the start of the window', () => {
    expect(pairs(curvePoints(rss, { fromNs: 6, toNs: 8 }))).toEqual([
      [6, 20],
      [8, 20]
    ]);
  });

  it('keeps the peak of a long series and never has too many points', () => {
    const random = seededRandom(3);
    const time = Float64Array.from({ length: 100_000 }, (_, row) => row);
    const value = time.map(() => random());
    value[54_321] = 7;
    const series: CounterSeries = { ...rss, time, value };
    const points = curvePoints(series, { fromNs: 0, toNs: 200_000 });
    expect(points.time.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(Math.max(...points.value)).toBe(7);
    expect(points.time[points.time.length - 1]).toBe(200_000);
  });

  it('is empty before the first value', () => {
    const [late] = drawProfile('rss {bytes} |      10').counters;
    expect(curvePoints(late, { fromNs: 0, toNs: 3 }).time).toHaveLength(0);
  });

  it('never leaves its bound on real shapes, at any zoom', () => {
    const [series] = memoryProfile({ points: 9000 }).counters;
    for (let share = 1; share > 1e-4; share /= 1.7) {
      const { time } = curvePoints(series, { fromNs: 0, toNs: 4e9 * share });
      expect(time.length).toBeLessThanOrEqual(MAX_POINTS);
    }
  });
});
