import { growing } from '../../model/profile/columns';
import type { RecordedRows } from '../../model/profile/recordedPart';
import { type Chunk, LABEL_MASK, copyChunk, durationsOf } from '../slices/chunk';
import type { WantedSlices } from './finishedSlices';
import type { TakenSlices } from './takenSlices';
import { relativeTimes } from '../logs/timedValues';

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
