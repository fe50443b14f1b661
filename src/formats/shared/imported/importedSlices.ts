import { growing } from '../../../model/profile/columns';
import type { ImportedArgs } from './importedArgs';
import type { ImportedLabels } from './importedLabels';
import { IMPORT_LIMITS, NONE } from './importLimits';
import type { ImportNotes } from './importNotes';
import { orderByStart, orderByTime } from './traceRows';
import { TripleRows } from '../../../model/build/tripleRows';

/** The state of a slice; one that is `bare` only holds the arguments of an end. */
const State = { done: 0, open: 1, bare: 2 } as const;

/** Ends of one time that are searched for that of a slice which begins then. */
const MAX_EARLY = 64;

/** The slices of a trace that have a place and an end, in the columns of their handles. */
export interface PlacedSlices {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly label: Uint32Array;
  readonly row: Uint32Array;
  /** Handles by start; of those that start together the longer first. */
  readonly order: Uint32Array;
}

/** Slices as a trace has them: whole, or as beginnings and ends. Times are whole nanoseconds. */
export class ImportedSlices {
  readonly #start = growing.float64();
  readonly #end = growing.float64();
  readonly #label = growing.uint32();
  readonly #row = growing.uint32();
  readonly #state = growing.uint8();
  readonly #points = {
    time: growing.float64(),
    row: growing.uint32(),
    /** The slice that begins, or {@link NONE} where one ends. */
    begins: growing.int32(),
    /** The bare slice with the arguments of an end, or {@link NONE}. */
    bare: growing.int32(),
    /** The label of an end, or {@link NONE}. */
    label: growing.int32()
  };

  constructor(
    private readonly labels: ImportedLabels,
    private readonly notes: ImportNotes
  ) {}

  /** Number of handles so far. */
  get length(): number {
    return this.#start.length;
  }

  // hot
  /** Adds a complete slice; returns its handle, or {@link NONE} if there are too many. */
  add(start: number, end: number, label: number, row: number): number {
    if (end < start) this.notes.add('reversed');
    return this.#push(start, Math.max(start, end), label, row, State.done);
  }

  /** Adds the beginning of a slice; returns its handle, or {@link NONE} if there are too many. */
  begin(time: number, label: number, row: number): number {
    const slice = this.#push(time, time, label, row, State.open);
    if (slice !== NONE) this.#addPoint(time, row, slice, NONE, NONE);
    return slice;
  }

  /**
   * The end of a slice that is open on a row then, by the name and category of `label`. `bare` has the
   * arguments that come with it.
   */
  finish(time: number, row: number, label: number, bare: number): void {
    this.#addPoint(time, row, NONE, bare, label);
  }

  /** A handle for the arguments of an end. */
  bare(row: number): number {
    return this.#push(0, 0, 0, row, State.bare);
  }

  labelOf(slice: number): number {
    return this.#label.at(slice);
  }

  /**
   * Matches ends to beginnings, in the order of time, and returns all slices. Slices that are still
   * open last until the one around them ended, or until `lastNs`. Call it once.
   *
   * @param onUnclosed called for each slice without an end
   */
  place(args: ImportedArgs, lastNs: number, onUnclosed: (slice: number) => void): PlacedSlices {
    const open = this.#matchEnds(args);
    open.unfinished((slice, latest) => {
      this.notes.add('unclosed');
      this.#end.set(slice, latest ?? Math.max(lastNs, this.#start.at(slice)));
      onUnclosed(slice);
    });
    const start = this.#start.toColumn();
    const end = this.#end.toColumn();
    const state = this.#state.toColumn();
    const order = orderByStart(start, end);
    const label = this.#label;
    const row = this.#row;
    return {
      ...{ start, end, label: label.toColumn(), row: row.toColumn() },
      order: order.filter(slice => state[slice] !== State.bare)
    };
  }

  #matchEnds(args: ImportedArgs): OpenSlices {
    const { time, row, begins, bare, label } = this.#points;
    const open = new OpenSlices(
      {
        length: this.length,
        rowOf: slice => this.#row.at(slice),
        labelOf: slice => this.#label.at(slice),
        startOf: slice => this.#start.at(slice),
        endOf: slice => (this.#state.at(slice) === State.open ? NaN : this.#end.at(slice))
      },
      this.labels
    );
    const early: number[] = [];
    for (const point of orderByTime(time.toColumn())) {
      if (early.length > 0 && time.at(early[0]) < time.at(point)) this.#leaveOut(early);
      const begun = begins.at(point);
      if (begun !== NONE) open.begin(begun);
      const ended = begun === NONE ? point : this.#takeEarly(early, begun);
      if (ended === NONE) continue;
      const slice = begun === NONE ? open.find(row.at(point), label.at(point)) : begun;
      if (slice === NONE) {
        early.push(ended);
        continue;
      }
      this.#end.set(slice, time.at(ended));
      this.#state.set(slice, State.done);
      if (bare.at(ended) !== NONE) args.move(bare.at(ended), slice);
    }
    this.#leaveOut(early);
    return open;
  }

  /** Ends that found no slice and no beginning at their own time. */
  #leaveOut(early: number[]): void {
    this.notes.add('unopened', early.length);
    early.length = 0;
  }

  /** The end among some that is written before the beginning of a slice of no duration, or {@link NONE}. */
  #takeEarly(early: number[], slice: number): number {
    const { row, label } = this.#points;
    const name = this.labels.nameOf(this.#label.at(slice));
    const last = Math.max(0, early.length - MAX_EARLY);
    for (let at = early.length - 1; at >= last; at--) {
      const point = early[at];
      const isNamed = label.at(point) !== NONE && this.labels.nameOf(label.at(point)) === name;
      if (isNamed && row.at(point) === this.#row.at(slice)) return early.splice(at, 1)[0];
    }
    return NONE;
  }

  #push(start: number, end: number, label: number, row: number, state: number): number {
    if (this.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return NONE;
    }
    this.#end.push(end);
    this.#label.push(label);
    this.#row.push(row);
    this.#state.push(state);
    return this.#start.push(start);
  }

  #addPoint(time: number, row: number, slice: number, bare: number, label: number): void {
    const points = this.#points;
    if (points.time.length >= 2 * IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    points.time.push(time);
    points.row.push(row);
    points.begins.push(slice);
    points.bare.push(bare);
    points.label.push(label);
  }
}

