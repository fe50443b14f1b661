/** A stretch of an axis in cells; ends may be within one. */
export interface GridSpan {
  readonly from: number;
  readonly to: number;
}

/** The part of a grid that is on show. */
export interface GridWindow {
  readonly columns: GridSpan;
  readonly rows: GridSpan;
}

/** A cell of a picture: `line` counts from the top of it, which is not the grid's order if it is sorted. */
export interface GridCell {
  readonly line: number;
  readonly column: number;
}

/** The number of cells along both axes. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** Fewest cells that an axis shows. */
const MIN_CELLS = 4;

export function wholeWindow({ rows, columns }: GridSize): GridWindow {
  return { columns: { from: 0, to: columns }, rows: { from: 0, to: rows } };
}

/** `span` with its length times `factor`, within 0 … `cells`; the place `anchor` stays where it is. */
export function zoomedSpan(
  span: GridSpan,
  factor: number,
  anchor: number,
  cells: number
): GridSpan {
  const length = span.to - span.from;
  const wanted = Math.min(cells, Math.max(Math.min(MIN_CELLS, cells), length * factor));
  const from = anchor - ((anchor - span.from) / length) * wanted;
  return within(from, wanted, cells);
}

/** `span` moved by so many cells, but not beyond 0 … `cells`. */
export function movedSpan({ from, to }: GridSpan, by: number, cells: number): GridSpan {
  return within(from + by, to - from, cells);
}

/** `span` moved no further than it takes to have `cell` in it. */
export function revealingSpan(span: GridSpan, cell: number, cells: number): GridSpan {
  if (cell < span.from) return movedSpan(span, cell - span.from, cells);
  return cell + 1 > span.to ? movedSpan(span, cell + 1 - span.to, cells) : span;
}

/** True if a window shows the whole grid. */
export function isWholeWindow({ columns, rows }: GridWindow, size: GridSize): boolean {
  const isAll = ({ from, to }: GridSpan, cells: number): boolean => from <= 0 && to >= cells;
  return isAll(columns, size.columns) && isAll(rows, size.rows);
}

/** The place at a share (0 … 1) of a span. */
export function placeAt({ from, to }: GridSpan, share: number): number {
  return from + (to - from) * share;
}

/** The share of a span at which a place is; beyond 0 … 1 for places outside. */
export function shareOf({ from, to }: GridSpan, place: number): number {
  return (place - from) / (to - from);
}

function within(from: number, length: number, cells: number): GridSpan {
  const start = Math.min(cells - length, Math.max(0, from));
  return { from: start, to: start + length };
}
