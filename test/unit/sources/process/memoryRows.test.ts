import { describe, expect, it } from 'vitest';
import { MemoryRows } from '../../../../src/sources/process/memory';
import { sizesAroundGrowths } from '../../../support/growthSizes';

const CAPACITY = 64;

const usageOf = (bytes: number): NodeJS.MemoryUsage => ({
  ...{ rss: bytes, heapTotal: bytes, heapUsed: bytes },
  ...{ external: bytes, arrayBuffers: bytes }
});

/** As many samples, a millisecond apart, of which sample `peak` is far above the others. */
function sampled(count: number, peak: number): MemoryRows {
  const rows = new MemoryRows(CAPACITY);
  for (let at = 0; at < count; at++) {
    rows.push({ time: BigInt(at), usage: usageOf(at === peak ? 1e9 : at) });
  }
  return rows;
}

describe('samples of memory on the main thread', () => {
  it.each(sizesAroundGrowths(12).filter(count => count > 0))(
    'reach from the first to the last of %i, with the highest, in bounded room',
    count => {
      for (const peak of [0, Math.floor(count / 2), count - 1]) {
        const { all, taken, first } = sampled(count, peak);
        expect(taken).toBe(count);
        expect(first?.time).toBe(0n);
        expect(all.length).toBeLessThanOrEqual(CAPACITY);
        expect(all.length).toBeGreaterThanOrEqual(Math.min(count, CAPACITY / 2));
        expect(all.at(-1)?.time).toBe(BigInt(count - 1));
        expect(Math.max(...all.map(({ usage }) => usage.external))).toBe(1e9);
        const times = all.map(({ time }) => Number(time));
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }
    }
  );

  it('are as many as were taken while they fit', () => {
    expect(sampled(CAPACITY, -1).all.map(({ usage }) => usage.external)).toEqual(
      Array.from({ length: CAPACITY }, (_, at) => at)
    );
  });
});
