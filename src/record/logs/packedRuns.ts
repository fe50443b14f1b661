import { intrinsics } from '../../base/intrinsics/intrinsics';

/** Values of one chunk: 512 KB, far above the longest run. */
const CHUNK_VALUES = 1 << 16;

/** Chunks kept between recordings, so that a short one never waits for memory. */
const POOLED_CHUNKS = 4;

/** Values before those of a run: its token, its decoder, its length. */
const HEADER_VALUES = 3;

/** The factor by which a tag is multiplied when it is packed with the length of a list. */
export const TAG_UNIT = 1 << 8;

/** Receives each run of {@link PackedRuns.forEach}; `values` may be overwritten later. */
export type RunVisitor = (token: number, decoder: number, values: Float64Array) => void;

interface FullChunk {
  readonly values: Float64Array;
  readonly used: number;
  readonly highestToken: number;
}

/**
 * Runs of numbers that belong to slices, in chunks, so that growing never moves a run. Bounded: a run
 * that does not fit is left out and counted.
 */
export class PackedRuns {
  readonly #full: FullChunk[] = [];
  readonly #pool: Float64Array[] = [];
  #values: Float64Array = new Float64Array(0);
  #used = 0;
  #header = 0;
  #highestToken = -1;
  #isRefused = false;
  #refused = 0;

  /**
   * @param maxValues the maximum number of values kept, rounded up to whole chunks
   * @param oldestToken returns the oldest slice that is still kept
   */
  constructor(
    private readonly maxValues: number,
    private readonly oldestToken: () => number
  ) {}

  /** Runs that did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  // hot
  /** Opens the run of a slice; then `put` its numbers, then `close`. */
  open(token: number, decoder: number): void {
    this.#header = this.#used;
    if (this.#used + HEADER_VALUES > this.#values.length && !this.#roll(HEADER_VALUES)) return;
    this.#values[this.#used] = token;
    this.#values[this.#used + 1] = decoder;
    this.#used += HEADER_VALUES;
    if (token > this.#highestToken) this.#highestToken = token;
  }

  // hot
  /** Appends one number to the open run. */
  put(value: number): void {
    if (this.#used === this.#values.length && !this.#roll(1)) return;
    this.#values[this.#used++] = value;
  }

  // hot
  /** Appends the length of a list, then its numbers, to the open run. */
  putList(list: readonly number[]): void {
    const { length } = list;
    if (this.#used + length >= this.#values.length && !this.#roll(1 + length)) return;
    const values = this.#values;
    const used = this.#used;
    values[used] = length;
    for (let index = 0; index < length; index++) values[used + 1 + index] = list[index];
    this.#used = used + 1 + length;
  }

  // hot
  /**
   * Appends a list with a whole number from 0: first both its length and that number, as
   * {@link TAG_UNIT} says, then the list. For lists shorter than that unit.
   */
  putTagged(list: readonly number[], tag: number): void {
    const { length } = list;
    if (this.#used + length >= this.#values.length && !this.#roll(1 + length)) return;
    const values = this.#values;
    const used = this.#used;
    values[used] = length + tag * TAG_UNIT;
    for (let index = 0; index < length; index++) values[used + 1 + index] = list[index];
    this.#used = used + 1 + length;
  }

  // hot
  /** Closes the open run. */
  close(): void {
    if (this.#isRefused) this.#refuse();
    else this.#values[this.#header + 2] = this.#used - this.#header - HEADER_VALUES;
  }

  /** Forgets all runs. */
  clear(): void {
    for (const { values } of this.#full.splice(0)) this.#giveBack(values);
    this.#used = 0;
    this.#highestToken = -1;
    this.#refused = 0;
  }

  /** Visits the closed runs in the order in which they were opened. */
  forEach(visit: RunVisitor): void {
    const current = { values: this.#values, used: this.#used };
    for (const { values, used } of [...this.#full, current]) {
      for (let at = 0; at < used;) {
        const from = at + HEADER_VALUES;
        const next = from + values[at + 2];
        visit(values[at], values[at + 1], values.subarray(from, next));
        at = next;
      }
    }
  }

  /**
   * Continues in another chunk, which takes over the open run. Returns false if there is no room for
   * `needed` more numbers; the whole open run is then refused.
   */
  #roll(needed: number): boolean {
    return !this.#isRefused && intrinsics.aside(() => this.#takeChunk(needed));
  }

  #takeChunk(needed: number): boolean {
    this.#dropOld();
    const length = this.#used - this.#header;
    const chunks = this.#full.length + (this.#header > 0 ? 2 : 1);
    this.#isRefused = chunks * CHUNK_VALUES > this.maxValues || length + needed > CHUNK_VALUES;
    if (this.#isRefused) return false;
    const values = this.#values;
    const used = this.#header;
    const highestToken = this.#highestToken;
    const next = this.#pool.pop() ?? new Float64Array(CHUNK_VALUES);
    next.set(values.subarray(used, this.#used));
    if (used > 0) this.#full.push({ values, used, highestToken });
    this.#values = next;
    this.#header = 0;
    this.#used = length;
    return true;
  }

  #dropOld(): void {
    const oldest = this.oldestToken();
    while (this.#full.length > 0 && this.#full[0].highestToken < oldest) {
      const [{ values }] = this.#full.splice(0, 1);
      this.#giveBack(values);
    }
  }

  #refuse(): void {
    this.#isRefused = false;
    this.#used = this.#header;
    this.#refused++;
  }

  #giveBack(values: Float64Array): void {
    if (this.#pool.length < POOLED_CHUNKS) this.#pool.push(values);
  }
}
