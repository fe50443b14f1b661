import { ASYNC_BIT, type Chunk, type KeptChunk, LABEL_MASK, copyChunk } from '../slices/chunk';
import type { RecordedSlices } from '../recordedData';
import type { OpenSlice } from '../slices/slicePlace';
import { TakenSlices } from './takenSlices';
import { relativeTimes } from '../logs/timedValues';

/** The requested slices: by token, and by the time they ended. */
export interface WantedSlices {
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
