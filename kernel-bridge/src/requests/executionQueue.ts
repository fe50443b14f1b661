/** A cell in the queue: exactly one of the two is called. */
export interface QueuedCell {
  run(): Promise<void>;
  /** The cell is not run because one before it failed. */
  abort(): void;
}

/** Waits the given number of milliseconds. */
export type Sleep = (delayMs: number) => Promise<void>;

/**
 * How long the queue waits after a failed cell for cells that the client sent before it knew of the
 * failure. Later cells were sent with that knowledge (`--allow-errors`) and run.
 */
export const HOLD_AFTER_ERROR_MS = 20;

/** Runs cells one after the other and aborts those that were waiting when one failed. */
export class ExecutionQueue {
  readonly #sleep: Sleep;
  #tail: Promise<void> = Promise.resolve();
  #generation = 0;

  constructor(sleep: Sleep) {
    this.#sleep = sleep;
  }

  /** Adds a cell; the promise settles when it has run or was aborted. */
  add(cell: QueuedCell): Promise<void> {
    const generation = this.#generation;
    this.#tail = this.#tail.then(() => this.#next(cell, generation));
    return this.#tail;
  }

  /**
   * Waits until everything that was sent before the failure has arrived, and marks it as not to be
   * run. Called by a failing cell before it replies.
   */
  async discardWaiting(): Promise<void> {
    await this.#sleep(HOLD_AFTER_ERROR_MS);
    this.#generation += 1;
  }

  async #next(cell: QueuedCell, generation: number): Promise<void> {
    if (generation !== this.#generation) {
      cell.abort();
      return;
    }
    await cell.run();
  }
}
