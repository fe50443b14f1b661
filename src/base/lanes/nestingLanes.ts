/** In place of the number of a stretch: none is open. */
export const NONE_OPEN = -1;

/** Lanes at most; on the last one, stretches may overlap in part. */
const MAX_LANES = 128;

/** The open stretches of time of one lane, outermost first: their ends, and their numbers. */
export class OpenStretches {
  readonly #ends: number[] = [];
  readonly #numbers: number[] = [];

  /** The number of the innermost open stretch, or {@link NONE_OPEN}. */
  get innermost(): number {
    return this.#numbers.length === 0 ? NONE_OPEN : this.#numbers[this.#numbers.length - 1];
  }

  /** The end of the innermost one; Infinity if none is open. */
  get end(): number {
    return this.#ends.length === 0 ? Infinity : this.#ends[this.#ends.length - 1];
  }

  /** Closes everything that has ended at `time`. */
  closeUntil(time: number): void {
    const ends = this.#ends;
    while (ends.length > 0 && ends[ends.length - 1] <= time) this.pop();
  }

  /** Opens a stretch within the innermost one. */
  push(number: number, end: number): void {
    this.#ends.push(end);
    this.#numbers.push(number);
  }

  /** Closes the innermost one. */
  pop(): void {
    this.#ends.pop();
    this.#numbers.pop();
  }
}

/** Lanes on which stretches of time nest or are apart, while stretches are put on them. */
export class NestingLanes {
  readonly #lanes: OpenStretches[] = [];
  /** The number of the stretch around the one that was placed last, or {@link NONE_OPEN}. */
  around = NONE_OPEN;

  /** Lanes so far. */
  get length(): number {
    return this.#lanes.length;
  }

  /**
   * The lane of a stretch: the first one on which it is within another or apart from all. Stretches
   * come in order of start, of equal starts the longer first.
   */
  place(number: number, start: number, end: number): number {
    for (let lane = 0; ; lane++) {
      const open = (this.#lanes[lane] ??= new OpenStretches());
      open.closeUntil(start);
      if (end > open.end && lane < MAX_LANES - 1) continue;
      this.around = open.innermost;
      open.push(number, end);
      return lane;
    }
  }
}
