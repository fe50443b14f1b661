import type { HeldPieces } from './memoryFlowPacking';

/** Bytes held over time: each value holds from its time until the next one. */
export interface HeldCurve {
  /** Rising. */
  readonly time: Float64Array;
  readonly value: Float64Array;
  /** The highest value and when it is first reached. */
  readonly peak: { readonly timeNs: number; readonly bytes: number };
}

/** The sum of the pieces that are held at each time; pieces of zero duration are ignored. */
export function heldCurve({ from, to, bytes, ending }: HeldPieces): HeldCurve {
  const steps = new Steps(2 * from.length);
  let ended = 0;
  const endUntil = (time: number): void => {
    for (; ended < ending.length && to[ending[ended]] <= time; ended++) {
      const row = ending[ended];
      if (to[row] > from[row]) steps.add(to[row], -bytes[row]);
    }
  };
  for (let row = 0; row < from.length; row++) {
    endUntil(from[row]);
    if (to[row] > from[row]) steps.add(from[row], bytes[row]);
  }
  endUntil(Infinity);
  return steps.toCurve();
}

class Steps {
  readonly #time: Float64Array;
  readonly #value: Float64Array;
  #used = 0;
  #sum = 0;

  constructor(most: number) {
    this.#time = new Float64Array(most);
    this.#value = new Float64Array(most);
  }

  add(time: number, bytes: number): void {
    this.#sum += bytes;
    if (this.#used === 0 || this.#time[this.#used - 1] !== time) this.#time[this.#used++] = time;
    this.#value[this.#used - 1] = this.#sum;
  }

  toCurve(): HeldCurve {
    const time = this.#time.slice(0, this.#used);
    const value = this.#value.slice(0, this.#used);
    let top = 0;
    for (let row = 1; row < value.length; row++) if (value[row] > value[top]) top = row;
    const peak = { timeNs: time.at(top) ?? 0, bytes: value.at(top) ?? 0 };
    return { time, value, peak };
  }
}
