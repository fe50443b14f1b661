import { consecutiveRows } from '../../model/profile/columns';
import type { SliceTable } from '../../model/profile/profile';
import { createTable } from '../../columns/tableSchema';
import type { SourceSlice } from './contribution';
import { type SliceColumns, type SliceRef, ownRow } from './sliceColumns';
import { type ColumnNames, SliceColumnsBuilder } from './sliceColumnsBuilder';

/** Slices of a source with few of them, as columns. */
export function columnsOf(slices: readonly SourceSlice[], names: ColumnNames): SliceColumns {
  const builder = new SliceColumnsBuilder(names);
  for (const { name, category, track, start, duration, args = {} } of slices) {
    builder.add(start, duration, names.label(name, category), track);
    for (const [key, value] of Object.entries(args)) builder.arg(key, value);
  }
  return builder.build();
}

/** Contributed slices among those of the recorder. */
export interface MergedSlices {
  readonly table: SliceTable;
  /** For each row of the recorder's own slices its row in `table`. */
  readonly rowOf: Uint32Array;
  /** The same for each part. */
  readonly parts: readonly MergedPart[];
}

/** One source's slices, and for each of their rows its row in the merged table. */
export interface MergedPart {
  readonly columns: SliceColumns;
  readonly rowOf: Uint32Array;
}

/**
 * Merges contributed slices into the recorder's own, which are ordered by start already. Among equal
 * starts the recorder's come first, but after contributed ones that are longer and that none of those
 * caused. A cause that would come after its slice is forgotten.
 */
export function mergeSlices(own: SliceTable, parts: readonly SliceColumns[]): MergedSlices {
  const filled = parts.filter(({ length }) => length > 0);
  if (filled.length === 0) return { table: own, rowOf: consecutiveRows(own.length), parts: [] };
  const length = filled.reduce((sum, part) => sum + part.length, own.length);
  const merge = new Merge(own, filled, length);
  let row = 0;
  for (let next = merge.nextPart(); next >= 0; next = merge.nextPart()) {
    const before = firstFrom(own.start, row, merge.startOf(next));
    merge.takeOwn(row, before);
    for (row = before; row < own.length && merge.isOwnFirst(row, next); row++) {
      merge.takeOwn(row, row + 1);
    }
    merge.take(next);
  }
  merge.takeOwn(row, own.length);
  return merge.result();
}

/** The first row from `from` on whose start is not before `time`, near `from` in most calls. */
function firstFrom(start: Float64Array, from: number, time: number): number {
  let step = 1;
  let low = from;
  while (low + step <= start.length && start[low + step - 1] < time) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, start.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (start[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In place of the merged row of a slice that is not merged yet; no row is as large. */
const NOT_TAKEN = 2 ** 32 - 1;

/** So many rows of the recorder in a row are copied together: each call costs as much as some rows. */
const MANY_ROWS = 64;

/** Goes through the recorder's slices and those of all parts side by side. */
class Merge {
  readonly #table: SliceTable;
  readonly #rowOf: Uint32Array;
  readonly #merged: readonly MergedPart[];
  /** The number of rows taken from each part. */
  readonly #taken: Uint32Array;
  /** The next row of `table`. */
  #target = 0;

  constructor(
    private readonly own: SliceTable,
    private readonly parts: readonly SliceColumns[],
    length: number
  ) {
    this.#table = createTable('slices', length);
    this.#rowOf = new Uint32Array(own.length).fill(NOT_TAKEN);
    this.#merged = parts.map(columns => ({
      columns,
      rowOf: new Uint32Array(columns.length).fill(NOT_TAKEN)
    }));
    this.#taken = new Uint32Array(parts.length);
  }

  /** The part whose next row begins first, or -1 at the end of all. */
  nextPart(): number {
    const { parts } = this;
    const taken = this.#taken;
    let first = -1;
    let start = Infinity;
    for (let part = 0; part < parts.length; part++) {
      if (taken[part] === parts[part].length) continue;
      const time = parts[part].start[parts[part].order[taken[part]]];
      if (time >= start) continue;
      start = time;
      first = part;
    }
    return first;
  }

  /** The start of the next row of a part. */
  startOf(next: number): number {
    const { start, order } = this.parts[next];
    return start[order[this.#taken[next]]];
  }

  isOwnFirst(ownAt: number, next: number): boolean {
    const { own } = this;
    const part = this.parts[next];
    const row = part.order[this.#taken[next]];
    if (own.start[ownAt] !== part.start[row]) return own.start[ownAt] < part.start[row];
    return part.duration[row] <= own.duration[ownAt] || ownRow(part.cause[row]) >= ownAt;
  }

  // hot
  /** Takes the recorder's rows from `from` up to `to`. */
  takeOwn(from: number, to: number): void {
    const { own } = this;
    const table = this.#table;
    const rowOf = this.#rowOf;
    if (to - from >= MANY_ROWS) this.#copyMany(from, to);
    else this.#copyFew(from, to);
    const shift = this.#target - from;
    for (let row = from; row < to; row++) {
      const parent = own.parent[row];
      table.parent[row + shift] = parent < 0 ? -1 : rowOf[parent];
      rowOf[row] = row + shift;
    }
    this.#target += to - from;
  }

  #copyFew(from: number, to: number): void {
    const { own } = this;
    const table = this.#table;
    for (let row = from, target = this.#target; row < to; row++, target++) {
      table.start[target] = own.start[row];
      table.duration[target] = own.duration[row];
      table.label[target] = own.label[row];
      table.track[target] = own.track[row];
    }
  }

  #copyMany(from: number, to: number): void {
    const { own } = this;
    const table = this.#table;
    const target = this.#target;
    table.start.set(own.start.subarray(from, to), target);
    table.duration.set(own.duration.subarray(from, to), target);
    table.label.set(own.label.subarray(from, to), target);
    table.track.set(own.track.subarray(from, to), target);
  }

  take(next: number): void {
    const table = this.#table;
    const target = this.#target++;
    const { columns, rowOf } = this.#merged[next];
    const row = columns.order[this.#taken[next]++];
    rowOf[row] = target;
    table.start[target] = columns.start[row];
    table.duration[target] = columns.duration[row];
    table.label[target] = columns.label[row];
    table.track[target] = columns.track[row];
    const cause = rowOfRef(columns.cause[row], this.#rowOf, rowOf);
    table.parent[target] = cause < target ? cause : -1;
  }

  result(): MergedSlices {
    return { table: this.#table, rowOf: this.#rowOf, parts: this.#merged };
  }
}

/** The merged row that a part, whose rows have gone to `rowOf`, refers to, or -1. */
export function rowOfRef(ref: SliceRef, ownRowOf: Uint32Array, rowOf: Uint32Array): number {
  if (ref >= 0) return rowOf[ref];
  const row = ownRow(ref);
  return row >= 0 && row < ownRowOf.length ? ownRowOf[row] : -1;
}
