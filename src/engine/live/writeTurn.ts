import { NS_PER_MS } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { pause } from '../../sources/process/waitFor';

const FREE = 0;
const TAKEN = 1;
const CLOSED = 2;

/** Time between two looks at a turn that is taken, milliseconds. */
const LOOK_MS = 1;

/**
 * A lock on writing a file, among threads that share `memory` (4 bytes): one thread at a time, and only
 * the one that closed it once it is closed.
 */
export class WriteTurn {
  readonly #word: Int32Array;

  constructor(
    readonly memory: SharedArrayBuffer = new SharedArrayBuffer(4),
    private readonly now: Clock = monotonicClock
  ) {
    this.#word = new Int32Array(memory);
  }

  /**
   * Runs `write` when no other thread writes, waiting at most `patienceMs` for it.
   *
   * @returns false when the turn was closed or did not come; `write` was not run then.
   */
  take(patienceMs: number, write: () => void): boolean {
    if (!this.#enter(TAKEN, patienceMs)) return false;
    try {
      write();
    } finally {
      Atomics.store(this.#word, 0, FREE);
    }
    return true;
  }

  /**
   * Ends all writing, waiting at most `patienceMs` for the current writer.
   *
   * @returns false if it did not end in time.
   */
  close(patienceMs: number): boolean {
    return this.isClosed || this.#enter(CLOSED, patienceMs);
  }

  /** True once nobody may write any more. */
  get isClosed(): boolean {
    return Atomics.load(this.#word, 0) === CLOSED;
  }

  #enter(state: number, patienceMs: number): boolean {
    const begun = this.now();
    for (;;) {
      const seen = Atomics.compareExchange(this.#word, 0, FREE, state);
      if (seen === FREE) return true;
      const leftMs = patienceMs - Number(this.now() - begun) / NS_PER_MS;
      if (seen === CLOSED || leftMs <= 0) return false;
      pause(Math.min(LOOK_MS, Math.ceil(leftMs)));
    }
  }
}
