import type { ArgTable, Profile } from '../../../model/profile/profile';
import { type RowGroups, groupRows, rowsOf } from './rowGroups';

const NO_ROWS = new Uint32Array(0);

/** The arguments and flows of each slice. */
export class SliceDetails {
  /** 1 for each slice with at least one argument or flow. */
  readonly has: Uint8Array;
  readonly #argOffsets: Uint32Array;
  readonly #outgoing: RowGroups | undefined;
  readonly #incoming: RowGroups | undefined;

  constructor({ slices, args, flows }: Profile) {
    this.has = new Uint8Array(slices.length);
    for (const column of [args.slice, flows.from, flows.to]) {
      for (const slice of column) this.has[slice] = 1;
    }
    this.#argOffsets = offsetsOf(args, slices.length);
    if (flows.length === 0) return;
    this.#outgoing = groupRows(flows.from, slices.length);
    this.#incoming = groupRows(flows.to, slices.length);
  }

  /** First row of the slice's arguments. */
  firstArg(slice: number): number {
    return this.#argOffsets[slice];
  }

  /** The row behind the slice's last argument. */
  endOfArgs(slice: number): number {
    return this.#argOffsets[slice + 1];
  }

  /** Rows of the flows that leave the slice. */
  flowsFrom(slice: number): Uint32Array {
    return this.#outgoing ? rowsOf(this.#outgoing, slice) : NO_ROWS;
  }

  /** Rows of the flows that arrive at the slice. */
  flowsTo(slice: number): Uint32Array {
    return this.#incoming ? rowsOf(this.#incoming, slice) : NO_ROWS;
  }
}

/** The offset of each slice's arguments in `args`, which is ordered by slice. */
function offsetsOf(args: ArgTable, sliceCount: number): Uint32Array {
  const offsets = new Uint32Array(sliceCount + 1);
  if (args.length === 0) return offsets;
  for (let arg = 0; arg < args.length; arg++) offsets[args.slice[arg] + 1]++;
  for (let slice = 0; slice < sliceCount; slice++) offsets[slice + 1] += offsets[slice];
  return offsets;
}
