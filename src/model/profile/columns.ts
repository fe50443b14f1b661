import { intrinsics } from '../../base/intrinsics/intrinsics';
import { withRoom } from '../../base/growing';
import type { Profile } from './profile';

/** Any typed array a column may be made of. */
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/** Values that a column begins with room for. */
const FIRST_ROOM = 64;

/** A column that grows by doubling while it is filled. */
class GrowingColumn<C extends Column> {
  #column: C;
  #used = 0;
  /** Values that there is room for; programs may replace the `length` of arrays. */
  #room = FIRST_ROOM;

  constructor(private readonly create: (length: number) => C) {
    this.#column = create(FIRST_ROOM);
  }

  /** Number of values pushed so far. */
  get length(): number {
    return this.#used;
  }

  /** Appends one value and returns its row. */
  push(value: number): number {
    if (this.#used === this.#room) intrinsics.aside(() => this.#grow());
    this.#column[this.#used] = value;
    return this.#used++;
  }

  #grow(): void {
    this.#column = withRoom(this.#column, this.#used + 1);
    this.#room = this.#column.length;
  }

  /** The value of a row that was pushed. */
  at(row: number): number {
    return this.#column[row];
  }

  /** Replaces the value of a row that was pushed. */
  set(row: number, value: number): void {
    this.#column[row] = value;
  }

  /** A copy of exactly the pushed values. */
  toColumn(): C {
    const result = this.create(this.#used);
    result.set(this.#column.subarray(0, this.#used));
    return result;
  }
}

/** Factories for {@link GrowingColumn}, one for each element type. */
export const growing = {
  float64: () => new GrowingColumn(length => new Float64Array(length)),
  uint32: () => new GrowingColumn(length => new Uint32Array(length)),
  int32: () => new GrowingColumn(length => new Int32Array(length)),
  uint16: () => new GrowingColumn(length => new Uint16Array(length)),
  uint8: () => new GrowingColumn(length => new Uint8Array(length))
} as const;

/** `column` with its rows in the given order. */
// hot
export function permute<C extends Column>(column: C, order: Uint32Array, target: C): C {
  // Loops over arrays of one type are several times as fast as those over any.
  if (column instanceof Float64Array && target instanceof Float64Array) {
    for (let row = 0; row < order.length; row++) target[row] = column[order[row]];
    return target;
  }
  const values = wordsOf(column);
  const taken = new Uint32Array(order.length);
  for (let row = 0; row < order.length; row++) taken[row] = values[order[row]];
  target.set(taken);
  return target;
}

/** The values of a column, modulo 2³²: without a copy if they take four bytes each. */
function wordsOf(column: Column): Uint32Array {
  if (column.BYTES_PER_ELEMENT !== Uint32Array.BYTES_PER_ELEMENT) return new Uint32Array(column);
  return new Uint32Array(column.buffer, column.byteOffset, column.length);
}

/** The rows `first`, `first + 1` …, `length` of them. */
export function consecutiveRows(length: number, first = 0): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = first + row;
  return rows;
}

/** The rows up to `length` that `keeps` says, in order. */
export function rowsWhere(length: number, keeps: (row: number) => boolean): Uint32Array {
  return consecutiveRows(length).filter(keeps);
}

/** The numbers of all lists, one list after the other. */
export function concatenate(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Memory that the columns of a profile take, bytes; text counts two bytes a character. */
export function profileBytes(profile: Profile): number {
  const { labels, slices, args, counters, instants, flows, samples, stacks, frames } = profile;
  const { allocations, heapSamples, sliceStacks, lineTicks, lineTotals, droppedTotals } = profile;
  const own = [labels, slices, args, instants, allocations, flows, samples, stacks, frames];
  const stacked = [heapSamples, sliceStacks];
  const columns = [...own, ...stacked, lineTicks, lineTotals, droppedTotals, ...counters]
    .flatMap((table): unknown[] => Object.values(table))
    .filter(column => ArrayBuffer.isView(column));
  const texts = [...profile.strings, ...profile.sourceTexts.map(({ text }) => text)];
  const text = texts.reduce((sum, { length }) => sum + 2 * length, 0);
  return columns.reduce((sum, { byteLength }) => sum + byteLength, text);
}
