import type { TimeWindow } from '../analysis/slices/window';
import { growing } from '../model/profile/columns';
import type { SliceTable } from '../model/profile/profile';

/**
 * Rectangles of a timeline as columns. One stands for a slice that is at least as wide as a cell,
 * or for all narrower slices of one lane that begin in the same cell.
 */
export interface TimelineRects {
  readonly length: number;
  /** Left edge and width, pixels from the left edge of the window. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  /** Row of the layout's lanes. */
  readonly lane: Uint32Array;
  /** The slice, or the longest of the merged ones. */
  readonly slice: Uint32Array;
  /** The number of slices that it stands for. */
  readonly count: Uint32Array;
  /** Share of the rectangle that slices cover, 0 … 1; 1 for a single slice. */
  readonly density: Float64Array;
}

/** The input of {@link timelineRects}, and the scale. */
export interface RectOptions extends TimeWindow {
  readonly widthPx: number;
  /** Slices narrower than this are merged, cell by cell. */
  readonly cellPx: number;
  /** The lane of each slice, or -1 for one that is not drawn. */
  readonly laneOf: Int32Array;
  readonly laneCount: number;
}

/** The rectangles of the slices in the window; one pass over all slices, which are in order. */
export function timelineRects(
  slices: Pick<SliceTable, 'length' | 'start' | 'duration'>,
  options: RectOptions
): TimelineRects {
  const { fromNs, toNs, widthPx, cellPx, laneOf, laneCount } = options;
  const scale = widthPx / (toNs - fromNs);
  const rects = new RectColumns(cellPx, laneCount);
  for (let slice = 0; slice < slices.length; slice++) {
    const lane = laneOf[slice];
    const start = slices.start[slice];
    const end = start + slices.duration[slice];
    if (lane < 0 || end < fromNs || start > toNs) continue;
    const x = Math.max(0, (start - fromNs) * scale);
    const width = Math.min(widthPx, (end - fromNs) * scale) - x;
    if (width >= cellPx) rects.addSlice(lane, slice, x, width);
    else rects.merge(lane, slice, x, width);
  }
  return rects.finish();
}

/** Collects rectangles, with one open cell of merged slices for each lane. */
class RectColumns {
  private readonly x = growing.float64();
  private readonly width = growing.float64();
  private readonly lane = growing.uint32();
  private readonly slice = growing.uint32();
  private readonly count = growing.uint32();
  private readonly density = growing.float64();
  private readonly openCell: Int32Array;
  private readonly openCount: Uint32Array;
  private readonly openSlice: Uint32Array;
  private readonly openCover: Float64Array;
  private readonly openLongest: Float64Array;

  constructor(
    private readonly cellPx: number,
    laneCount: number
  ) {
    this.openCell = new Int32Array(laneCount).fill(-1);
    this.openCount = new Uint32Array(laneCount);
    this.openSlice = new Uint32Array(laneCount);
    this.openCover = new Float64Array(laneCount);
    this.openLongest = new Float64Array(laneCount);
  }

  addSlice(lane: number, slice: number, x: number, width: number): void {
    this.closeCell(lane);
    this.push(lane, slice, x, width);
    this.count.push(1);
    this.density.push(1);
  }

  merge(lane: number, slice: number, x: number, width: number): void {
    const cell = Math.floor(x / this.cellPx);
    if (this.openCell[lane] !== cell) {
      this.closeCell(lane);
      this.openCell[lane] = cell;
      this.openLongest[lane] = -1;
    }
    this.openCount[lane]++;
    this.openCover[lane] += width;
    if (width <= this.openLongest[lane]) return;
    this.openLongest[lane] = width;
    this.openSlice[lane] = slice;
  }

  finish(): TimelineRects {
    for (let lane = 0; lane < this.openCell.length; lane++) this.closeCell(lane);
    return {
      length: this.x.length,
      x: this.x.toColumn(),
      width: this.width.toColumn(),
      lane: this.lane.toColumn(),
      slice: this.slice.toColumn(),
      count: this.count.toColumn(),
      density: this.density.toColumn()
    };
  }

  private closeCell(lane: number): void {
    const cell = this.openCell[lane];
    if (cell < 0) return;
    this.push(lane, this.openSlice[lane], cell * this.cellPx, this.cellPx);
    this.count.push(this.openCount[lane]);
    this.density.push(Math.min(1, this.openCover[lane] / this.cellPx));
    this.openCell[lane] = -1;
    this.openCount[lane] = 0;
    this.openCover[lane] = 0;
  }

  private push(lane: number, slice: number, x: number, width: number): void {
    this.x.push(x);
    this.width.push(width);
    this.lane.push(lane);
    this.slice.push(slice);
  }
}
