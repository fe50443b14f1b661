import { HEADER_ROW } from '../../shared/grid/virtualRows';

/** A cell of the grid. Line {@link HEADER_ROW} is the row of column headers. */
export interface CellPosition {
  readonly line: number;
  readonly column: number;
}

/** How far a position can go. */
export interface GridSize {
  readonly lines: number;
  readonly columns: number;
  /** Lines that Page Up and Page Down move by, ≥ 1. */
  readonly pageLines: number;
}

/** A pressed key: `KeyboardEvent.key`, and whether Ctrl (or Cmd) was down. */
export interface Keystroke {
  readonly key: string;
  readonly withControl: boolean;
}

/**
 * Where a key leads from `position`, by the keys of the ARIA grid pattern; never outside the grid.
 * Null when the key moves nothing, so that the page may have it.
 */
export function moveFocus(
  { line, column }: CellPosition,
  { key, withControl }: Keystroke,
  { lines, columns, pageLines }: GridSize
): CellPosition | null {
  const to = (wantedLine: number, wantedColumn: number): CellPosition => ({
    line: clamp(wantedLine, HEADER_ROW, lines - 1),
    column: clamp(wantedColumn, 0, columns - 1)
  });
  switch (key) {
    case 'ArrowUp':
      return to(line - 1, column);
    case 'ArrowDown':
      return to(line + 1, column);
    case 'ArrowLeft':
      return to(line, column - 1);
    case 'ArrowRight':
      return to(line, column + 1);
    case 'PageUp':
      return to(line - pageLines, column);
    case 'PageDown':
      return to(line + pageLines, column);
    case 'Home':
      return withControl ? to(HEADER_ROW, 0) : to(line, 0);
    case 'End':
      return withControl ? to(lines - 1, columns - 1) : to(line, columns - 1);
    default:
      return null;
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
