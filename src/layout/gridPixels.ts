import type { GridLevel, GridLevels } from './gridLevels';
import type { GridSpan, GridWindow } from './gridWindow';

/** The picture of a window: one step of colour for each pixel, 0 where there is no time. */
export interface GridPixels {
  readonly width: number;
  readonly height: number;
  /** At least width × height; lines one after the other. */
  readonly steps: Uint8Array;
}

/** Cells by which the place of an edge may be wrong. */
const ROUNDING = 1e-9;

/** Pixels of a cell from which on the cells stand apart. */
const APART_PX = 12;

/** Buffers that {@link drawGridPixels} reuses, so that it allocates nothing. */
export class PixelScratch {
  columns = new Int32Array(0);
  line = new Uint8Array(0);

  reserve(pixels: number, columns: number): void {
    if (this.columns.length < pixels + 1) this.columns = new Int32Array(pixels + 1);
    if (this.line.length < columns) this.line = new Uint8Array(columns);
  }
}

// hot
/**
 * Fills `pixels` with the window of a grid. Each pixel has the highest step of the cells in it, from the
 * level whose cells are about as large as pixels: the work depends on the pixels alone.
 */
export function drawGridPixels(
  levels: GridLevels,
  window: GridWindow,
  { width, height, steps }: GridPixels,
  scratch: PixelScratch
): void {
  const down = levelOf(window.rows, height, levels.length);
  const across = levelOf(window.columns, width, levels[0].length);
  const level = levels[down][across];
  scratch.reserve(width, level.columns);
  const edges = scratch.columns;
  for (let x = 0; x <= width; x++) edges[x] = edgeAt(window.columns, x / width, across);
  edges[width] = Math.min(edges[width], level.columns);
  const isApart = width / (window.columns.to - window.columns.from) >= APART_PX;
  const areLinesApart = height / (window.rows.to - window.rows.from) >= APART_PX;
  let previous = -1;
  let top = edgeAt(window.rows, 0, down);
  for (let y = 0; y < height; y++) {
    const bottom = edgeAt(window.rows, (y + 1) / height, down);
    const at = y * width;
    const isGap = areLinesApart && bottom > top;
    if (isGap) steps.fill(0, at, at + width);
    else if (top === previous && bottom === top) steps.copyWithin(at, at - width, at);
    else drawLine(level, top, bottom, { edges, width, at, isApart, steps, line: scratch.line });
    previous = isGap || bottom > top ? -1 : top;
    top = bottom;
  }
}

interface LinePixels {
  readonly edges: Int32Array;
  readonly width: number;
  /** The first pixel in `steps`. */
  readonly at: number;
  readonly isApart: boolean;
  readonly steps: Uint8Array;
  readonly line: Uint8Array;
}

// hot
/** Fills one line of pixels with the rows from `top` up to `bottom`, one at least. */
function drawLine(level: GridLevel, top: number, bottom: number, pixels: LinePixels): void {
  const { edges, width, at, isApart, steps, line } = pixels;
  const { columns } = level;
  const first = edges[0];
  const last = Math.min(columns, edges[width] + 1);
  const lastRow = Math.min(level.rows, Math.max(bottom, top + 1));
  line.set(level.steps.subarray(top * columns + first, top * columns + last), first);
  for (let row = top + 1; row < lastRow; row++) {
    const from = row * columns;
    for (let column = first; column < last; column++) {
      line[column] = Math.max(line[column], level.steps[from + column]);
    }
  }
  for (let x = 0; x < width; x++) {
    const from = edges[x];
    const to = edges[x + 1];
    let step = isApart && to > from ? 0 : line[from];
    for (let column = from + 1; column < to; column++) {
      step = Math.max(step, line[column]);
    }
    steps[at + x] = step;
  }
}

/** The cell of a level in which a share of a span is. */
function edgeAt({ from, to }: GridSpan, share: number, level: number): number {
  return Math.floor(from + (to - from) * share + ROUNDING) >> level;
}

/** The number of halvings after which a pixel has about one cell. */
function levelOf({ from, to }: GridSpan, pixels: number, levels: number): number {
  const cells = (to - from) / Math.max(1, pixels);
  return Math.min(levels - 1, Math.max(0, Math.floor(Math.log2(cells))));
}
