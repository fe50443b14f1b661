import type { Clock } from '../../base/clock';

/** Rows of a chunk; all but the last of a list are full. */
export const VALUES_PER_CHUNK = 4096;
const BYTES_PER_ROW = 16;

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

/** Rows of a chunk of values as columns over one shared buffer. */
export interface ValueChunk {
  /** Clock nanoseconds, non-decreasing; 0 in rows that are not filled yet. */
  readonly time: BigUint64Array;
  readonly value: Float64Array;
}

/** The chunk in `buffer`, which a {@link TimedValues} announced. */
export function valueChunkOver(buffer: SharedArrayBuffer): ValueChunk {
  return {
    time: new BigUint64Array(buffer, 0, VALUES_PER_CHUNK),
    value: new Float64Array(buffer, VALUES_PER_CHUNK * 8, VALUES_PER_CHUNK)
  };
}

/** Chunks that are left to several lists together. */
export interface ChunkRoom {
  chunks: number;
}

/** Values by time, from row 0 on. */
export interface ValueColumns {
  /** Nanoseconds from the requested origin. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/**
 * An append-only list of (time, number) in chunks; bounded: what exceeds it is counted. A row is
 * filled with its value first and its time second, so that other threads see how far it goes.
 */
export class TimedValues {
  readonly #buffers: SharedArrayBuffer[] = [];
  readonly #times: BigUint64Array[] = [];
  readonly #values: Float64Array[] = [];
  #time: BigUint64Array = new BigUint64Array(0);
  #value: Float64Array = new Float64Array(0);
  #used = 0;
  #refused = 0;

  constructor(
    private readonly now: Clock,
    private readonly limit: number,
    /** Called with each new chunk. */
    private readonly onChunk: (buffer: SharedArrayBuffer) => void = () => undefined,
    /** The room for chunks that it shares with others. */
    private readonly room: ChunkRoom = { chunks: Infinity }
  ) {}

  /** The chunks so far, oldest first. */
  get chunks(): readonly SharedArrayBuffer[] {
    return this.#buffers;
  }

  /** Values kept so far. */
  get length(): number {
    return Math.max(0, this.#times.length - 1) * VALUES_PER_CHUNK + this.#used;
  }

  /** Values that did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  // hot
  /** Appends `value` at the present time. */
  push(value: number): void {
    if (this.#used === this.#time.length && !this.#roll()) return;
    this.#value[this.#used] = value;
    this.#time[this.#used++] = this.now();
  }

  /** Appends `value` at a time read elsewhere on the same clock. */
  pushAt(value: number, time: bigint): void {
    if (this.#used === this.#time.length && !this.#roll()) return;
    this.#value[this.#used] = value;
    this.#time[this.#used++] = time;
  }

  /** The values from row `from` on; times in nanoseconds from `origin`. */
  read(from: number, origin: bigint): ValueColumns {
    const length = this.length;
    const time = new Float64Array(length - from);
    const value = new Float64Array(length - from);
    for (let index = 0; index < this.#times.length; index++) {
      const base = index * VALUES_PER_CHUNK;
      const rows = Math.min(VALUES_PER_CHUNK, length - base);
      const first = Math.max(0, from - base);
      if (first >= rows) continue;
      const chunkTimes = relativeTimes(this.#times[index], rows, origin);
      time.set(chunkTimes.subarray(first), base + first - from);
      value.set(this.#values[index].subarray(first, rows), base + first - from);
    }
    return { time, value };
  }

  #roll(): boolean {
    if (this.length >= this.limit || this.room.chunks < 1) {
      this.#refused++;
      return false;
    }
    this.room.chunks--;
    const buffer = new SharedArrayBuffer(VALUES_PER_CHUNK * BYTES_PER_ROW);
    const chunk = valueChunkOver(buffer);
    this.#time = chunk.time;
    this.#value = chunk.value;
    this.#buffers.push(buffer);
    this.#times.push(this.#time);
    this.#values.push(this.#value);
    this.#used = 0;
    this.onChunk(buffer);
    return true;
  }
}
