import { consecutiveRows } from '../model/columns';
import type { LabelTable, SliceTable } from '../model/profile';
import type { StringTable } from '../model/stringTable';
import { createTable } from '../model/tableSchema';
import type { SourceSlice } from './contribution';
import type { RecordedLabels } from './recordedData';

/** The recorder's labels, then those that contributions add, as columns of a profile. */
export class LabelColumns {
  private readonly name: number[] = [];
  private readonly category: number[] = [];
  private readonly added = new Map<string, number>();

  constructor(
    registry: RecordedLabels,
    private readonly strings: StringTable
  ) {
    for (let label = 0; label < registry.length; label++) {
      this.name.push(strings.intern(registry.nameOf(label)));
      this.category.push(strings.intern(registry.categoryNameOf(label)));
    }
  }

  /** The label of a contributed slice; the recorder's own labels keep their rows. */
  label(name: string, category: string): number {
    const key = `${category}\u0000${name}`;
    const known = this.added.get(key);
    if (known !== undefined) return known;
    this.name.push(this.strings.intern(name));
    const row = this.category.push(this.strings.intern(category)) - 1;
    this.added.set(key, row);
    return row;
  }

  /** The finished table. */
  table(): LabelTable {
    return {
      length: this.name.length,
      name: Uint32Array.from(this.name),
      category: Uint32Array.from(this.category)
    };
  }
}

/** Slices by start time, and for each row of the recorder's own slices its row among them. */
export interface MergedSlices {
  readonly table: SliceTable;
  readonly rowOf: Uint32Array;
  /** Rows of contributed slices that have arguments, and these. */
  readonly args: readonly ContributedArgs[];
}

/** The arguments of a contributed slice. */
export interface ContributedArgs {
  readonly row: number;
  readonly args: NonNullable<SourceSlice['args']>;
}

/** Merges contributed slices into the recorder's own, which are ordered by start already. */
export function mergeSlices(
  own: SliceTable,
  contributed: readonly SourceSlice[],
  labels: LabelColumns
): MergedSlices {
  if (contributed.length === 0) {
    return { table: own, rowOf: consecutiveRows(own.length), args: [] };
  }
  const rowOf = new Uint32Array(own.length);
  const extra = [...contributed].sort((a, b) => a.start - b.start);
  const length = own.length + extra.length;
  const table = createTable('slices', length);
  const args: ContributedArgs[] = [];
  let next = 0;
  for (let row = 0, target = 0; target < length; target++) {
    const slice = extra[next];
    if (row < own.length && (!slice || own.start[row] <= slice.start)) {
      const parent = own.parent[row];
      table.start[target] = own.start[row];
      table.duration[target] = own.duration[row];
      table.label[target] = own.label[row];
      table.track[target] = own.track[row];
      table.parent[target] = parent < 0 ? -1 : rowOf[parent];
      rowOf[row++] = target;
      continue;
    }
    table.start[target] = slice.start;
    table.duration[target] = slice.duration;
    table.label[target] = labels.label(slice.name, slice.category);
    table.track[target] = slice.track;
    table.parent[target] = -1;
    if (slice.args) args.push({ row: target, args: slice.args });
    next++;
  }
  return { table, rowOf, args };
}
