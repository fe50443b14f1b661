/** The position of a reader of a {@link RecordingMirror}, so that it gets only new records. */
export class SeenRecords {
  readonly taken = new TakenSlices();
  labels = 0;
  instants = 0;
  /** Slices that were taken. */
  slices = 0;
  /** For each counter of the recorder the values that were read. */
  readonly values: number[] = [];
  /** For each counter that threads share when its last value was, nanoseconds from the begin. */
  readonly shared: number[] = [];
}

/** The slots of one chunk that were taken. */
interface TakenSlots {
  readonly isTaken: Uint8Array;
  count: number;
}

/** Remembers which slices a reader has taken, so that it can ask for the others alone. */
export class TakenSlices {
  readonly #chunks = new Map<number, TakenSlots>();

  /** True when nothing is left to take of the chunk with this number. */
  isWhole(number: number): boolean {
    const chunk = this.#chunks.get(number);
    return chunk !== undefined && chunk.count === chunk.isTaken.length;
  }

  /** True if the slice with this token was taken. */
  has(token: number, slots: number): boolean {
    if (token < 0) return false;
    return this.#chunks.get(Math.floor(token / slots))?.isTaken[token % slots] === 1;
  }

  /** Notes a slice as taken, at most once, in chunks of `slots` slots. */
  add(token: number, slots: number): void {
    const number = Math.floor(token / slots);
    const known = this.#chunks.get(number);
    const chunk = known ?? { isTaken: new Uint8Array(slots), count: 0 };
    if (!known) this.#chunks.set(number, chunk);
    chunk.isTaken[token % slots] = 1;
    chunk.count++;
  }
}
