import type { RowMetrics } from 'kernelscope/layout';

/** Heights of the rows, CSS pixels. */
export const ROW_METRICS: RowMetrics = {
  lanePx: 18,
  groupPx: 22,
  counterPx: 34,
  instantsPx: 16,
  gapPx: 6
};

/** Height of the time axis above the rows, CSS pixels. */
export const AXIS_PX = 22;

/** Height of the picture of the whole profile above the axis, CSS pixels. */
export const MINIMAP_PX = 34;

/** Height that the tracks and their axis take at most unless a person drags them higher. */
export const MAX_HEIGHT_PX = 420;

/** Least distance of two marks on the axis, CSS pixels. */
export const TICK_DISTANCE_PX = 96;

/** Least width of the names left of the rows, CSS pixels, and the most as a share of the whole. */
const MIN_GUTTER_PX = 96;
const MAX_GUTTER_SHARE = 0.3;

/**
 * Width of the names left of the rows, CSS pixels: what the longest one needs, up to a part of the whole;
 * longer names are cut.
 */
export function gutterWidthPx(wholePx: number, neededPx: number): number {
  const mostPx = Math.max(MIN_GUTTER_PX, MAX_GUTTER_SHARE * wholePx);
  return Math.round(Math.min(mostPx, Math.max(MIN_GUTTER_PX, neededPx)));
}
