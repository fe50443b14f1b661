import type { RecordedValues } from '../recordedData';
import {
  VALUES_PER_CHUNK,
  type ValueColumns,
  relativeTimes,
  valueChunkOver
} from '../logs/timedValues';

/** A chunk's filled rows, copied while another thread may be filling more. */
interface FilledRows {
  readonly time: BigUint64Array;
  readonly value: Float64Array;
  readonly rows: number;
}

/** The values of one counter, or the moments, of a recorder on another thread. */
export class MirroredValues implements RecordedValues {
  /** The number of values that the recorder could not keep is unknown here. */
  readonly dropped = 0;

  /** @param isKnown whether a value can be read yet; with the first one that cannot, it ends. */
  constructor(
    private readonly buffers: readonly SharedArrayBuffer[],
    private readonly isKnown: ((value: number) => boolean) | null = null
  ) {}

  /** A copy of the rows that are filled, from row `from` on; times in nanoseconds from `origin`. */
  read(from: number, origin: bigint): ValueColumns {
    const before = Math.floor(from / VALUES_PER_CHUNK);
    const parts = this.buffers.slice(before).map(copyFilled);
    const first = from - before * VALUES_PER_CHUNK;
    const length = parts.reduce((sum, { rows }) => sum + rows, 0);
    const time = new Float64Array(length);
    const value = new Float64Array(length);
    let row = 0;
    for (const part of parts) {
      time.set(relativeTimes(part.time, part.rows, origin), row);
      value.set(part.value.subarray(0, part.rows), row);
      row += part.rows;
    }
    const { isKnown } = this;
    const unknown = isKnown ? value.findIndex(each => !isKnown(each)) : -1;
    const to = unknown < 0 ? length : unknown;
    return { time: time.subarray(first, to), value: value.subarray(first, to) };
  }
}

/** Reads times first: if the time of a row is there, so is its value. */
function copyFilled(buffer: SharedArrayBuffer): FilledRows {
  const chunk = valueChunkOver(buffer);
  const time = chunk.time.slice();
  const value = chunk.value.slice();
  const end = time.indexOf(0n);
  return { time, value, rows: end < 0 ? time.length : end };
}
