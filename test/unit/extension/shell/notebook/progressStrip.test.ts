// @vitest-environment jsdom
import '../../setupDom';
import { expect, it } from 'vitest';
import { MemoryCurve } from '../../../../../extension/src/shell/notebook/progressStrip';

// @vitest-environment jsdom
const pointsOf = (curve: MemoryCurve): number[][] =>
  (curve.node.querySelector('polyline')?.getAttribute('points') ?? '')
    .split(' ')
    .map(point => point.split(',').map(Number));

it('draws growth from the lower left to the upper right', () => {
  const curve = new MemoryCurve();
  for (const [elapsedMs, bytes] of [
    [1000, 80e6],
    [1500, 90e6],
    [2000, 100e6]
  ]) {
    curve.add(elapsedMs, bytes);
  }
  expect(pointsOf(curve)).toEqual([
    [1, 15],
    [32, 8],
    [63, 1]
  ]);
  expect(curve.range).toEqual([80e6, 100e6]);
});

it('keeps a small change small, and leaves out what is not later', () => {
  const curve = new MemoryCurve();
  curve.add(1000, 80e6);
  curve.add(1500, 80.8e6);
  curve.add(1500, 500e6);
  expect(pointsOf(curve)).toEqual([
    [1, 15],
    [63, 13.6]
  ]);
});

it('never has more than 128 points, and still begins at the start', () => {
  const curve = new MemoryCurve();
  for (let at = 0; at < 10_000; at++) curve.add(500 * at, 80e6 + at * 1e4);
  const points = pointsOf(curve);
  expect(points.length).toBeGreaterThan(60);
  expect(points.length).toBeLessThanOrEqual(128);
  expect(points[0]).toEqual([1, 15]);
  expect(points.at(-1)).toEqual([63, 1]);
});
