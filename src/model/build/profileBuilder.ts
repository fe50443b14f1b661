import { growing, permute } from '../profile/columns';
import {
  type CounterSeries,
  type FlowTable,
  InstantScope,
  type InstantTable,
  type LabelTable,
  PROFILE_VERSION,
  type Profile,
  type ProfileMeta,
  type Track,
  type SliceTable,
  ArgKind,
  type ArgTable
} from '../profile/profile';
import { StringTable } from './stringTable';
import { emptyTable } from '../../columns/tableSchema';

/** One argument value as users and sources give it. */
export type ArgValue = number | string | boolean;

/** The input of {@link ProfileBuilder.addSlice}; times in nanoseconds from the origin. */
export interface SliceInput {
  readonly name: string;
  readonly category: string;
  readonly start: number;
  readonly duration: number;
  readonly track: number;
  /** Handle of an earlier slice, or -1. */
  readonly parent?: number;
  readonly args?: Readonly<Record<string, ArgValue>>;
}

/**
 * Assembles a {@link Profile} row by row, in any order of time. For importers and tests; recordings
 * go the columnar way. Handles returned by `addSlice` stay valid as `parent` and in `addFlow`.
 */
export class ProfileBuilder {
  readonly #labelRows = new Map<string, number>();
  readonly #labelName = growing.uint32();
  readonly #labelCategory = growing.uint32();
  readonly #tracks: Track[] = [];
  readonly #slices = new SliceTableBuilder();
  readonly #args: ArgTableBuilder;
  readonly #counters: CounterSeries[] = [];
  readonly #instants: { time: number; label: number; track: number; scope: number }[] = [];
  readonly #flows: { from: number; to: number; label: number }[] = [];

  constructor(readonly strings = new StringTable()) {
    this.#args = new ArgTableBuilder(strings);
  }

  /** The row of the label (category, name), new or known. */
  label(name: string, category: string): number {
    const key = `${category}\u0000${name}`;
    const known = this.#labelRows.get(key);
    if (known !== undefined) return known;
    this.#labelName.push(this.strings.intern(name));
    const row = this.#labelCategory.push(this.strings.intern(category));
    this.#labelRows.set(key, row);
    return row;
  }

  /** Adds a track and returns its index; its parent must have been added before. */
  addTrack(track: Partial<Track> & Pick<Track, 'name' | 'kind'>): number {
    this.#tracks.push({ parent: -1, pid: 1, tid: this.#tracks.length + 1, ...track });
    return this.#tracks.length - 1;
  }

