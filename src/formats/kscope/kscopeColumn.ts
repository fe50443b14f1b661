import type { Column } from '../../model/profile/columns';

/**
 * The mapping of the values of a column to whole numbers from 0 on:
 * - `value`: as they are
 * - `orNone`: plus 1, since −1 stands for "none"
 * - `earlierRow`: the distance to the row above that they name, 0 for "none"
 * - `steps`: the difference from the row before; the first value is kept aside
 */
export type ColumnCoding = 'value' | 'orNone' | 'earlierRow' | 'steps';

/** Bytes of each number of a column, or 0 if the values are stored as they are in memory. */
type Width = number;

/** The maximum bytes of a whole number up to 2⁵³. */
const MAX_WIDTH = 7;

/** Bytes of the first value of a column of steps. */
const FIRST_VALUE_BYTES = 8;

const WORD = 2 ** 32;
const WORD_BYTES = 4;

/** The bytes after the width of a column of `rows` values that take `size` bytes each in memory. */
function contentBytes(coding: ColumnCoding, width: Width, rows: number, size: number): number {
  if (width === 0) return rows * size;
  return (coding === 'steps' ? FIRST_VALUE_BYTES : 0) + rows * width;
}

/**
 * Bytes of the stored column that begins with `width`; NaN if no column of values of `size` bytes can
 * begin so. Never fewer than `rows`.
 */
export function columnBytes(
  coding: ColumnCoding,
  width: number,
  rows: number,
  size: number
): number {
  const isPossible = rows > 0 ? width <= Math.min(MAX_WIDTH, size) : width === 0;
  return isPossible ? 1 + contentBytes(coding, width, rows, size) : NaN;
}

/** `values` as they are stored: the width, then the content. Their first row is `firstRow`. */
export function encodeColumn(values: Column, coding: ColumnCoding, firstRow: number): Uint8Array {
  if (coding === 'value' && isUnsigned(values)) return encodeUnsigned(values);
  const fields = fieldsOf(values, coding, firstRow);
  const rows = values.length;
  const size = values.BYTES_PER_ELEMENT;
  const width = rows === 0 ? 0 : widthOf(fields, size);
  const stored = new Uint8Array(1 + contentBytes(coding, width, rows, size));
  stored[0] = width;
  if (width === 0) {
    splitBytes(bytesOf(values), size, stored.subarray(1));
    return stored;
  }
  if (coding === 'steps') new DataView(stored.buffer).setFloat64(1, values[0], true);
  splitNumbers(fields, width, stored.subarray(stored.length - rows * width));
  return stored;
}

function isUnsigned(values: Column): values is Uint8Array | Uint16Array | Uint32Array {
  return !(values instanceof Float64Array || values instanceof Int32Array);
}

/** {@link encodeColumn} for values that are their own numbers. */
function encodeUnsigned(values: Uint8Array | Uint16Array | Uint32Array): Uint8Array {
  if (values.length === 0) return new Uint8Array(1);
  const words = values instanceof Uint32Array ? values : new Uint32Array(values);
  let most = 0;
  for (let row = 0; row < words.length; row++) if (words[row] > most) most = words[row];
  const width = leastWidth(most);
  const stored = new Uint8Array(1 + contentBytes('value', width, words.length, width));
  stored[0] = width;
  splitWords(words, width, stored.subarray(1));
  return stored;
}

/** NaN stands for a value that its number could not restore. */
function fieldsOf(values: Column, coding: ColumnCoding, firstRow: number): Float64Array {
  if (coding === 'earlierRow' && values instanceof Int32Array) return distances(values, firstRow);
  // Loops over arrays of one type are several times as fast as those over any.
  const numbers = values instanceof Float64Array ? values : new Float64Array(values);
  switch (coding) {
    case 'value':
      return numbers;
    case 'orNone':
      return shifted(numbers);
    case 'earlierRow':
      return distances(numbers, firstRow);
    case 'steps':
      return steps(numbers);
  }
}

function shifted(numbers: Float64Array): Float64Array {
  const fields = new Float64Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const field = numbers[row] + 1;
    fields[row] = Object.is(field - 1, numbers[row]) ? field : NaN;
  }
  return fields;
}

function distances(numbers: Float64Array | Int32Array, firstRow: number): Float64Array {
  const fields = new Float64Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row];
    const distance = firstRow + row - value;
    const isExact = distance > 0 && Object.is(firstRow + row - distance, value);
    if (value !== -1) fields[row] = isExact ? distance : NaN;
  }
  return fields;
}

