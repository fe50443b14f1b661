import { withRoom } from '../base/growing';
import type { TimeWindow } from '../analysis/slices/window';
import type { LaneIndex } from './laneIndex';
import type { MipSum } from './laneMip';
import { firstEntryEnding, firstFailing } from './laneSearch';

/** A stretch of time on a number of pixels. */
export interface PixelWindow extends TimeWindow {
  readonly widthPx: number;
}

/**
 * Rectangles as columns that grow and are used again for the next frame. One stands for a slice
 * that is at least a pixel wide, or for all narrower ones of a lane that begin in the same pixel.
 */
export class RectBuffer {
  /** Left edge and width in pixels, within the window. */
  x = new Float64Array(1024);
  width = new Float64Array(1024);
  /** Entry of the slice, or of the longest of the merged ones. */
  entry = new Uint32Array(1024);
  /** The number of slices that it stands for. */
  count = new Uint32Array(1024);
  /** Share of the rectangle that slices cover, 0 … 1; 1 for a single slice. */
  density = new Float32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Removes all rectangles and keeps their memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Appends a rectangle and returns its row; its slices and density are set by the caller. */
  add(x: number, width: number): number {
    if (this.#length === this.x.length) this.#grow();
    this.x[this.#length] = x;
    this.width[this.#length] = width;
    return this.#length++;
  }

  #grow(): void {
    const length = this.#length + 1;
    this.x = withRoom(this.x, length);
    this.width = withRoom(this.width, length);
    this.entry = withRoom(this.entry, length);
    this.count = withRoom(this.count, length);
    this.density = withRoom(this.density, length);
  }
}

/** The input for the rectangles of one lane. */
interface LaneScan {
  readonly index: LaneIndex;
  /** Entry after the last of the lane. */
  readonly last: number;
  readonly window: PixelWindow;
  /** Pixels per nanosecond. */
  readonly scale: number;
  readonly rects: RectBuffer;
  readonly sum: MipSum;
}

/**
 * Appends the rectangles of one lane to `rects`, from left to right. The number of entries it looks at
 * grows with the pixels, and only logarithmically with the slices in them.
 */
// hot
export function addLaneRects(
  index: LaneIndex,
  lane: number,
  window: PixelWindow,
  rects: RectBuffer
): void {
  const { start, end } = index;
  const scale = window.widthPx / (window.toNs - window.fromNs);
  const last = index.laneEntry[lane + 1];
  const scan = { index, last, window, scale, rects, sum: { coverNs: 0, longest: -1 } };
  let entry = firstEntryEnding(index, lane, window.fromNs);
  while (entry < last && start[entry] <= window.toNs) {
    if ((end[entry] - start[entry]) * scale >= 1) addSlice(scan, entry++);
    else entry = addMerged(scan, entry);
  }
}

function addSlice({ index, window, scale, rects }: LaneScan, entry: number): void {
  const x = Math.max(0, (index.start[entry] - window.fromNs) * scale);
  const right = Math.min(window.widthPx, (index.end[entry] - window.fromNs) * scale);
  const row = rects.add(x, right - x);
  rects.entry[row] = entry;
  rects.count[row] = 1;
  rects.density[row] = 1;
}

/** Merges the narrow slices from `entry` on that begin in its pixel; returns the next entry. */
function addMerged({ index, last, window, scale, rects, sum }: LaneScan, entry: number): number {
  const { start, end, mip } = index;
  const lastPixel = Math.max(0, Math.ceil(window.widthPx) - 1);
  const pixel = Math.floor((start[entry] - window.fromNs) * scale);
  const x = Math.max(0, Math.min(lastPixel, pixel));
  const isInPixel = (at: number): boolean =>
    x === lastPixel ? start[at] <= window.toNs : (start[at] - window.fromNs) * scale < x + 1;
  let next = firstFailing(entry + 1, last, isInPixel);
  if (next - 1 > entry && (end[next - 1] - start[next - 1]) * scale >= 1) next--;
  mip.sumUp(entry, next, sum);
  const row = rects.add(x, 1);
  rects.entry[row] = sum.longest;
  rects.count[row] = next - entry;
  rects.density[row] = Math.min(1, sum.coverNs * scale);
  return next;
}

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
