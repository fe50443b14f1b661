import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks } from '../../../src/layout/axis';
import { type TimelineLayout, layoutTimeline } from '../../../src/layout/timeline';
import { drawProfile } from '../../support/drawProfile';
import { largeProfile } from '../../support/largeProfile';
import { nestedProfile } from '../../support/nestedProfile';

/** Rectangles as `lane x+width ×count`, in order of lane and place. */
function rectTexts({ rects }: TimelineLayout): string[] {
  return Array.from({ length: rects.length }, (_, row) => row)
    .sort((a, b) => rects.lane[a] - rects.lane[b] || rects.x[a] - rects.x[b])
    .map(row => `${rects.lane[row]} ${rects.x[row]}+${rects.width[row]} ×${rects.count[row]}`);
}

describe('layoutTimeline', () => {
  const profile = drawProfile(`
    main        |[outer      ][next]
                | [a ][ b   ]
    lane 1      |    [async]
    rss {bytes} |10     20    5`);

  it('gives each nesting level of a track its lane', () => {
    const layout = layoutTimeline(profile, { fromNs: 0, toNs: 19, widthPx: 190 });
    expect(
      layout.tracks.map(({ name, firstLane, laneCount }) => [name, firstLane, laneCount])
    ).toEqual([
      ['main', 0, 2],
      ['lane 1', 2, 1]
    ]);
    expect(rectTexts(layout)).toEqual([
      '0 0+130 ×1',
      '0 130+60 ×1',
      '1 10+40 ×1',
      '1 50+70 ×1',
      '2 40+70 ×1'
    ]);
  });

  it('cuts to the window', () => {
    const layout = layoutTimeline(profile, { fromNs: 4, toNs: 8, widthPx: 40 });
    expect(rectTexts(layout)).toEqual(['0 0+40 ×1', '1 0+10 ×1', '1 10+30 ×1', '2 0+40 ×1']);
    expect(layout.counters[0]).toMatchObject({ min: 10, max: 20 });
    expect([...layout.counters[0].x]).toEqual([0, 30]);
  });

  it('merges what is narrower than a pixel and keeps its density', () => {
    const many = drawProfile(`main |${'[]'.repeat(50)}`);
    const { rects } = layoutTimeline(many, { fromNs: 0, toNs: 200, widthPx: 10 });
    expect(rects.length).toBe(5);
    expect([...rects.count]).toEqual([10, 10, 10, 10, 10]);
    expect(rects.density[0]).toBeCloseTo(1);
    const sparse = layoutTimeline(drawProfile('main |[]        []'), {
      fromNs: 0,
      toNs: 20,
      widthPx: 2
    });
    expect([...sparse.rects.density].map(density => density.toFixed(2))).toEqual(['0.20', '0.20']);
  });

  it('never has more rectangles than asked for', () => {
    const layout = layoutTimeline(largeProfile(20_000), {
      fromNs: 0,
      toNs: 1e9,
      widthPx: 1000,
      maxRects: 150
    });
    expect(layout.rects.length).toBeLessThanOrEqual(150);
    expect(layout.cellPx).toBeGreaterThan(1);
  });

  it('says what it left out for want of lanes', () => {
    const deep = drawProfile(`
      main   |[a            ]
             | [b          ]
             |  [c        ]
             |   [d      ]
      lane 1 |[x]
      lane 2 |[y]`);
    const layout = layoutTimeline(deep, { fromNs: 0, toNs: 15, widthPx: 150, maxLanes: 3 });
    expect(layout.tracks.map(track => track.name)).toEqual(['main', 'lane 1', 'lane 2']);
    expect(layout).toMatchObject({ laneCount: 3, hiddenTracks: 0, hiddenLevels: 3 });
    expect(layoutTimeline(deep, { fromNs: 0, toNs: 15, widthPx: 150, maxLanes: 1 })).toMatchObject({
      hiddenTracks: 2
    });
  });

  it('stands for every slice exactly once', () => {
    fc.assert(
      fc.property(nestedProfile(), fc.integer({ min: 1, max: 300 }), (nested, widthPx) => {
        const toNs = nested.meta.durationNs;
        const { rects } = layoutTimeline(nested, { fromNs: 0, toNs, widthPx });
        expect(rects.count.reduce((a, b) => a + b, 0)).toBe(nested.slices.length);
        for (let row = 0; row < rects.length; row++) {
          expect(rects.x[row]).toBeGreaterThanOrEqual(0);
          expect(rects.x[row] + rects.width[row]).toBeLessThanOrEqual(widthPx + 1);
        }
      })
    );
  });
});

describe('timeTicks', () => {
  it('marks round times in one unit', () => {
    expect(timeTicks(0, 1e6, 5).map(tick => tick.text)).toEqual([
      '0.0 ms',
      '0.2 ms',
      '0.4 ms',
      '0.6 ms',
      '0.8 ms',
      '1.0 ms'
    ]);
    expect(timeTicks(1.5e9, 3.2e9, 4).map(tick => tick.text)).toEqual([
      '1.5 s',
      '2.0 s',
      '2.5 s',
      '3.0 s'
    ]);
    expect(timeTicks(0, 40, 4).map(tick => tick.text)).toEqual([
      '0 ns',
      '10 ns',
      '20 ns',
      '30 ns',
      '40 ns'
    ]);
    expect(timeTicks(5, 5, 4)).toEqual([]);
  });
});
