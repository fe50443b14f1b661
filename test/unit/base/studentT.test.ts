import { expect, it } from 'vitest';
import { studentT95 } from '../../../src/base/stats';

it.each([
  [1, 12.7062047],
  [2, 4.3026527],
  [3, 3.1824463],
  [4, 2.7764451],
  [9, 2.2621572],
  [10, 2.2281389],
  [30, 2.0422725],
  [99, 1.984217],
  [9999, 1.9602012]
])('gives the tabled quantile of Student’s t with %i degrees of freedom', (degrees, quantile) => {
  expect(studentT95(degrees)).toBeCloseTo(quantile, 6);
});
