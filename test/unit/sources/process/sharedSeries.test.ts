import { describe, expect, test } from 'vitest';
import {
  createSharedSeries,
  readSharedSeries,
  SharedSeriesPool,
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

describe('the memory of finished series', () => {
  test('is used again, from its beginning, once its writer has closed it', () => {
    const pool = new SharedSeriesPool(4);
    const buffer = pool.take();
    const writer = new SharedSeriesWriter(buffer);
    [1, 2, 3, 4, 5, 6].forEach((value, time) => writer.push(time, value));
    pool.giveBack(buffer);
    expect(pool.take()).not.toBe(buffer);
    writer.close();
    expect(pool.take()).toBe(buffer);
    expect(readSharedSeries(buffer).time).toHaveLength(0);
    new SharedSeriesWriter(buffer).push(7, 70);
    expect(Array.from(readSharedSeries(buffer).value)).toEqual([70]);
    pool.giveBack(buffer);
    expect(pool.take()).not.toBe(buffer);
  });

  test('waits for later ones in a bounded number', () => {
    const pool = new SharedSeriesPool(4);
    const buffers = Array.from({ length: 20 }, () => pool.take());
    for (const buffer of buffers) {
      new SharedSeriesWriter(buffer).close();
      pool.giveBack(buffer);
    }
    const again = Array.from({ length: 20 }, () => pool.take());
    expect(again.filter(buffer => buffers.includes(buffer))).toHaveLength(8);
  });
});