function steps(numbers: Float64Array): Float64Array {
  const fields = new Float64Array(numbers.length);
  for (let row = 1; row < numbers.length; row++) {
    const step = numbers[row] - numbers[row - 1];
    fields[row] = Object.is(numbers[row - 1] + step, numbers[row]) ? step : NaN;
  }
  return fields;
}

/** Bytes that hold each of the numbers; 0 if one is not a whole number from 0 on, or is too large. */
function widthOf(fields: Float64Array, size: number): Width {
  let most = 0;
  for (let row = 0; row < fields.length; row++) {
    const field = fields[row];
    const isWhole = field >= 0 && field <= Number.MAX_SAFE_INTEGER && Math.floor(field) === field;
    if (!isWhole || Object.is(field, -0)) return 0;
    if (field > most) most = field;
  }
  const width = leastWidth(most);
  return width <= size ? width : 0;
}

/** The number of bytes that hold whole numbers up to `most`. */
function leastWidth(most: number): Width {
  let width = 1;
  while (most >= 256 ** width) width++;
  return width;
}

/** Stores the lowest bytes of all numbers, then the second lowest and so on, as `splitBytes` does. */
function splitNumbers(fields: Float64Array, width: Width, target: Uint8Array): void {
  const low = new Uint32Array(fields);
  splitWords(low, Math.min(width, WORD_BYTES), target);
  if (width <= WORD_BYTES) return;
  const high = new Uint32Array(low.length);
  for (let row = 0; row < high.length; row++) high[row] = (fields[row] - low[row]) / WORD;
  splitWords(high, width - WORD_BYTES, target.subarray(WORD_BYTES * low.length));
}

function splitWords(words: Uint32Array, count: number, target: Uint8Array): void {
  let at = 0;
  for (let shift = 0; shift < 8 * count; shift += 8) {
    for (let row = 0; row < words.length; row++) target[at++] = words[row] >>> shift;
  }
}

/**
 * Stores the lowest bytes of all values, then the second lowest and so on. Neighbours resemble each
 * other, so this deflates far better than whole values. Typed arrays are little-endian wherever
 * JavaScript engines run.
 */
function splitBytes(source: Uint8Array, size: number, target: Uint8Array): void {
  let at = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let from = plane; from < source.length; from += size) target[at++] = source[from];
  }
}

/**
 * Fills `column`, whose first row is `firstRow`, with the stored values; `stored` has the length that
 * {@link columnBytes} returns. The values are not checked.
 */
export function decodeColumn(
  stored: Uint8Array,
  coding: ColumnCoding,
  column: Column,
  firstRow: number
): void {
  const width: Width = stored[0];
  if (width === 0) {
    joinBytes(stored.subarray(1), column.BYTES_PER_ELEMENT, bytesOf(column));
    return;
  }
  const fields = joinNumbers(stored.subarray(stored.length - column.length * width), width);
  switch (coding) {
    case 'value':
      break;
    case 'orNone':
      for (let row = 0; row < fields.length; row++) fields[row] -= 1;
      break;
    case 'earlierRow':
      followDistances(fields, firstRow);
      break;
    case 'steps':
      addUp(fields, new DataView(stored.buffer, stored.byteOffset).getFloat64(1, true));
  }
  column.set(fields);
}

function followDistances(fields: Float64Array, firstRow: number): void {
  for (let row = 0; row < fields.length; row++) {
    fields[row] = fields[row] === 0 ? -1 : firstRow + row - fields[row];
  }
}

function addUp(fields: Float64Array, first: number): void {
  fields[0] = first;
  for (let row = 1; row < fields.length; row++) fields[row] += fields[row - 1];
}

function joinNumbers(stored: Uint8Array, width: Width): Float64Array {
  const rows = stored.length / width;
  const fields = new Float64Array(joinWords(stored, Math.min(width, WORD_BYTES), rows));
  if (width <= WORD_BYTES) return fields;
  const high = joinWords(stored.subarray(WORD_BYTES * rows), width - WORD_BYTES, rows);
  for (let row = 0; row < rows; row++) fields[row] += high[row] * WORD;
  return fields;
}

function joinWords(stored: Uint8Array, count: number, rows: number): Uint32Array {
  const words = new Uint32Array(rows);
  let at = 0;
  for (let shift = 0; shift < 8 * count; shift += 8) {
    for (let row = 0; row < rows; row++) words[row] |= stored[at++] << shift;
  }
  return words;
}

function joinBytes(source: Uint8Array, size: number, target: Uint8Array): void {
  let at = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let to = plane; to < target.length; to += size) target[to] = source[at++];
  }
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
