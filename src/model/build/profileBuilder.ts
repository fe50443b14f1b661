import { ArgTableBuilder } from './argTableBuilder';
import { growing } from '../profile/columns';
import {
  type CounterSeries,
  type FlowTable,
  InstantScope,
  type InstantTable,
  type LabelTable,
  PROFILE_VERSION,
  type Profile,
  type ProfileMeta,
  type Track
} from '../profile/profile';
import { SliceTableBuilder } from './sliceTableBuilder';
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
