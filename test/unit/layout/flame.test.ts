import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallTree, callTree } from '../../../src/analysis/stacks/callTree';
import { type FlameViewport, flameRects, flameStarts } from '../../../src/layout/flame';

/** A tree of rows [prefix, weight], each with a callee of its own. */
function treeOf(rows: readonly (readonly [prefix: number, weight: number])[]): CallTree {
  return callTree({
    unit: 'nanoseconds',
    length: rows.length,
    prefix: Int32Array.from(rows, ([prefix]) => prefix),
    callee: Uint32Array.from(rows, (_, row) => row),
    weight: Float64Array.from(rows, ([, weight]) => weight),
    calleeCount: rows.length
  });
}

const whole = (tree: CallTree, widthPx: number): FlameViewport => {
  return { from: 0, to: tree.whole, widthPx, firstDepth: 0, lastDepth: Infinity };
};

/** `callee depth x..right`, with a `+` where rows are merged. */
function drawn(tree: CallTree, viewport: FlameViewport): string[] {
  const { row, depth, x, width, isMerged } = flameRects(tree, flameStarts(tree), viewport);
  return row.map((each, at) => {
    const mark = isMerged[at] ? '+' : '';
    return `${tree.callee[each]}${mark} ${depth[at]} ${x[at]}..${x[at] + width[at]}`;
  });
}

const tree = treeOf([
  [-1, 10],
  [0, 30],
  [0, 60],
  [-1, 100]
]);

describe('flame rectangles', () => {
  it('stand over their parents, heaviest first', () => {
    expect(drawn(tree, whole(tree, 200))).toEqual([
      '0 0 0..100',
      '2 1 0..60',
      '1 1 60..90',
      '3 0 100..200'
    ]);
  });

  it('fill the width with what is zoomed to, and its parents with it', () => {
    const zoomed = { ...whole(tree, 200), from: 60, to: 90 };
    expect(drawn(tree, zoomed)).toEqual(['0 0 0..200', '1 1 0..200']);
  });

  it('are only of visible levels', () => {
    expect(drawn(tree, { ...whole(tree, 200), firstDepth: 1 })).toEqual([
      '2 1 0..60',
      '1 1 60..90'
    ]);
    expect(drawn(tree, { ...whole(tree, 200), lastDepth: 0 })).toEqual([
      '0 0 0..100',
      '3 0 100..200'
    ]);
  });

  it('merge what is narrower than a pixel', () => {
    const fine = treeOf([[-1, 0], ...Array.from({ length: 1000 }, () => [0, 1] as const)]);
    expect(drawn(fine, whole(fine, 100))).toEqual(['0 0 0..100', '1+ 1 0..100']);
  });

  it('are never more on a level than it has pixels, and never overlap or leave the picture', () => {
    const row = fc.tuple(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 300 }), fc.nat(60), (rows, px) => {
        const any = treeOf(rows.map(([up, weight], at) => [(up % (at + 1)) - 1, weight]));
        if (any.whole > 0) checkRects(any, px + 4);
      })
    );
  });
});

function checkRects(any: CallTree, widthPx: number): void {
  const { length, depth, x, width } = flameRects(any, flameStarts(any), whole(any, widthPx));
  const reach = new Map<number, number>();
  const count = new Map<number, number>();
  for (let at = 0; at < length; at++) {
    expect(width[at]).toBeGreaterThanOrEqual(0);
    expect(x[at] + width[at]).toBeLessThanOrEqual(widthPx + 1e-6);
    expect(x[at]).toBeGreaterThanOrEqual((reach.get(depth[at]) ?? 0) - 1e-6);
    reach.set(depth[at], x[at] + width[at]);
    count.set(depth[at], (count.get(depth[at]) ?? 0) + 1);
  }
  for (const [level, rects] of count) {
    const above = level === 0 ? 1 : (count.get(level - 1) ?? 0);
    expect(rects).toBeLessThanOrEqual(widthPx + above);
  }
}
