import { describe, expect, it } from 'vitest';
import { medianChange } from '../../../../src/analysis/comparison/medianChange';
import { verdictOfInterval } from '../../../../src/analysis/comparison/verdict';
import { seededRandom } from '../../../support/random';
import { sampleOf } from '../../../support/tiers';

/** Times of runs around a middle, with a normal spread. */
function timesOf(random: () => number, runs: number, middle: number, spread = 0.03): number[] {
  return Array.from({ length: runs }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return middle * Math.max(0.1, 1 + spread * normal);
  });
}

/** The same times but for one. */
const withRun = (times: readonly number[], run: number, time: number): number[] =>
  times.map((each, at) => (at === run ? time : each));

const TRIALS = 150;

describe('the change of a median', () => {
  it.each(sampleOf([2, 3, 4, 5, 8, 20], 2))('is seldom seen where there is none: %i runs', runs => {
    const random = seededRandom(runs);
    let wrong = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const change = medianChange(timesOf(random, runs, 100), timesOf(random, runs, 100));
      if (verdictOfInterval(change) !== 'chance') wrong++;
    }
    expect(wrong / TRIALS).toBeLessThan(0.1);
  });

  it.each([5, 8, 20])('is seen where it is great: %i runs', runs => {
    const random = seededRandom(runs);
    for (let trial = 0; trial < 50; trial++) {
      const change = medianChange(timesOf(random, runs, 100), timesOf(random, runs, 75));
      expect(verdictOfInterval(change)).toBe('faster');
      expect(change.low).toBeGreaterThan(-0.45);
      expect(change.high).toBeLessThan(-0.05);
    }
  });

  it.each([2, 5, 40, 1000])('is the same with one cold run of five, %i times as long', times => {
    const random = seededRandom(times);
    for (const runs of [5, 6, 10]) {
      const [before, after] = [timesOf(random, runs, 100), timesOf(random, runs, 60)];
      const quiet = medianChange(before, after);
      for (const cold of [
        medianChange(withRun(before, 0, 100 * times), after),
        medianChange(before, withRun(after, 0, 60 * times)),
        medianChange(withRun(before, 0, 100 * times), withRun(after, 2, 60 * times))
      ]) {
        expect(verdictOfInterval(cold)).toBe('faster');
        expect(Math.abs(cold.low - quiet.low)).toBeLessThan(0.15);
        expect(Math.abs(cold.high - quiet.high)).toBeLessThan(0.15);
      }
    }
  });

  it('is not taken for sure where two of five runs took much longer', () => {
    const mixed = [100, 101, 100, 300, 310];
    expect(verdictOfInterval(medianChange(mixed, [220, 221, 220, 219, 222]))).toBe('chance');
  });

  it('is the same for the same times, whatever their unit', () => {
    const [before, after] = [
      [10, 11, 12, 10, 11],
      [8, 9, 8, 8, 9]
    ];
    const change = medianChange(before, after);
    expect(medianChange(before, after)).toEqual(change);
    const inUs = [before, after].map(times => times.map(each => each * 1000));
    expect(medianChange(inUs[0], inUs[1]).low).toBeCloseTo(change.low, 12);
    expect([change.beforeNs, change.afterNs]).toEqual([11, 8]);
  });

  it('has bounds around it, one point where nothing varies', () => {
    const change = medianChange([10, 10, 10, 10], [5, 5, 5, 5]);
    expect(change).toEqual({ beforeNs: 10, afterNs: 5, low: -0.5, high: -0.5 });
  });
});
