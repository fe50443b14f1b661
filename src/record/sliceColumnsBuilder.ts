import { ArgKind } from '../model/profile';
import type { ArgValue } from '../model/profileBuilder';
import type { StringTable } from '../model/stringTable';
import { orderByStart } from './orderByStart';
import type { ArgColumns, FlowColumns, SliceColumns, SliceRef } from './sliceColumns';
import { NO_SLICE } from './sliceColumns';

/** What names of slices and arguments become numbers by. */
export interface ColumnNames {
  readonly strings: StringTable;
  readonly label: (name: string, category: string) => number;
}

const FIRST_ROOM = 256;

/** Arguments of rows in turn. Writing one takes no look-up where its key is a number already. */
class ArgWriter {
  private key = new Uint32Array(FIRST_ROOM);
  private kind = new Uint8Array(FIRST_ROOM);
  private value = new Float64Array(FIRST_ROOM);
  private used = 0;

  get length(): number {
    return this.used;
  }

  add(key: number, kind: number, value: number): void {
    if (this.used === this.key.length) this.grow();
    const at = this.used++;
    this.key[at] = key;
    this.kind[at] = kind;
    this.value[at] = value;
  }

  build(first: Uint32Array): ArgColumns {
    const { key, kind, value, used } = this;
    const range = [0, used] as const;
    return {
      first,
      key: key.subarray(...range),
      kind: kind.subarray(...range),
      value: value.subarray(...range)
    };
  }

  private grow(): void {
    const room = this.key.length * 2;
    this.key = enlarged(this.key, new Uint32Array(room));
    this.kind = enlarged(this.kind, new Uint8Array(room));
    this.value = enlarged(this.value, new Float64Array(room));
  }
}

/** Collects slices in any order of time, each with its arguments right after it. */
export class SliceColumnsBuilder {
  private start = new Float64Array(FIRST_ROOM);
  private duration = new Float64Array(FIRST_ROOM);
  private label = new Uint32Array(FIRST_ROOM);
  private track = new Uint16Array(FIRST_ROOM);
  private cause = new Int32Array(FIRST_ROOM);
  private firstArg = new Uint32Array(FIRST_ROOM + 1);
  private used = 0;
  private readonly args = new ArgWriter();
  private readonly flows = { from: [] as number[], to: [] as number[], label: [] as number[] };

  constructor(private readonly names: ColumnNames) {}

  /** Slices so far; the row that the next one gets. */
  get length(): number {
    return this.used;
  }

  /** Appends a slice and returns its row. */
  add(
    start: number,
    duration: number,
    label: number,
    track: number,
    cause: SliceRef = NO_SLICE
  ): number {
    if (this.used === this.start.length) this.grow();
    const row = this.used++;
    this.start[row] = start;
    this.duration[row] = duration;
    this.label[row] = label;
    this.track[row] = track;
    this.cause[row] = cause;
    this.firstArg[row] = this.args.length;
    return row;
  }

  /** Gives the slice that was added last an argument whose key is a `StringIndex`. */
  number(key: number, value: number): void {
    this.args.add(key, ArgKind.number, value);
  }

  /** The same for a text, which is a `StringIndex` as well. */
  text(key: number, value: number): void {
    this.args.add(key, ArgKind.string, value);
  }

  /** The same for a key and a value that are no numbers yet. */
  arg(key: string, value: ArgValue): void {
    const { strings } = this.names;
    const row = strings.intern(key);
    if (typeof value === 'string') this.text(row, strings.intern(value));
    else this.args.add(row, typeof value === 'boolean' ? ArgKind.boolean : ArgKind.number, +value);
  }

  /** Adds an arrow. */
  flow(from: SliceRef, to: SliceRef, label: number): void {
    this.flows.from.push(from);
    this.flows.to.push(to);
    this.flows.label.push(label);
  }

  /** The times of the slices so far, by row. */
  times(): { readonly start: Float64Array; readonly duration: Float64Array } {
    const { used } = this;
    return { start: this.start.subarray(0, used), duration: this.duration.subarray(0, used) };
  }

  /**
   * What was collected. `order` is that of the slices where it is known already; `track` and `cause`
   * replace those that were given.
   */
  build(placed: Partial<Pick<SliceColumns, 'order' | 'track' | 'cause'>> = {}): SliceColumns {
    const { used } = this;
    this.firstArg[used] = this.args.length;
    const { start, duration } = this.times();
    return {
      length: used,
      start,
      duration,
      label: this.label.subarray(0, used),
      track: placed.track ?? this.track.subarray(0, used),
      cause: placed.cause ?? this.cause.subarray(0, used),
      order: placed.order ?? orderByStart(start, duration),
      args: this.args.build(this.firstArg.subarray(0, used + 1)),
      flows: this.flowColumns()
    };
  }

  private flowColumns(): FlowColumns {
    const { from, to, label } = this.flows;
    return {
      length: from.length,
      from: Int32Array.from(from),
      to: Int32Array.from(to),
      label: Uint32Array.from(label)
    };
  }

  private grow(): void {
    const room = this.start.length * 2;
    this.start = enlarged(this.start, new Float64Array(room));
    this.duration = enlarged(this.duration, new Float64Array(room));
    this.label = enlarged(this.label, new Uint32Array(room));
    this.track = enlarged(this.track, new Uint16Array(room));
    this.cause = enlarged(this.cause, new Int32Array(room));
    this.firstArg = enlarged(this.firstArg, new Uint32Array(room + 1));
  }
}

function enlarged<C extends { set(values: C): void }>(column: C, larger: C): C {
  larger.set(column);
  return larger;
}
