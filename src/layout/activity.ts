import type { LaneIndex } from './laneIndex';
import { type PixelWindow, RectBuffer, addLaneRects } from './laneRects';

/**
 * The number of busy tracks in each pixel of the window, on average over the pixel: the sum of the
 * cover of the outermost lane of every track.
 */
export function trackActivity(index: LaneIndex, window: PixelWindow): Float64Array {
  const busy = new Float64Array(Math.max(1, Math.ceil(window.widthPx)));
  const rects = new RectBuffer();
  for (let track = 0; track + 1 < index.trackLane.length; track++) {
    if (index.trackLane[track] === index.trackLane[track + 1]) continue;
    rects.clear();
    addLaneRects(index, index.trackLane[track], window, rects);
    for (let row = 0; row < rects.length; row++) addCover(busy, rects, row);
  }
  return busy;
}

function addCover(busy: Float64Array, { x, width, density }: RectBuffer, row: number): void {
  const from = x[row];
  const to = Math.min(busy.length, from + width[row]);
  for (let pixel = Math.floor(from); pixel < to; pixel++) {
    busy[pixel] += density[row] * (Math.min(to, pixel + 1) - Math.max(from, pixel));
  }
}
