/** Ids are smaller. */
const ID_LIMIT = 2 ** 32;

/**
 * Assigns ids to events, each once per process: all lists of a process share one instance. After 2³²
 * they start again.
 */
export class EventIds {
  #next: number;

  /** @param first the first id */
  constructor(first = 1) {
    this.#next = first;
  }

  /** The first of `count` consecutive ids. */
  take(count: number): number {
    if (this.#next + count > ID_LIMIT) this.#next = 1;
    const first = this.#next;
    this.#next += count;
    return first;
  }
}
