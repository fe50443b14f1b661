import type { Token } from './sliceStore';

/**
 * Numbers the gradients that forward operators of this thread leave behind, so that a backward
 * operator can name the one it belongs to. Hooks of libraries that differentiate keep it.
 */
export class SequenceNumbers {
  /** The number of the gradient whose slice is about to begin, or 0. */
  stashed = 0;
  #last = 0;
  #depth = 0;
  readonly #reserved = new Map<Token, number>();

  /** The number of an operator that begins now, from 1 in each recording; 0 while none are numbered. */
  get next(): number {
    return this.#depth > 0 ? this.#last + 1 : 0;
  }

  /** Keeps the number that `operator` was begun with, before operators inside it take theirs. */
  reserve(operator: Token): void {
    if (!this.#reserved.has(operator)) this.#reserved.set(operator, ++this.#last);
  }

  /** The number of the gradient that `operator` leaves behind. */
  take(operator: Token): number {
    if (this.#reserved.size === 0) return ++this.#last;
    const reserved = this.#reserved.get(operator);
    this.#reserved.delete(operator);
    return reserved ?? ++this.#last;
  }

  /** Runs a differentiation, during which operators leave gradients behind. */
  within<T>(differentiate: () => T): T {
    this.#depth++;
    try {
      return differentiate();
    } finally {
      this.#depth = Math.max(0, this.#depth - 1);
      if (this.#depth === 0) this.#reserved.clear();
    }
  }

  /** Forgets the differentiations that were under way when they were cut off from outside. */
  abandon(): void {
    this.stashed = 0;
    this.#depth = 0;
    this.#reserved.clear();
  }

  /** Restarts numbering, for another recording. */
  restart(): void {
    this.#last = 0;
    this.#reserved.clear();
  }
}
