import type { PackedColumns } from '../../model/output/bundle';
import { fromBase64, toBase64 } from '../shared/text/base64';
import { BundleError } from './bundleError';
import type { AsyncInflate, Deflate, Inflate } from '../shared/bytes/compression';

/** The coding of a column as 32-bit numbers: the values themselves, or the steps between them. */
export type ColumnCoding = 'value' | 'delta';

/** The numbers of one column. */
export interface NumberColumn {
  readonly coding: ColumnCoding;
  readonly values: ArrayLike<number>;
}

/** Stands for a value that is stored whole: one that does not fit or is not a whole number. */
const ESCAPE = 0xffff_ffff;

/** DEFLATE cannot shrink data further than this; data that claims more is a bomb. */
const MAX_RATIO = 1032;

/**
 * Packs columns of equal length: every number becomes an unsigned 32-bit field or, where that is
 * not exact, an escape and a Float64 kept whole. The bytes of all fields are sorted by their place
 * (first all lowest bytes of the first column …), which deflates well; the escapes come first. No
 * rows pack to no data.
 */
export function packColumns(columns: readonly NumberColumn[], deflate: Deflate): PackedColumns {
  const rows = columns[0].values.length;
  if (rows === 0) return { escapes: 0, data: '' };
  const escaped: number[] = [];
  const planes = new Uint8Array(4 * columns.length * rows);
  columns.forEach(({ coding, values }, index) => {
    const fields = coding === 'delta' ? deltaFields(values, escaped) : valueFields(values, escaped);
    shuffle(fields, planes.subarray(4 * index * rows, 4 * (index + 1) * rows));
  });
  const bytes = new Uint8Array(8 * escaped.length + planes.length);
  const view = new DataView(bytes.buffer);
  escaped.forEach((value, at) => view.setFloat64(8 * at, value, true));
  bytes.set(planes, 8 * escaped.length);
  return { escapes: escaped.length, data: toBase64(deflate(bytes)) };
}

/**
 * Undoes {@link packColumns}: one Float64 column for each of `codings`. Sizes are checked before
 * anything is allocated.
 *
 * @throws BundleError if the data is not base64, not deflated, or not of that size.
 */
export async function unpackColumns(
  { escapes, data }: PackedColumns,
  rows: number,
  codings: readonly ColumnCoding[],
  inflate: Inflate | AsyncInflate
): Promise<Float64Array[]> {
  const rawBytes = 8 * escapes + 4 * codings.length * rows;
  if (escapes > codings.length * rows) {
    throw new BundleError(`The packed columns name ${escapes} escapes in ${rows} rows.`);
  }
  if (rawBytes > MAX_RATIO * data.length + 64) {
    throw new BundleError(`The packed columns claim ${rawBytes} bytes, more than they can hold.`);
  }
  if (rawBytes === 0) return codings.map(() => new Float64Array(0));
  const bytes = await inflateColumns(data, rawBytes, inflate);
  if (bytes.length !== rawBytes) {
    throw new BundleError(`The packed columns have ${bytes.length} bytes instead of ${rawBytes}.`);
  }
  return fillColumns(bytes, escapes, rows, codings);
}

async function inflateColumns(data: string, rawBytes: number, inflate: Inflate | AsyncInflate) {
  try {
    return await inflate(fromBase64(data), rawBytes);
  } catch (cause) {
    throw new BundleError('The packed columns of the profile are damaged; run the cell again.', {
      cause
    });
  }
}

function valueFields(values: ArrayLike<number>, escaped: number[]): Uint32Array {
  const fields = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    const field = value >>> 0;
    const isExact = field === value && (field !== 0 || 1 / value > 0);
    fields[row] = isExact ? field : ESCAPE;
    if (fields[row] === ESCAPE) escaped.push(value);
  }
  return fields;
}

function deltaFields(values: ArrayLike<number>, escaped: number[]): Uint32Array {
  const fields = new Uint32Array(values.length);
  let last = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    const field = (value - last) >>> 0;
    fields[row] = last + field === value && field !== ESCAPE ? field : ESCAPE;
    if (fields[row] === ESCAPE) escaped.push(value);
    last = value;
  }
  return fields;
}

function shuffle(fields: Uint32Array, planes: Uint8Array): void {
  const rows = fields.length;
  for (let row = 0; row < rows; row++) {
    const field = fields[row];
    planes[row] = field;
    planes[rows + row] = field >>> 8;
    planes[2 * rows + row] = field >>> 16;
    planes[3 * rows + row] = field >>> 24;
  }
}

function fillColumns(
  bytes: Uint8Array,
  escapes: number,
  rows: number,
  codings: readonly ColumnCoding[]
): Float64Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let used = 0;
  const columns = codings.map((coding, index) => {
    const from = 8 * escapes + 4 * index * rows;
    const planes = bytes.subarray(from, from + 4 * rows);
    const column = new Float64Array(rows);
    let last = 0;
    for (let row = 0; row < rows; row++) {
      const field = fieldAt(planes, rows, row);
      const isEscaped = field === ESCAPE;
      if (isEscaped && used === escapes) throw new BundleError('The packed columns lack escapes.');
      last = isEscaped
        ? view.getFloat64(8 * used++, true)
        : coding === 'delta'
          ? last + field
          : field;
      column[row] = last;
    }
    return column;
  });
  if (used !== escapes) throw new BundleError('The packed columns have escapes left over.');
  return columns;
}

function fieldAt(planes: Uint8Array, rows: number, row: number): number {
  const high = (planes[3 * rows + row] << 24) | (planes[2 * rows + row] << 16);
  return (high | (planes[rows + row] << 8) | planes[row]) >>> 0;
}