  /** Adds a slice and returns its handle. */
  addSlice(slice: SliceInput): number {
    const label = this.label(slice.name, slice.category);
    const handle = this.#slices.add(
      slice.start,
      slice.duration,
      label,
      slice.track,
      slice.parent ?? -1
    );
    for (const [key, value] of Object.entries(slice.args ?? {})) this.#args.add(handle, key, value);
    return handle;
  }

  /** Adds a whole counter; its times must be non-decreasing. */
  addCounter(series: CounterSeries): void {
    this.#counters.push(series);
  }

  /** Adds a moment on a track. */
  addInstant(
    name: string,
    category: string,
    time: number,
    track: number,
    scope: keyof typeof InstantScope = 'thread'
  ): void {
    const label = this.label(name, category);
    this.#instants.push({ time, label, track, scope: InstantScope[scope] });
  }

  /** Adds an arrow between two slice handles. */
  addFlow(name: string, category: string, from: number, to: number): void {
    this.#flows.push({ from, to, label: this.label(name, category) });
  }

  /** Sorts everything by time and returns the finished profile. */
  build(meta: ProfileMeta, extra: Partial<SampleParts> = {}): Profile {
    const { table, rowOf } = this.#slices.build();
    const rows = (handle: number) => rowOf[handle];
    this.#instants.sort((a, b) => a.time - b.time);
    return {
      version: PROFILE_VERSION,
      meta,
      labels: this.#labelTable(),
      tracks: this.#tracks.slice(),
      slices: table,
      args: this.#args.build(rowOf),
      counters: this.#counters.slice(),
      instants: {
        length: this.#instants.length,
        time: Float64Array.from(this.#instants, instant => instant.time),
        label: Uint32Array.from(this.#instants, instant => instant.label),
        track: Uint16Array.from(this.#instants, instant => instant.track),
        scope: Uint8Array.from(this.#instants, instant => instant.scope)
      } satisfies InstantTable,
      flows: {
        length: this.#flows.length,
        from: Uint32Array.from(this.#flows, flow => rows(flow.from)),
        to: Uint32Array.from(this.#flows, flow => rows(flow.to)),
        label: Uint32Array.from(this.#flows, flow => flow.label)
      } satisfies FlowTable,
      ...emptySampleParts(),
      ...extra,
      strings: this.strings.toArray()
    };
  }

  #labelTable(): LabelTable {
    return {
      length: this.#labelName.length,
      name: this.#labelName.toColumn(),
      category: this.#labelCategory.toColumn()
    };
  }
}

/** The parts of a profile that do not come from slices, counters, instants or flows. */
export type SampleParts = Pick<
  Profile,
  | 'allocations'
  | 'samples'
  | 'heapSamples'
  | 'sliceStacks'
  | 'stacks'
  | 'frames'
  | 'lineTicks'
  | 'lineTotals'
  | 'sourceTexts'
  | 'droppedTotals'
  | 'sources'
>;

/** {@link SampleParts} of a profile without samples, allocations, drops and sources. */
export function emptySampleParts(): SampleParts {
  return {
    allocations: emptyTable('allocations'),
    samples: emptyTable('samples'),
    heapSamples: emptyTable('heapSamples'),
    sliceStacks: emptyTable('sliceStacks'),
    stacks: emptyTable('stacks'),
    frames: emptyTable('frames'),
    lineTicks: emptyTable('lineTicks'),
    lineTotals: emptyTable('lineTotals'),
    sourceTexts: [],
    droppedTotals: emptyTable('droppedTotals'),
    sources: []
  };
}

/** Collects slices in any order and sorts them as {@link SliceTable} demands. */
class SliceTableBuilder {
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

/** Collects arguments of slices and orders them as {@link ArgTable} demands. */
export class ArgTableBuilder {
  readonly #slice = growing.uint32();
  readonly #key = growing.uint32();
  readonly #kind = growing.uint8();
  readonly #value = growing.float64();

  constructor(private readonly strings: StringTable) {}

  /** Appends one argument of the slice with the given handle. */
  add(slice: number, key: string, value: number | string | boolean): void {
    this.#slice.push(slice);
    this.#key.push(this.strings.intern(key));
    if (typeof value === 'string') {
      this.#kind.push(ArgKind.string);
      this.#value.push(this.strings.intern(value));
      return;
    }
    this.#kind.push(typeof value === 'boolean' ? ArgKind.boolean : ArgKind.number);
    this.#value.push(Number(value));
  }

  /** Appends a number whose key is a `StringIndex`. */
  addNumber(slice: number, key: number, value: number): void {
    this.#slice.push(slice);
    this.#key.push(key);
    this.#kind.push(ArgKind.number);
    this.#value.push(value);
  }

  /**
   * The table, ordered by slice.
   *
   * @param rowOf row of each handle that `add` was given; without it handles are rows already.
   */
  build(rowOf?: Uint32Array): ArgTable {
    const length = this.#slice.length;
    const handles = this.#slice.toColumn();
    const slice = rowOf ? handles.map(handle => rowOf[handle]) : handles;
    const order = orderBySlice(slice);
    return {
      length,
      slice: permute(slice, order, new Uint32Array(length)),
      key: permute(this.#key.toColumn(), order, new Uint32Array(length)),
      kind: permute(this.#kind.toColumn(), order, new Uint8Array(length)),
      value: permute(this.#value.toColumn(), order, new Float64Array(length))
    };
  }
}

/** The rows by slice; those of one slice stay in order. */
function orderBySlice(slice: Uint32Array): Uint32Array {
  const last = slice.reduce((most, each) => Math.max(most, each), 0);
  const next = new Uint32Array(last + 2);
  for (const each of slice) next[each + 1]++;
  for (let each = 0; each <= last; each++) next[each + 1] += next[each];
  const order = new Uint32Array(slice.length);
  for (let row = 0; row < slice.length; row++) order[next[slice[row]]++] = row;
  return order;
}
