import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  between,
  clampWindow,
  isSameWindow,
  MIN_SPAN_NS,
  panned,
  revealing,
  spanOf,
  zoomedAt
} from '../../../../../extension/src/shared/canvas/timeScale';

const extent = { fromNs: 0, toNs: 1e9 };
const window = fc
  .tuple(fc.integer({ min: 0, max: 9e8 }), fc.integer({ min: 100, max: 1e8 }))
  .map(([fromNs, span]) => ({ fromNs, toNs: fromNs + span }));

describe('zoomedAt', () => {
  it('keeps the time under the pointer where it is, away from the ends', () => {
    fc.assert(
      fc.property(window, fc.double({ min: 0.2, max: 1, noNaN: true }), (start, factor) => {
        const anchor = start.fromNs + 0.3 * spanOf(start);
        const next = zoomedAt(start, factor, anchor, extent);
        expect((anchor - next.fromNs) / spanOf(next)).toBeCloseTo(0.3, 5);
      })
    );
  });

  it('never leaves the extent nor goes below the shortest span', () => {
    fc.assert(
      fc.property(window, fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (start, factor) => {
        const next = zoomedAt(start, factor, start.toNs, extent);
        expect(next.fromNs).toBeGreaterThanOrEqual(0);
        expect(next.toNs).toBeLessThanOrEqual(1e9 + 1);
        expect(spanOf(next)).toBeGreaterThanOrEqual(MIN_SPAN_NS * 0.999);
      })
    );
  });
});

describe('panned', () => {
  it('moves and keeps its length at the ends', () => {
    expect(panned({ fromNs: 10, toNs: 110 }, 50, extent)).toEqual({ fromNs: 60, toNs: 160 });
    expect(panned({ fromNs: 10, toNs: 110 }, -50, extent)).toEqual({ fromNs: 0, toNs: 100 });
  });
});

describe('clampWindow', () => {
  it('makes a window that is too long as long as the extent', () => {
    expect(clampWindow({ fromNs: -5, toNs: 2e9 }, extent)).toEqual(extent);
  });

  it('shows an extent that is shorter than the shortest span as it is', () => {
    expect(clampWindow({ fromNs: 0, toNs: 1 }, { fromNs: 0, toNs: 1 })).toEqual({
      fromNs: 0,
      toNs: 1
    });
  });
});

describe('between', () => {
  it('starts at one window and ends at the other', () => {
    const [a, b] = [
      { fromNs: 0, toNs: 1e9 },
      { fromNs: 500, toNs: 600 }
    ];
    expect(isSameWindow(between(a, b, 0), a)).toBe(true);
    expect(between(a, b, 1)).toEqual(b);
    expect(spanOf(between(a, b, 0.5))).toBeCloseTo(Math.sqrt(1e9 * 100), 0);
  });
});

describe('revealing', () => {
  const shown = { fromNs: 0, toNs: 1000 };

  it('leaves a window alone that shows the slice well', () => {
    expect(revealing(shown, { fromNs: 10, toNs: 60 }, extent)).toBe(shown);
  });

  it('goes to a slice elsewhere with the same length', () => {
    const next = revealing(shown, { fromNs: 50_000, toNs: 50_100 }, extent);
    expect(next).toEqual({ fromNs: 49_550, toNs: 50_550 });
  });

  it('comes closer to a slice too narrow to see', () => {
    expect(spanOf(revealing(shown, { fromNs: 10, toNs: 11 }, extent))).toBe(40);
  });
});
