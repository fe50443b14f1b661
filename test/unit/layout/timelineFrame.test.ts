import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FrameLayout,
  type TimelineSource,
  type TimelineViewport,
  buildLaneIndex,
  rectAt,
  timelineRows
} from '../../../src/layout';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { nestedProfile } from '../../support/nestedProfile';

const metrics = { lanePx: 10, groupPx: 20, counterPx: 30, instantsPx: 5, gapPx: 0 };

function sourceOf({ slices, tracks, counters }: Profile): TimelineSource {
  const index = buildLaneIndex(slices, tracks.length);
  const rows = timelineRows({
    tracks,
    index,
    counters,
    hasInstants: () => false,
    isBusy: () => false,
    collapsed: new Set(),
    metrics
  });
  return { index, rows, counters, lanePx: metrics.lanePx };
}

describe('FrameLayout', () => {
  const profile = drawProfile(`
    main        |[outer      ][next]
                | [a ][ b   ]
                |  [c]
    lane 1      |    [async]
    rss {bytes} |10     20    5`);
  const source = sourceOf(profile);
  const view = (topPx: number, heightPx: number): TimelineViewport => ({
    fromNs: 0,
    toNs: 20,
    widthPx: 200,
    topPx,
    heightPx
  });

  it('has only the visible rows and lanes', () => {
    const layout = new FrameLayout();
    const lanes = (viewport: TimelineViewport): number[] =>
      layout.frame(source, viewport, 4).lanes.map(({ lane }) => lane);
    expect(lanes(view(0, 500))).toEqual([0, 1, 2, 3]);
    expect(lanes(view(0, 60))).toEqual([0]);
    expect(lanes(view(65, 10))).toEqual([1, 2]);
    expect(lanes(view(80, 20))).toEqual([3]);
  });

  it('places counters, ticks and rectangles', () => {
    const frame = new FrameLayout().frame(source, view(0, 500), 4);
    expect(frame.counters[0].area).toMatchObject({ max: 20, min: 5 });
    expect(frame.ticks.map(({ text }) => text)).toEqual([
      '0 ns',
      '5 ns',
      '10 ns',
      '15 ns',
      '20 ns'
    ]);
    const [outer] = frame.lanes;
    expect([...frame.rects.x.subarray(outer.from, outer.to)]).toEqual([0, 130]);
  });

  it('finds by place every rectangle that it drew', () => {
    fc.assert(
      fc.property(nestedProfile(), fc.integer({ min: 1, max: 300 }), (nested, widthPx) => {
        const toNs = nested.meta.durationNs + 1;
        const viewport = { fromNs: 0, toNs, widthPx, topPx: 0, heightPx: 1e6 };
        const frame = new FrameLayout().frame(sourceOf(nested), viewport, 4);
        for (const lane of frame.lanes) {
          for (let row = lane.from; row < lane.to; row++) {
            const middle = frame.rects.x[row] + frame.rects.width[row] / 2;
            const found = rectAt(frame, lane, middle, 0);
            expect(found).toBeGreaterThanOrEqual(lane.from);
            expect(frame.rects.x[found]).toBeLessThanOrEqual(middle);
            expect(frame.rects.x[found] + frame.rects.width[found]).toBeGreaterThanOrEqual(middle);
          }
        }
      })
    );
  });

  it('finds the nearest rectangle within reach', () => {
    const frame = new FrameLayout().frame(source, view(0, 500), 4);
    const lane = frame.lanes[3];
    expect(frame.rects.x[rectAt(frame, lane, 38, 2)]).toBe(40);
    expect(rectAt(frame, lane, 37, 2)).toBe(-1);
    expect(rectAt(frame, lane, 112, 2)).toBe(lane.from);
    expect(rectAt(frame, lane, 113, 2)).toBe(-1);
  });
});
