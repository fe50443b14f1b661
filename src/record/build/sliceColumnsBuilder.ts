import { withRoom } from '../../base/growing';
import { ArgKind } from '../../model/profile/profile';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { StringTable } from '../../model/build/stringTable';
import { orderByStart } from './orderByStart';
import {
  type ArgColumns,
  type FlowColumns,
  NO_SLICE,
  type SliceColumns,
  type SliceRef
} from './sliceColumns';

/** Interning of names of slices and arguments. */
export interface ColumnNames {
  readonly strings: StringTable;
  readonly label: (name: string, category: string) => number;
}

/** The initial capacity of a {@link SliceColumnsBuilder}; it grows if that is not enough. */
export interface ColumnRoom {
  readonly slices: number;
  readonly args: number;
  readonly flows: number;
}

const FIRST_ROOM: ColumnRoom = { slices: 256, args: 256, flows: 16 };

/** Arguments of rows in turn. Writing one takes no look-up where its key is a number already. */
class ArgWriter {
  #key: Uint32Array;
  #kind: Uint8Array;
  #value: Float64Array;
  #used = 0;

  constructor(room: number) {
    this.#key = new Uint32Array(room);
    this.#kind = new Uint8Array(room);
    this.#value = new Float64Array(room);
  }

  get length(): number {
    return this.#used;
  }

  add(key: number, kind: number, value: number): void {
    if (this.#used === this.#key.length) this.#grow();
    const at = this.#used++;
    this.#key[at] = key;
    this.#kind[at] = kind;
    this.#value[at] = value;
  }

  build(first: Uint32Array): ArgColumns {
    const key = this.#key;
    const kind = this.#kind;
    const value = this.#value;
    const used = this.#used;
    const range = [0, used] as const;
    return {
      first,
      key: key.subarray(...range),
      kind: kind.subarray(...range),
      value: value.subarray(...range)
    };
  }

  #grow(): void {
    const room = this.#used + 1;
    this.#key = withRoom(this.#key, room);
    this.#kind = withRoom(this.#kind, room);
    this.#value = withRoom(this.#value, room);
  }
}

/** Arrows in the order in which they come. */
class FlowWriter {
  #from: Int32Array;
  #to: Int32Array;
  #label: Uint32Array;
  #used = 0;

  constructor(room: number) {
    this.#from = new Int32Array(room);
    this.#to = new Int32Array(room);
    this.#label = new Uint32Array(room);
  }

  add(from: SliceRef, to: SliceRef, label: number): void {
    if (this.#used === this.#from.length) this.#grow();
    const at = this.#used++;
    this.#from[at] = from;
    this.#to[at] = to;
    this.#label[at] = label;
  }

  build(): FlowColumns {
    const from = this.#from;
    const to = this.#to;
    const label = this.#label;
    const used = this.#used;
    return {
      length: used,
      from: from.subarray(0, used),
      to: to.subarray(0, used),
      label: label.subarray(0, used)
    };
  }

  #grow(): void {
    const room = this.#used + 1;
    this.#from = withRoom(this.#from, room);
    this.#to = withRoom(this.#to, room);
    this.#label = withRoom(this.#label, room);
  }
}

/** Slices that are being collected, in the order in which they came. */
export type CollectedSlices = Pick<SliceColumns, 'start' | 'duration' | 'track' | 'cause'>;

/** Collects slices in any order of time, each with its arguments right after it. */
export class SliceColumnsBuilder {
  #start: Float64Array;
  #duration: Float64Array;
  #label: Uint32Array;
  #track: Uint16Array;
  #cause: Int32Array;
  #firstArg: Uint32Array;
  #used = 0;
  readonly #args: ArgWriter;
  readonly #flows: FlowWriter;

  constructor(
    private readonly names: ColumnNames,
    { slices, args, flows }: ColumnRoom = FIRST_ROOM
  ) {
    const room = Math.max(slices, FIRST_ROOM.slices);
    this.#start = new Float64Array(room);
    this.#duration = new Float64Array(room);
    this.#label = new Uint32Array(room);
    this.#track = new Uint16Array(room);
    this.#cause = new Int32Array(room);
    this.#firstArg = new Uint32Array(room + 1);
    this.#args = new ArgWriter(Math.max(args, FIRST_ROOM.args));
    this.#flows = new FlowWriter(Math.max(flows, FIRST_ROOM.flows));
  }

  /** Slices so far; the row that the next one gets. */
  get length(): number {
    return this.#used;
  }

  /** Appends a slice and returns its row. */
  add(
    start: number,
    duration: number,
    label: number,
    track: number,
    cause: SliceRef = NO_SLICE
  ): number {
    if (this.#used === this.#start.length) this.#grow();
    const row = this.#used++;
    this.#start[row] = start;
    this.#duration[row] = duration;
    this.#label[row] = label;
    this.#track[row] = track;
    this.#cause[row] = cause;
    this.#firstArg[row] = this.#args.length;
    return row;
  }

  /** Adds an argument to the slice that was added last; its key is a `StringIndex`. */
  number(key: number, value: number): void {
    this.#args.add(key, ArgKind.number, value);
  }

  /** The same for a text, which is a `StringIndex` as well. */
  text(key: number, value: number): void {
    this.#args.add(key, ArgKind.string, value);
  }

  /** The same, for a key and a value that are not numbers yet. */
  arg(key: string, value: ArgValue): void {
    const { strings } = this.names;
    const row = strings.intern(key);
    if (typeof value === 'string') this.text(row, strings.intern(value));
    else this.#args.add(row, typeof value === 'boolean' ? ArgKind.boolean : ArgKind.number, +value);
  }

  /** Adds an arrow. */
  flow(from: SliceRef, to: SliceRef, label: number): void {
    this.#flows.add(from, to, label);
  }

  /** The slices so far, by row, for callers that replace their tracks and causes. */
  collected(): CollectedSlices {
    const start = this.#start;
    const duration = this.#duration;
    const track = this.#track;
    const cause = this.#cause;
    const used = this.#used;
    return {
      start: start.subarray(0, used),
      duration: duration.subarray(0, used),
      track: track.subarray(0, used),
      cause: cause.subarray(0, used)
    };
  }

  /**
   * The collected slices. `order` is their order if it is already known; `track` and `cause` replace
   * the given ones.
   */
  build(placed: Partial<Pick<SliceColumns, 'order' | 'track' | 'cause'>> = {}): SliceColumns {
    const used = this.#used;
    this.#firstArg[used] = this.#args.length;
    const { start, duration, track, cause } = this.collected();
    return {
      length: used,
      start,
      duration,
      label: this.#label.subarray(0, used),
      track: placed.track ?? track,
      cause: placed.cause ?? cause,
      order: placed.order ?? orderByStart(start, duration),
      args: this.#args.build(this.#firstArg.subarray(0, used + 1)),
      flows: this.#flows.build()
    };
  }

  #grow(): void {
    const room = this.#used + 1;
    this.#start = withRoom(this.#start, room);
    this.#duration = withRoom(this.#duration, room);
    this.#label = withRoom(this.#label, room);
    this.#track = withRoom(this.#track, room);
    this.#cause = withRoom(this.#cause, room);
    // One more than there are rows, whatever the others have grown to.
    this.#firstArg = withRoom(this.#firstArg, this.#start.length + 1);
  }
}
