import { floatRepr } from '../base/notation/pythonNumbers';

/** A cell of a table: text, or a number that Python would have as an int or as a float. */
export type Cell = string | { readonly int: number } | { readonly float: number };

/** The type that all cells of a column can be read as; texts that are numbers count as numbers. */
export type ColumnKind = 'int' | 'float' | 'text';

const DIGITS = '\\d+(?:_\\d+)*';
const INT = new RegExp(`^\\s*[-+]?${DIGITS}\\s*$`);
const FLOAT = new RegExp(
  `^\\s*[-+]?(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:[eE][-+]?${DIGITS})?\\s*$`
);
const NOT_FINITE = /^(?:-?inf|nan)$/i;

/** True if Python's `int` reads a text. */
export function isIntText(text: string): boolean {
  return INT.test(text);
}

/** True if a text counts as a number: finite numbers that Python's `float` reads, `inf` and `nan`. */
export function isNumberText(text: string): boolean {
  return NOT_FINITE.test(text) || (FLOAT.test(text) && Number.isFinite(readFloat(text)));
}

/** The number in a cell of a numeric column. */
export function cellNumber(cell: Cell): number {
  if (typeof cell === 'string') return readFloat(cell);
  return 'int' in cell ? cell.int : cell.float;
}

/** A cell as Python's `str` writes it. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return 'int' in cell ? String(cell.int) : floatRepr(cell.float);
}

/** The narrowest kind that fits all cells; a column of no cells is a text. */
export function columnKind(cells: readonly Cell[]): ColumnKind {
  if (cells.length === 0 || !cells.every(isNumber)) return 'text';
  return cells.every(isInt) ? 'int' : 'float';
}

function isNumber(cell: Cell): boolean {
  return typeof cell !== 'string' || isNumberText(cell);
}

function isInt(cell: Cell): boolean {
  return typeof cell === 'string' ? isIntText(cell) : 'int' in cell;
}

function readFloat(text: string): number {
  const plain = text.trim().replaceAll('_', '').toLowerCase();
  if (NOT_FINITE.test(plain)) return plain.startsWith('-') ? -Infinity : plainInfinity(plain);
  return Number(plain);
}

function plainInfinity(text: string): number {
  return text === 'nan' ? NaN : Infinity;
}
