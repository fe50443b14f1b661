import { FreeGaps } from './memoryFlowGaps';

/** Pieces of memory by row: the times of allocation and release, and the size of each. */
export interface HeldPieces {
  /** Non-decreasing. */
  readonly from: Float64Array;
  /** Not before `from`. */
  readonly to: Float64Array;
  /** Finite, ≥ 0. */
  readonly bytes: Float64Array;
  /** The rows in order of `to`. */
  readonly ending: Uint32Array;
}

/**
 * An address for each piece: the lowest where it fits when it is allocated. Memory that was released
 * at that time or earlier is free again. No two pieces share an address at one time. Takes n log n
 * time.
 */
export function packFirstFit(pieces: HeldPieces): Float64Array {
  const { from, to, bytes, ending } = pieces;
  const gaps = new FreeGaps();
  const address = new Float64Array(from.length);
  const holds = (row: number): boolean => to[row] > from[row] && bytes[row] > 0;
  const give = (row: number): void => gaps.give(address[row], bytes[row]);
  let ended = 0;
  const endUntil = (time: number): void => {
    for (; ended < ending.length && to[ending[ended]] <= time; ended++) {
      if (holds(ending[ended])) give(ending[ended]);
    }
  };
  for (let row = 0; row < from.length; row++) {
    endUntil(from[row]);
    if (bytes[row] === 0) continue;
    address[row] = gaps.take(bytes[row]);
    if (!holds(row)) give(row);
  }
  return address;
}
