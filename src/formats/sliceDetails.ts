import type { Profile } from '../model/profile';
import type { RowGroups } from './rowGroups';
import { groupRows, rowsOf } from './rowGroups';

const NO_ROWS = new Uint32Array(0);

/** Which slices have arguments or flows, and which. */
export class SliceDetails {
  /** 1 for each slice with at least one argument or flow. */
  readonly has: Uint8Array;
  private readonly args: RowGroups | undefined;
  private readonly outgoing: RowGroups | undefined;
  private readonly incoming: RowGroups | undefined;

  constructor({ slices, args, flows }: Profile) {
    this.has = new Uint8Array(slices.length);
    for (const column of [args.slice, flows.from, flows.to]) {
      for (const slice of column) this.has[slice] = 1;
    }
    if (args.length > 0) this.args = groupRows(args.slice, slices.length);
    if (flows.length === 0) return;
    this.outgoing = groupRows(flows.from, slices.length);
    this.incoming = groupRows(flows.to, slices.length);
  }

  /** Rows of the slice's arguments. */
  argsOf(slice: number): Uint32Array {
    return this.args ? rowsOf(this.args, slice) : NO_ROWS;
  }

  /** Rows of the flows that leave the slice. */
  flowsFrom(slice: number): Uint32Array {
    return this.outgoing ? rowsOf(this.outgoing, slice) : NO_ROWS;
  }

  /** Rows of the flows that arrive at the slice. */
  flowsTo(slice: number): Uint32Array {
    return this.incoming ? rowsOf(this.incoming, slice) : NO_ROWS;
  }
}
