import { describe, expect, test } from 'vitest';
import {
  createSharedSeries,
  readSharedSeries,
  SharedSeriesWriter
} from '../../../../src/sources/process/sharedSeries';

function written(capacity: number, values: readonly number[]) {
  const buffer = createSharedSeries(capacity);
  const writer = new SharedSeriesWriter(buffer);
  values.forEach((value, time) => writer.push(time, value));
  const { time, value } = readSharedSeries(buffer);
  return { time: Array.from(time), value: Array.from(value) };
}

describe('a shared series', () => {
  test('is read as it was written', () => {
    expect(written(4, [5, 7, 6])).toEqual({ time: [0, 1, 2], value: [5, 7, 6] });
  });

  test('halves its rate when it is full and keeps the higher of two values', () => {
    expect(written(4, [1, 9, 3, 2, 5, 8])).toEqual({ time: [1, 2, 5], value: [9, 3, 8] });
  });

  test('never outgrows its memory and keeps the peak and the order of time', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => (at === 7_777 ? 1e9 : at % 100));
    const { time, value } = written(64, values);
    expect(time.length).toBeLessThanOrEqual(64);
    expect(time.length).toBeGreaterThanOrEqual(32);
    expect(Math.max(...value)).toBe(1e9);
    expect(time).toEqual([...time].sort((a, b) => a - b));
  });
});
