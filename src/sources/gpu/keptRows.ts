import type { SampleColumns } from '../../native/gpuSampling';

/** Rows of one GPU that a recording keeps at most: a quarter of an hour at a sample each millisecond. */
const MAX_ROWS = 1 << 20;

/** One column of samples; `time` is nanoseconds from the origin of the sampler. */
export interface KeptColumn {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** The drained samples of one GPU so far, in order of time. */
export class KeptRows {
  readonly #drained: SampleColumns[] = [];
  #rows = 0;
  #refused = 0;
  #lost = 0;

  constructor(private readonly maxRows: number = MAX_ROWS) {}

  /** Rows for which there was no room, here or in the sampler. */
  get dropped(): number {
    return this.#refused + this.#lost;
  }

  /** Adds the result of a drain, as a whole, or not at all if there is no room. */
  add(columns: SampleColumns): void {
    this.#lost = columns.dropped;
    const { length } = columns.time;
    if (length === 0) return;
    if (this.#rows + length > this.maxRows) {
      this.#refused += length;
      return;
    }
    this.#rows += length;
    this.#drained.push(columns);
  }

  /** The column at `place`, without readings that failed. */
  column(place: number): KeptColumn {
    const time = new Float64Array(this.#rows);
    const value = new Float64Array(this.#rows);
    let length = 0;
    for (const { time: times, values } of this.#drained) {
      length = appendRead({ time, value }, length, { time: times, value: values[place] });
    }
    return { time: time.subarray(0, length), value: value.subarray(0, length) };
  }
}

/** Appends the read part of `from` to the first `length` rows of `to`; returns the number of rows. */
function appendRead(to: KeptColumn, length: number, from: KeptColumn): number {
  let end = length;
  for (let row = 0; row < from.time.length; row++) {
    if (!Number.isFinite(from.value[row])) continue;
    to.time[end] = from.time[row];
    to.value[end++] = from.value[row];
  }
  return end;
}
