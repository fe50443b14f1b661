import type { CallTree } from 'kernelscope/analysis';
import { flameStarts } from 'kernelscope/layout';
import type { ZoomedTree } from '../../shared/flame/treeZoom';

/** How a flame view is drawn: callers below, callers above, or one function between the two. */
export type FlameShape = 'flame' | 'icicle' | 'sandwich';

/** Height of a level, CSS pixels. */
export const LEVEL_PX = 18;

/** A tree that grows from a line of the picture upwards or downwards. */
export interface FlamePart extends ZoomedTree {
  readonly grows: 'up' | 'down';
  /** Levels of the tree that are not drawn: the other part has them. */
  readonly skipped: number;
  /** Levels that are drawn. */
  readonly levels: number;
}

/** A part with its place in the whole picture. */
export interface PlacedPart extends FlamePart {
  /** Top edge of the part, CSS pixels. */
  readonly topPx: number;
}

/** A part of all of `tree` but `skipped` levels. */
export function flamePart(tree: CallTree, grows: FlamePart['grows'], skipped = 0): FlamePart {
  const deepest = tree.depth.reduce((most, depth) => Math.max(most, depth), -1);
  const levels = Math.max(0, deepest + 1 - skipped);
  return { tree, starts: flameStarts(tree), grows, skipped, levels, zoom: -1 };
}

/** Parts below each other, and how high all are. */
export function placed(parts: readonly FlamePart[]): {
  readonly parts: readonly PlacedPart[];
  readonly heightPx: number;
} {
  let heightPx = 0;
  const result = parts.map(part => {
    const topPx = heightPx;
    heightPx += part.levels * LEVEL_PX;
    return { ...part, topPx };
  });
  return { parts: result, heightPx };
}

/** Top edge of a level of a part within the picture, CSS pixels. */
export function levelTopPx({ topPx, grows, skipped, levels }: PlacedPart, depth: number): number {
  const step = depth - skipped;
  return topPx + (grows === 'down' ? step : levels - 1 - step) * LEVEL_PX;
}

/** The level of a part at a height of the picture; below 0 or beyond its levels outside of it. */
export function depthAt({ topPx, grows, skipped, levels }: PlacedPart, yPx: number): number {
  const step = Math.floor((yPx - topPx) / LEVEL_PX);
  return skipped + (grows === 'down' ? step : levels - 1 - step);
}
