import { alignLeft, alignRight, codePointLength } from '../base/codePoints';
import { generalFormat } from '../base/notation/pythonGeneral';
import {
  type Cell,
  type ColumnKind,
  cellNumber,
  cellText,
  columnKind,
  isIntText,
  isNumberText
} from './columnKinds';

/** A column whose texts are equally wide. */
export interface AlignedColumn {
  readonly header: string;
  readonly texts: readonly string[];
  readonly width: number;
}

/** Code points by which a column is at least wider than its header. */
const HEADER_ROOM = 2;

/** Significant digits of floats. */
const DIGITS = 6;

/**
 * Lays out a column as Python's tabulate does: texts to the left without white space around them,
 * numbers to the right with their points below each other. `header` is null in a table without any.
 */
export function alignColumn(header: string | null, cells: readonly Cell[]): AlignedColumn {
  const kind = columnKind(cells);
  const texts = cells.map(cell => formatted(cell, kind));
  const least = header === null ? 0 : codePointLength(header) + HEADER_ROOM;
  const placed = kind === 'text' ? texts.map(text => text.trim()) : belowPoint(texts);
  const width = placed.reduce((widest, text) => Math.max(widest, codePointLength(text)), least);
  const align = kind === 'text' ? alignLeft : alignRight;
  return {
    header: align(header ?? '', width),
    texts: placed.map(text => align(text, width)),
    width
  };
}

function formatted(cell: Cell, kind: ColumnKind): string {
  return kind === 'float' ? generalFormat(cellNumber(cell), DIGITS) : cellText(cell);
}

/** Texts with as many spaces behind them as their fractions are shorter than the longest. */
function belowPoint(texts: readonly string[]): string[] {
  const decimals = texts.map(decimalsOf);
  const most = decimals.reduce((a, b) => Math.max(a, b), -1);
  return texts.map((text, at) => text + ' '.repeat(most - decimals[at]));
}

/** Number of characters after the point, or after the `e` without a point; -1 for neither. */
function decimalsOf(text: string): number {
  if (!isNumberText(text) || isIntText(text)) return -1;
  const point = text.lastIndexOf('.');
  const at = point < 0 ? text.toLowerCase().lastIndexOf('e') : point;
  return at < 0 ? -1 : text.length - at - 1;
}
