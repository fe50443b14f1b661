import type { Clock } from './clock';

const CHUNK = 4096;

/** Relative time of 64-bit clock values read as 32-bit halves, which costs no bigint. */
export function relativeTimes(times: BigUint64Array, length: number, origin: bigint): Float64Array {
  const halves = new Uint32Array(times.buffer, times.byteOffset, length * 2);
  const originLow = Number(origin & 0xffff_ffffn);
  const originHigh = Number(origin >> 32n);
  const result = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    result[row] = (halves[2 * row + 1] - originHigh) * 4294967296 + (halves[2 * row] - originLow);
  }
  return result;
}

/** An append-only list of (time, number) in chunks; bounded: what exceeds it is counted. */
export class TimedValues {
  private readonly times: BigUint64Array[] = [];
  private readonly values: Float64Array[] = [];
  private time = new BigUint64Array(0);
  private value = new Float64Array(0);
  private used = 0;
  private refused = 0;

  constructor(
    private readonly now: Clock,
    private readonly limit: number
  ) {}

  /** Values kept so far. */
  get length(): number {
    return Math.max(0, this.times.length - 1) * CHUNK + this.used;
  }

  /** Values that did not fit. */
  get dropped(): number {
    return this.refused;
  }

  // hot
  /** Appends `value` at the present time. */
  push(value: number): void {
    if (this.used === this.time.length && !this.roll()) return;
    this.value[this.used] = value;
    this.time[this.used++] = this.now();
  }

  /** Appends `value` at a time read elsewhere on the same clock. */
  pushAt(value: number, time: bigint): void {
    if (this.used === this.time.length && !this.roll()) return;
    this.value[this.used] = value;
    this.time[this.used++] = time;
  }

  /** The values from row `from` on; times in nanoseconds from `origin`. */
  read(
    from: number,
    origin: bigint
  ): { readonly time: Float64Array; readonly value: Float64Array } {
    const length = this.length;
    const time = new Float64Array(length - from);
    const value = new Float64Array(length - from);
    for (let index = 0; index < this.times.length; index++) {
      const base = index * CHUNK;
      const rows = Math.min(CHUNK, length - base);
      const first = Math.max(0, from - base);
      if (first >= rows) continue;
      const chunkTimes = relativeTimes(this.times[index], rows, origin);
      time.set(chunkTimes.subarray(first), base + first - from);
      value.set(this.values[index].subarray(first, rows), base + first - from);
    }
    return { time, value };
  }

  private roll(): boolean {
    if (this.length >= this.limit) {
      this.refused++;
      return false;
    }
    this.time = new BigUint64Array(CHUNK);
    this.value = new Float64Array(CHUNK);
    this.times.push(this.time);
    this.values.push(this.value);
    this.used = 0;
    return true;
  }
}
