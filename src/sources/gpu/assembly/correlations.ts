const NONE = -1;

/** In place of the times of calls that are not known. */
const UNKNOWN = NaN;

/**
 * The outermost call, one of the runtime before one of the driver, and the operator of each
 * correlation. Correlations are 32-bit numbers of CUPTI; those of one recording follow one another.
 */
export class Correlations {
  /** Start of the outermost call, NaN if unknown. */
  readonly callStart: Float64Array;
  /** Row of the outermost call among the slices, or -1. */
  readonly callRow: Int32Array;
  /** Row of the operator among the recorder's slices, or -1. */
  readonly operator: Int32Array;
  /** Token of the operator, or -1. */
  readonly token: Int32Array;
  readonly #isDriver: Uint8Array;
  readonly #key: Uint32Array;
  /** Places of entries by hash, one more than the entry; 0 is free. */
  readonly #places: Uint32Array;
  readonly #mask: number;
  #used = 0;

  /** For `capacity` different correlations at most. */
  constructor(capacity: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * capacity)));
    this.#mask = room - 1;
    this.#places = new Uint32Array(room);
    this.#key = new Uint32Array(capacity);
    this.callStart = new Float64Array(capacity).fill(UNKNOWN);
    this.callRow = new Int32Array(capacity).fill(NONE);
    this.operator = new Int32Array(capacity).fill(NONE);
    this.token = new Int32Array(capacity).fill(NONE);
    this.#isDriver = new Uint8Array(capacity);
  }

  /** The entry of a correlation, or -1. */
  find(correlation: number): number {
    // The numbers are consecutive, so they need no hash to be distinct.
    for (let place = correlation & this.#mask; ; place = (place + 1) & this.#mask) {
      const entry = this.#places[place];
      if (entry === 0) return NONE;
      if (this.#key[entry - 1] === correlation) return entry - 1;
    }
  }

  /** The entry of a correlation, new or known. */
  entry(correlation: number): number {
    let place = correlation & this.#mask;
    for (; this.#places[place] !== 0; place = (place + 1) & this.#mask) {
      if (this.#key[this.#places[place] - 1] === correlation) return this.#places[place] - 1;
    }
    this.#key[this.#used] = correlation;
    this.#places[place] = ++this.#used;
    return this.#used - 1;
  }

  /** Notes a call; of several with one correlation the outermost one stays. */
  noteCall(correlation: number, start: number, isDriver: number): void {
    const entry = this.entry(correlation);
    const known = this.callStart[entry];
    const isInner =
      isDriver > this.#isDriver[entry] || (isDriver === this.#isDriver[entry] && start >= known);
    if (known === known && isInner) return;
    this.callStart[entry] = start;
    this.#isDriver[entry] = isDriver;
  }

  /** Notes the slice of a call, if it is the outermost one of its correlation. */
  noteSlice(entry: number, start: number, isDriver: number, row: number): void {
    const isSame = this.callStart[entry] === start && this.#isDriver[entry] === isDriver;
    if (isSame && this.callRow[entry] < 0) this.callRow[entry] = row;
  }
}
