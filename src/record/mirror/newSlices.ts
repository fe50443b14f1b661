import { growing } from '../../model/profile/columns';
import type { RecordedRows } from '../../model/profile/recordedPart';
import {
  type Chunk,
  LABEL_MASK,
  copyChunk,
  durationsOf,
  ASYNC_BIT,
  type KeptChunk,
  type OpenSlice
} from '../slices/chunk';
import { TakenSlices } from './seenRecords';
import { relativeTimes } from '../logs/timedValues';
import type { RecordedSlices } from '../recordedData';

/** A copied chunk and its requested part. */
interface CopiedChunk {
  readonly base: number;
  readonly copy: Chunk;
  readonly wanted: WantedSlices;
  /** Clock value that starts count from. */
  readonly origin: bigint;
}

/**
 * The slices of a recorder on another thread that have ended and were not taken before, as they were
 * recorded, noted as taken from now on. Starts are in nanoseconds from `origin`.
 */
export function newSlices(
  chunks: readonly Chunk[],
  wanted: WantedSlices,
  { taken, origin }: { readonly taken: TakenSlices; readonly origin: bigint }
): RecordedRows {
  const rows = new GrowingRows();
  for (const chunk of chunks) {
    if (taken.isWhole(Atomics.load(chunk.header, 0))) continue;
    const copied = copyChunk(chunk);
    if (!copied) continue;
    const { copy, number } = copied;
    addNew(rows, { base: number * copy.label.length, copy, wanted, origin }, taken);
  }
  return rows.toRows();
}

function addNew(rows: GrowingRows, chunk: CopiedChunk, taken: TakenSlices): void {
  const { base, copy, wanted, origin } = chunk;
  const slots = copy.label.length;
  const starts = relativeTimes(copy.t0, slots, origin);
  const ends = relativeTimes(copy.t1, slots, wanted.until);
  const durations = durationsOf(copy);
  const isNew = (slot: number): boolean =>
    durations[slot] >= 0 &&
    ends[slot] <= 0 &&
    starts[slot] >= 0 &&
    (copy.label[slot] & LABEL_MASK) < wanted.labels &&
    !taken.has(base + slot, slots);
  const first = Math.max(0, wanted.from - base);
  const end = Math.min(slots, wanted.to - base);
  for (let slot = first; slot < end; slot++) {
    if (!isNew(slot)) continue;
    taken.add(base + slot, slots);
    rows.push(base + slot, slot, { copy, start: starts[slot], duration: durations[slot] });
  }
}

/** Rows that are being collected. */
class GrowingRows {
  readonly #token = growing.uint32();
  readonly #parent = growing.int32();
  readonly #start = growing.float64();
  readonly #duration = growing.float64();
  readonly #label = growing.uint32();

  push(
    token: number,
    slot: number,
    { copy, start, duration }: { copy: Chunk; start: number; duration: number }
  ): void {
    this.#token.push(token);
    this.#parent.push(copy.parent[slot]);
    this.#start.push(start);
    this.#duration.push(duration);
    this.#label.push(copy.label[slot]);
  }

  toRows(): RecordedRows {
    return {
      length: this.#token.length,
      token: this.#token.toColumn(),
      parent: this.#parent.toColumn(),
      start: this.#start.toColumn(),
      duration: this.#duration.toColumn(),
      label: this.#label.toColumn()
    };
  }
}

/** The requested slices: by token, and by the time they ended. */
interface WantedSlices {
  /** First token, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Slices that ended later do not count: related data may not be completely written. */
  readonly until: bigint;
  /** Number of labels that are known by now: slices of others come when theirs are. */
  readonly labels: number;
}

/** A copied chunk, and for each slot the row of its slice or of the nearest finished one around. */
interface NumberedRows {
  readonly base: number;
  readonly copy: Chunk;
  readonly rows: Int32Array;
}

/**
 * The finished slices of a recorder on another thread, copied and renumbered from 0, so that open
 * slices leave no gaps. The parent of a slice is the nearest finished one. Slices that were taken
 * before are left out, and the others are marked as taken: a slice that ends after its taken parent
 * counts as asynchronous.
 */
export class FinishedSlices implements RecordedSlices {
  /** Only slices that have ended count here. */
  readonly detached = { all: new Map<number, OpenSlice>(), dropped: 0 };
  readonly #parts = new Map<number, NumberedRows>();
  readonly #columns: Chunk;
  #length = 0;

  constructor(
    chunks: readonly Chunk[],
    private readonly wanted: WantedSlices,
    private readonly taken = new TakenSlices()
  ) {
    const open = chunks.filter(({ header }) => !taken.isWhole(Atomics.load(header, 0)));
    const copies = open.map(copyChunk).filter(copied => copied !== null);
    copies.sort((a, b) => a.number - b.number);
    const slots = copies.reduce((sum, { copy }) => sum + copy.label.length, 0);
    this.#columns = {
      header: new Int32Array(1),
      t0: new BigUint64Array(slots),
      t1: new BigUint64Array(slots),
      label: new Uint32Array(slots),
      parent: new Int32Array(slots)
    };
    for (const { number, copy } of copies) this.#addPart(number, copy);
  }

  get nextToken(): number {
    return this.#length;
  }

  keptRange(): { readonly from: number; readonly to: number } {
    return { from: 0, to: this.#length };
  }

  *keptChunks(): Generator<KeptChunk> {
    if (this.#length === 0) return;
    yield { chunk: this.#columns, base: 0, first: 0, end: this.#length, openAtStart: undefined };
  }

  #addPart(number: number, copy: Chunk): void {
    const slots = copy.label.length;
    const part = { base: number * slots, copy, rows: new Int32Array(slots) };
    this.#parts.set(number, part);
    const endHalves = new Uint32Array(copy.t1.buffer);
    const ends = relativeTimes(copy.t1, slots, this.wanted.until);
    for (let slot = 0; slot < slots; slot++) {
      const token = part.base + slot;
      const isWanted = token >= this.wanted.from && token < this.wanted.to;
      if (this.taken.has(token, slots)) {
        part.rows[slot] = -1;
        continue;
      }
      const isOpen = endHalves[2 * slot] === 0 && endHalves[2 * slot + 1] === 0;
      const isFinished = !isOpen && ends[slot] <= 0;
      const isNamed = (copy.label[slot] & LABEL_MASK) < this.wanted.labels;
      const parent = this.#rowOf(copy.parent[slot], slots);
      part.rows[slot] =
        isWanted && isFinished && isNamed ? this.#addRow(part, slot, parent) : parent;
    }
  }

  #addRow({ base, copy }: NumberedRows, slot: number, parent: number): number {
    const row = this.#length++;
    const { t0, t1, label, parent: parents } = this.#columns;
    t0[row] = copy.t0[slot];
    t1[row] = copy.t1[slot];
    const slots = copy.label.length;
    const hasOutlasted = this.taken.has(copy.parent[slot], slots) && parent < 0;
    label[row] = hasOutlasted ? copy.label[slot] | ASYNC_BIT : copy.label[slot];
    parents[row] = parent;
    this.taken.add(base + slot, slots);
    return row;
  }

  /** The row of a token that came earlier, or -1. */
  #rowOf(token: number, slots: number): number {
    if (token < 0) return -1;
    const part = this.#parts.get(Math.floor(token / slots));
    return part ? part.rows[token - part.base] : -1;
  }
}
