import type { MemoryFlowPanel } from './memoryFlow';
import { type FlowBox, type FlowFrame, boxOf } from './memoryFlowBox';

/** Finest cell, pixels. */
const LEAST_CELL_PX = 2;

/** A panel in square cells, line by line from the top, with the share of each that small pieces cover. */
export interface FlowCells {
  readonly cellPx: number;
  readonly columns: number;
  readonly lines: number;
  /** Share of the cell that is covered, summed over pieces; may exceed 1. 0 for an empty cell. */
  readonly cover: Float32Array;
  /** The row that covers most of the cell, or -1. */
  readonly row: Int32Array;
}

/** The cells, at most about `frame.maxCells`, that the pieces in `rows` cover. */
export function flowCells(
  panel: MemoryFlowPanel,
  rows: readonly number[],
  frame: FlowFrame
): FlowCells {
  const cellPx = Math.max(
    LEAST_CELL_PX,
    Math.ceil(Math.sqrt((frame.widthPx * frame.heightPx) / frame.maxCells))
  );
  const columns = Math.ceil(frame.widthPx / cellPx);
  const lines = Math.ceil(frame.heightPx / cellPx);
  const raster = new Raster(columns, lines);
  for (const row of rows) raster.add(row, scaled(boxOf(panel, row, frame), cellPx));
  return { cellPx, columns, lines, cover: raster.cover, row: raster.row };
}

/** A box in units of cells. */
function scaled({ x, y, width, height }: FlowBox, cellPx: number): FlowBox {
  return { x: x / cellPx, y: y / cellPx, width: width / cellPx, height: height / cellPx };
}

/** The smallest share of a cell that a piece covers, so that it is visible at all. */
const LEAST_COVER = 1e-6;

class Raster {
  readonly cover: Float32Array;
  readonly row: Int32Array;
  /** Share that {@link row} alone covers. */
  readonly #most: Float32Array;

  constructor(
    private readonly columns: number,
    private readonly lines: number
  ) {
    this.cover = new Float32Array(columns * lines);
    this.#most = new Float32Array(columns * lines);
    this.row = new Int32Array(columns * lines).fill(-1);
  }

  add(row: number, { x, y, width, height }: FlowBox): void {
    const first = within(x, this.columns);
    const last = within(x + width, this.columns);
    const bottom = within(y + height, this.lines);
    for (let line = within(y, this.lines); line <= bottom; line++) {
      const tall = shared(y, height, line);
      for (let column = first; column <= last; column++) {
        this.#cell(line * this.columns + column, row, tall * shared(x, width, column));
      }
    }
  }

  #cell(at: number, row: number, share: number): void {
    const part = Math.max(share, LEAST_COVER);
    this.cover[at] += part;
    if (part <= this.#most[at]) return;
    this.#most[at] = part;
    this.row[at] = row;
  }
}

function within(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place)));
}

/** The share of the cell at `cell` that is covered by `length` from `from` on. */
function shared(from: number, length: number, cell: number): number {
  return Math.max(0, Math.min(cell + 1, from + length) - Math.max(cell, from));
}
