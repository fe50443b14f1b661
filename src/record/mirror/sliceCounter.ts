import { partitionPoint } from '../../base/partitionPoint';
import { type Chunk, chunkOver } from '../slices/chunk';

/** Counts the slices of another thread in the memory that both threads share, without asking. */
export class SliceCounter {
  readonly #chunks: Chunk[] = [];

  /** Adds memory of slices, as the news of kind `slices` has it. */
  take(memory: SharedArrayBuffer): void {
    this.#chunks.push(chunkOver(memory));
  }

  /** The number of slices that have begun since the one of token `firstToken`. */
  countFrom(firstToken: number): number {
    const next = this.#chunks.reduce((latest, chunk) => Math.max(latest, nextTokenOf(chunk)), 0);
    return Math.max(0, next - firstToken);
  }
}

/** The token after that of the newest slice in a chunk; 0 while the chunk is not in use. */
function nextTokenOf({ header, t0 }: Chunk): number {
  const number = Atomics.load(header, 0);
  return number < 0 ? 0 : number * t0.length + usedSlots(t0);
}

/** Starts never decrease in the slots in use; those behind are empty, or left from an earlier use. */
function usedSlots(t0: BigUint64Array): number {
  const [first] = t0;
  if (first === 0n) return 0;
  return partitionPoint(1, t0.length, slot => t0[slot] >= first);
}
