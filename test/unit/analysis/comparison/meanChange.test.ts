import { expect, test } from 'vitest';
import {
  meanDifference,
  meanOfRuns,
  relativeChange
} from '../../../../src/analysis/comparison/meanChange';
import { studentT95 } from '../../../../src/base/stats';

test('the interval of a difference is that of Welch', () => {
  // Standard errors 3 and 4, 10 and 6 runs: (9 + 16)² / (81 / 9 + 256 / 5) = 10.38 degrees.
  const before = { mean: 100, halfWidth: 3 * studentT95(9), runs: 10 };
  const after = { mean: 80, halfWidth: 4 * studentT95(5), runs: 6 };
  const { low, high } = meanDifference(before, after);
  expect(low).toBeCloseTo(-20 - 5 * 2.2281, 2);
  expect(high).toBeCloseTo(-20 + 5 * 2.2281, 2);
});

test('the interval of a ratio stays above -100 %, however uncertain the means are', () => {
  const unsure = { mean: 10, halfWidth: 100, runs: 2 };
  const { low, high } = relativeChange(unsure, unsure);
  expect(low).toBeGreaterThan(-1);
  expect((1 + low) * (1 + high)).toBeCloseTo(1, 9);
});

test('means without any spread have an interval of one point', () => {
  const before = { mean: 10, halfWidth: 0, runs: 3 };
  const after = { mean: 5, halfWidth: 0, runs: 3 };
  expect(relativeChange(before, after).low).toBeCloseTo(-0.5, 12);
  expect(relativeChange(before, after).high).toBeCloseTo(-0.5, 12);
});

test('the interval of a mean is that of Student', () => {
  const { mean, halfWidth, runs } = meanOfRuns([10, 15, 5]);
  expect([mean, runs]).toEqual([10, 3]);
  expect(halfWidth).toBeCloseTo((4.3026527 * 5) / Math.sqrt(3), 5);
});
