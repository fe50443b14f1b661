import { growing, permute } from '../profile/columns';
import type { SliceTable } from '../profile/profile';

/** Collects slices in any order and sorts them as {@link SliceTable} demands. */
export class SliceTableBuilder {
  readonly #start = growing.float64();
  readonly #duration = growing.float64();
  readonly #label = growing.uint32();
  readonly #track = growing.uint16();
  readonly #parent = growing.int32();

  /** Appends one slice and returns its handle; `parent` is an earlier handle or -1. */
  add(start: number, duration: number, label: number, track: number, parent: number): number {
    this.#start.push(start);
    this.#duration.push(duration);
    this.#label.push(label);
    this.#track.push(track);
    return this.#parent.push(parent);
  }

  /** The sorted table, and for each handle its row in it. */
  build(): { readonly table: SliceTable; readonly rowOf: Uint32Array } {
    return sortSlices({
      length: this.#start.length,
      start: this.#start.toColumn(),
      duration: this.#duration.toColumn(),
      label: this.#label.toColumn(),
      track: this.#track.toColumn(),
      parent: this.#parent.toColumn()
    });
  }
}

/**
 * `slices` ordered by start, longer first among equal starts, then by handle, with parents
 * renumbered. `rowOf[handle]` is the new row.
 */
function sortSlices(slices: SliceTable): {
  readonly table: SliceTable;
  readonly rowOf: Uint32Array;
} {
  const { length, start, duration, parent } = slices;
  const order = Uint32Array.from({ length }, (_, row) => row);
  order.sort((a, b) => start[a] - start[b] || duration[b] - duration[a] || a - b);
  const rowOf = new Uint32Array(length);
  for (let row = 0; row < length; row++) rowOf[order[row]] = row;
  const movedParent = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const handle = parent[order[row]];
    movedParent[row] = handle < 0 ? -1 : rowOf[handle];
  }
  const table: SliceTable = {
    length,
    start: permute(start, order, new Float64Array(length)),
    duration: permute(duration, order, new Float64Array(length)),
    label: permute(slices.label, order, new Uint32Array(length)),
    track: permute(slices.track, order, new Uint16Array(length)),
    parent: movedParent
  };
  return { table, rowOf };
}
