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

/** Width of the names left of the rows, CSS pixels: a share of the whole within bounds. */
export function gutterWidthPx(wholePx: number): number {
  return Math.round(Math.min(176, Math.max(96, 0.18 * wholePx)));
}
