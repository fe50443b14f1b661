import { growing } from '../../../model/profile/columns';
import type { HeapAmount } from '../../../model/profile/heapAmount';
import type { HeapSampleTable } from '../../../model/profile/profile';

/** Memory that a stack allocated, as a file has it. */
export interface ImportedBytes {
  readonly bytes: number;
  /** Of `bytes`, bytes²; 0 where the file does not say how it was sampled. */
  readonly variance?: number;
  /** Samples behind the figure; 0 where the file does not say. */
  readonly samples?: number;
}

/** Memory that the stacks of a file allocated, each stack once, whatever their order. */
export class ImportedHeap {
  readonly #rows = new Map<number, number>();
  readonly #stack = growing.uint32();
  readonly #samples = growing.uint32();
  readonly #sums = {
    allocated: { bytes: growing.float64(), variance: growing.float64() },
    alive: { bytes: growing.float64(), variance: growing.float64() }
  };

  /** Adds memory of a stack, a row of `ImportedSamples.stacks`. */
  add(
    stack: number,
    amount: HeapAmount,
    { bytes, variance = 0, samples = 0 }: ImportedBytes
  ): void {
    const row = this.#row(stack);
    const sums = this.#sums[amount];
    sums.bytes.set(row, sums.bytes.at(row) + bytes);
    sums.variance.set(row, sums.variance.at(row) + variance);
    this.#samples.set(row, this.#samples.at(row) + samples);
  }

  /** Stacks so far. */
  get length(): number {
    return this.#stack.length;
  }

  /** The table, with the stacks in the order in which they were met. */
  table(): HeapSampleTable {
    const { allocated, alive } = this.#sums;
    return {
      length: this.length,
      stack: this.#stack.toColumn(),
      bytes: allocated.bytes.toColumn(),
      variance: allocated.variance.toColumn(),
      aliveBytes: alive.bytes.toColumn(),
      aliveVariance: alive.variance.toColumn(),
      samples: this.#samples.toColumn()
    };
  }

  #row(stack: number): number {
    const known = this.#rows.get(stack);
    if (known !== undefined) return known;
    const row = this.#stack.length;
    this.#rows.set(stack, row);
    this.#stack.push(stack);
    this.#samples.push(0);
    for (const sums of Object.values(this.#sums)) {
      sums.bytes.push(0);
      sums.variance.push(0);
    }
    return row;
  }
}
