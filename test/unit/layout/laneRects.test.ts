import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LaneIndex,
  type PixelWindow,
  RectBuffer,
  addLaneRects,
  buildLaneIndex
} from '../../../src/layout';
import { drawProfile } from '../../support/drawProfile';
import { nestedProfile } from '../../support/nestedProfile';

/** A rectangle as a painter that looks at every slice puts it down. */
interface Painted {
  readonly x: number;
  readonly width: number;
  count: number;
  coverPx: number;
  longestNs: number;
}

/** Goes over all slices of a lane: wide ones as they are, narrow ones into their pixel. */
function paintAll(index: LaneIndex, lane: number, window: PixelWindow): Painted[] {
  const { fromNs, toNs, widthPx } = window;
  const scale = widthPx / (toNs - fromNs);
  const rects: Painted[] = [];
  for (let entry = index.laneEntry[lane]; entry < index.laneEntry[lane + 1]; entry++) {
    const [start, end] = [index.start[entry], index.end[entry]];
    if (end < fromNs || start > toNs) continue;
    const longestNs = end - start;
    if (longestNs * scale >= 1) {
      const x = Math.max(0, (start - fromNs) * scale);
      const width = Math.min(widthPx, (end - fromNs) * scale) - x;
      rects.push({ x, width, count: 1, coverPx: Infinity, longestNs });
      continue;
    }
    const pixel = Math.max(0, Math.min(widthPx - 1, Math.floor((start - fromNs) * scale)));
    const last = rects[rects.length - 1];
    if (last === undefined || last.x !== pixel || last.coverPx === Infinity) {
      rects.push({ x: pixel, width: 1, count: 1, coverPx: longestNs * scale, longestNs });
      continue;
    }
    last.count++;
    last.coverPx += longestNs * scale;
    last.longestNs = Math.max(last.longestNs, longestNs);
  }
  return rects;
}

function rectsOf(index: LaneIndex, lane: number, window: PixelWindow) {
  const rects = new RectBuffer();
  addLaneRects(index, lane, window, rects);
  return Array.from({ length: rects.length }, (_, row) => ({
    x: rects.x[row],
    width: rects.width[row],
    count: rects.count[row],
    density: rects.density[row],
    longestNs: index.end[rects.entry[row]] - index.start[rects.entry[row]]
  }));
}

describe('addLaneRects', () => {
  it('paints exactly what a painter does that looks at every slice', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(nestedProfile(), share, share, fc.integer({ min: 1, max: 400 }), (...given) => {
        const [nested, from, length, widthPx] = given;
        const index = buildLaneIndex(nested.slices, nested.tracks.length);
        const fromNs = Math.floor(from * nested.meta.durationNs);
        const toNs = fromNs + 1 + Math.floor(length * nested.meta.durationNs);
        const window = { fromNs, toNs, widthPx };
        for (let lane = 0; lane < index.laneCount; lane++) {
          const painted = paintAll(index, lane, window);
          const rects = rectsOf(index, lane, window);
          expect(rects.map(({ density: _, ...rect }) => rect)).toEqual(
            painted.map(({ coverPx: _, ...rect }) => rect)
          );
          rects.forEach(({ density }, row) =>
            expect(density).toBeCloseTo(Math.min(1, painted[row].coverPx), 5)
          );
        }
      }),
      { numRuns: 300 }
    );
  });

  it('looks at few slices where many share a pixel', () => {
    const length = 100_000;
    const index = buildLaneIndex(
      {
        length,
        start: Float64Array.from({ length }, (_, row) => row * 10),
        duration: new Float64Array(length).fill(5),
        track: new Uint16Array(length)
      },
      1
    );
    let reads = 0;
    const counted = new Proxy(index.start, {
      get: (column, key) => {
        reads++;
        return Reflect.get(column, key, column) as unknown;
      }
    });
    const rects = new RectBuffer();
    const window = { fromNs: 0, toNs: length * 10, widthPx: 100 };
    addLaneRects({ ...index, start: counted }, 0, window, rects);
    expect(rects.length).toBe(100);
    expect(rects.count.subarray(0, 100).every(count => count === 1000)).toBe(true);
    expect(reads).toBeLessThan(100 * 40);
  });

  it('grows beyond the room that it had', () => {
    const many = drawProfile(`main |${'[]'.repeat(3000)}`);
    const index = buildLaneIndex(many.slices, 1);
    const rects = rectsOf(index, 0, { fromNs: 0, toNs: 6000, widthPx: 12_000 });
    expect(rects).toHaveLength(3000);
    expect(rects[2999]).toMatchObject({ x: 11_996, width: 4, count: 1 });
  });
});