/** Open slices of a name that are searched for the category of an end as well. */
const MAX_LOOKS = 256;

/** Slices around an unfinished one that are searched for one that ended. */
const MAX_AROUND = 256;

/** What is known of the slices of a trace, by handle. */
interface KnownSlices {
  readonly length: number;
  rowOf(slice: number): number;
  labelOf(slice: number): number;
  startOf(slice: number): number;
  /** The time at which it ended; NaN while it has not. */
  endOf(slice: number): number;
}

/**
 * The slices that are open on the rows of a trace, while its beginnings and ends are passed in the order
 * of time. An end belongs to the newest open slice of its name, of those to one of its category; an end
 * without a name belongs to the newest, and one whose name no open slice has to none.
 */
class OpenSlices {
  /** By row: slices, outermost first, with those that ended before ones that began in them. */
  readonly #rows = new Map<number, number[]>();
  /** The newest slice of each row and name, and by slice the one before it; what ended is skipped. */
  readonly #names = new TripleRows();
  readonly #newest = growing.int32();
  readonly #before: Int32Array;
  /** By slice, the number of slices around it. */
  readonly #depth: Int32Array;

  constructor(
    private readonly slices: KnownSlices,
    private readonly labels: ImportedLabels
  ) {
    this.#before = new Int32Array(slices.length).fill(NONE);
    this.#depth = new Int32Array(slices.length).fill(NONE);
  }

  // hot
  begin(slice: number): void {
    const row = this.slices.rowOf(slice);
    const around = this.#rows.get(row) ?? [];
    if (around.length === 0) this.#rows.set(row, around);
    this.#trim(around);
    this.#depth[slice] = around.push(slice) - 1;
    const name = this.#chain(row, this.labels.nameOf(this.slices.labelOf(slice)));
    this.#before[slice] = this.#newest.at(name);
    this.#newest.set(name, slice);
  }

  /** The slice of a row that an end with this label, −1 for none, belongs to; −1 for none. */
  find(row: number, label: number): number {
    const around = this.#rows.get(row);
    if (around === undefined) return NONE;
    this.#trim(around);
    const name = label === NONE ? 0 : this.labels.nameOf(label);
    return name === 0 ? (around.at(-1) ?? NONE) : this.#named(row, name, label);
  }

  /** Calls `visit` with each slice that never ended, and the end of one around it that did; or null. */
  unfinished(visit: (slice: number, latest: number | null) => void): void {
    for (const around of this.#rows.values()) {
      around.forEach((slice, at) => {
        if (this.#isOpen(slice)) visit(slice, this.#endAround(around, at));
      });
    }
  }

  #isOpen(slice: number): boolean {
    return Number.isNaN(this.slices.endOf(slice));
  }

  #endAround(around: readonly number[], at: number): number | null {
    const start = this.slices.startOf(around[at]);
    const ends = around
      .slice(Math.max(0, at - MAX_AROUND), at)
      .map(each => this.slices.endOf(each));
    const latest = Math.min(...ends.filter(end => end >= start));
    return latest === Infinity ? null : latest;
  }

  #named(row: number, name: number, label: number): number {
    const nameless = this.#newestOf(this.#chain(row, 0));
    const named = this.#newestOf(this.#chain(row, name));
    if (nameless !== NONE && (named === NONE || this.#depth[nameless] > this.#depth[named])) {
      return nameless;
    }
    let slice = named;
    for (let look = 0; slice !== NONE && look < MAX_LOOKS; look++) {
      if (this.slices.labelOf(slice) === label && this.#isOpen(slice)) return slice;
      slice = this.#before[slice];
    }
    return named;
  }

  #newestOf(chain: number): number {
    let slice = this.#newest.at(chain);
    while (slice !== NONE && !this.#isOpen(slice)) slice = this.#before[slice];
    this.#newest.set(chain, slice);
    return slice;
  }

  #chain(row: number, name: number): number {
    const chain = this.#names.row(row, name, 0);
    if (chain === this.#newest.length) this.#newest.push(NONE);
    return chain;
  }

  /** Forgets slices that ended and have none open within. */
  #trim(around: number[]): void {
    for (let top = around.at(-1); top !== undefined && !this.#isOpen(top); top = around.at(-1)) {
      around.pop();
    }
  }
}
