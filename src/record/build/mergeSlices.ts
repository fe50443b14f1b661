import { consecutiveRows } from '../../model/profile/columns';
import type { SliceTable } from '../../model/profile/profile';
import { createTable } from '../../model/profile/tableSchema';
import type { SourceSlice } from './contribution';
import type { SliceColumns, SliceRef } from './sliceColumns';
import { ownRow } from './sliceColumns';
import type { ColumnNames } from './sliceColumnsBuilder';
import { SliceColumnsBuilder } from './sliceColumnsBuilder';

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
  for (let target = 0; target < length; target++) {
    const next = merge.nextPart();
    if (next < 0 || (row < own.length && merge.isOwnFirst(row, next))) merge.takeOwn(row++, target);
    else merge.take(next, target);
  }
  return merge.result();
}

/** In place of the merged row of a slice that is not merged yet; no row is as large. */
const NOT_TAKEN = 2 ** 32 - 1;

/** Goes through the recorder's slices and those of all parts side by side. */
class Merge {
  private readonly table: SliceTable;
  private readonly rowOf: Uint32Array;
  private readonly merged: readonly MergedPart[];
  /** The number of rows taken from each part. */
  private readonly taken: Uint32Array;

  constructor(
    private readonly own: SliceTable,
    private readonly parts: readonly SliceColumns[],
    length: number
  ) {
    this.table = createTable('slices', length);
    this.rowOf = new Uint32Array(own.length).fill(NOT_TAKEN);
    this.merged = parts.map(columns => ({
      columns,
      rowOf: new Uint32Array(columns.length).fill(NOT_TAKEN)
    }));
    this.taken = new Uint32Array(parts.length);
  }

  /** The part whose next row begins first, or -1 at the end of all. */
  nextPart(): number {
    const { parts, taken } = this;
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

  isOwnFirst(ownAt: number, next: number): boolean {
    const { own } = this;
    const part = this.parts[next];
    const row = part.order[this.taken[next]];
    if (own.start[ownAt] !== part.start[row]) return own.start[ownAt] < part.start[row];
    return part.duration[row] <= own.duration[ownAt] || ownRow(part.cause[row]) >= ownAt;
  }

  takeOwn(row: number, target: number): void {
    const { own, table, rowOf } = this;
    const parent = own.parent[row];
    table.start[target] = own.start[row];
    table.duration[target] = own.duration[row];
    table.label[target] = own.label[row];
    table.track[target] = own.track[row];
    table.parent[target] = parent < 0 ? -1 : rowOf[parent];
    rowOf[row] = target;
  }

  take(next: number, target: number): void {
    const { table } = this;
    const { columns, rowOf } = this.merged[next];
    const row = columns.order[this.taken[next]++];
    rowOf[row] = target;
    table.start[target] = columns.start[row];
    table.duration[target] = columns.duration[row];
    table.label[target] = columns.label[row];
    table.track[target] = columns.track[row];
    const cause = rowOfRef(columns.cause[row], this.rowOf, rowOf);
    table.parent[target] = cause < target ? cause : -1;
  }

  result(): MergedSlices {
    return { table: this.table, rowOf: this.rowOf, parts: this.merged };
  }
}

/** The merged row that a part, whose rows have gone to `rowOf`, refers to, or -1. */
export function rowOfRef(ref: SliceRef, ownRowOf: Uint32Array, rowOf: Uint32Array): number {
  if (ref >= 0) return rowOf[ref];
  const row = ownRow(ref);
  return row >= 0 && row < ownRowOf.length ? ownRowOf[row] : -1;
}
