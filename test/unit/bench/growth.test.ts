import { expect, it } from 'vitest';
import { growthOf, medianCosts } from '../../bench/growth/sizeCost';

const costs = (...cpuMs: number[]) =>
  cpuMs.map((each, at) => ({ size: 10 ** (at + 1), cpuMs: each, bytes: 1e6 }));

it('is the exponent of the steepest step', () => {
  expect(growthOf(costs(100, 1000, 100_000)).cpu).toBeCloseTo(2);
  expect(growthOf(costs(100, 1000, 10_000)).cpu).toBeCloseTo(1);
});

it('leaves out steps to costs that are small, and is never below 0', () => {
  expect(growthOf(costs(0.1, 40, 80)).cpu).toBeCloseTo(Math.log10(2));
  expect(growthOf(costs(200, 100))).toEqual({ cpu: 0, memory: 0 });
});

it('takes the median of each size over the rounds', () => {
  const rounds = [costs(1, 20), costs(3, 10), costs(2, 30)];
  expect(medianCosts(rounds).map(({ cpuMs }) => cpuMs)).toEqual([2, 20]);
});
