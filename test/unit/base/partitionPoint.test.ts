import { expect, test } from 'vitest';
import { partitionPoint } from '../../../src/base/partitionPoint';

test.each([0, 1, 2, 3, 7, 8, 1000])('of %i numbers it is the first that fails', count => {
  for (let first = 0; first <= count; first += Math.max(1, count >> 4)) {
    expect(partitionPoint(0, count, at => at < first)).toBe(first);
    expect(partitionPoint(10, 10 + count, at => at < 10 + first)).toBe(10 + first);
  }
});

test('it asks about the logarithm of their count, and never about the bounds beyond them', () => {
  const asked: number[] = [];
  partitionPoint(5, 5 + 2 ** 20, at => asked.push(at) > 0);
  expect(asked.length).toBeLessThanOrEqual(21);
  expect(Math.max(...asked)).toBeLessThan(5 + 2 ** 20);
});
