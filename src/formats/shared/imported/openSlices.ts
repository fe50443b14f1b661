import { TripleRows } from '../../../model/build/tripleRows';
import { growing } from '../../../model/profile/columns';
import type { ImportedLabels } from './importedLabels';

/** No slice. */
const NONE = -1;

/** Open slices of a name that are searched for the category of an end as well. */
const MAX_LOOKS = 256;

/** Slices around an unfinished one that are searched for one that ended. */
const MAX_AROUND = 256;

/** What is known of the slices of a trace, by handle. */
export interface KnownSlices {
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
export class OpenSlices {
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
