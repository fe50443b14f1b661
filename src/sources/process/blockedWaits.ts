/** Is told of waits in which the thread is blocked. */
export interface BlockedWaitListener {
  /** The thread is about to block; returns what to call when it goes on. */
  blocks(cause: string): () => void;
}

/**
 * The name of {@link BlockedWaits.blockedWait} in CPU profiles: V8 samples a blocked thread as if it ran, so time below
 * this function is taken for idle. A method keeps its name in a minified bundle.
 */
export const BLOCKED_WAIT_FUNCTION = 'blockedWait';

/** Waits in which a thread does not turn its event loop, such as for an answer of the user. */
export class BlockedWaits {
  #listeners: readonly BlockedWaitListener[] = [];
  #isBlocked = false;

  /** Whoever adds one runs: a wait that seems to go on was cut off from outside, which runs no `finally`. */
  add(listener: BlockedWaitListener): void {
    this.#isBlocked = false;
    this.#listeners = [...this.#listeners, listener];
  }

  remove(listener: BlockedWaitListener): void {
    this.#listeners = this.#listeners.filter(each => each !== listener);
  }

  /**
   * Runs `wait`, which does nothing but block for `cause` (`input`), as waiting and not as work. Of waits within
   * one another the outermost is told.
   */
  blockedWait<T>(cause: string, wait: () => T): T {
    if (this.#isBlocked) return wait();
    // by no method and no iterator: the program may have replaced it
    const listeners = this.#listeners;
    const goesOn: (() => void)[] = [];
    for (let at = 0; at < listeners.length; at++) goesOn[at] = listeners[at].blocks(cause);
    this.#isBlocked = true;
    try {
      return wait();
    } finally {
      this.#isBlocked = false;
      for (let at = 0; at < goesOn.length; at++) goesOn[at]();
    }
  }
}

/** The blocked waits of this thread. */
export const blockedWaits = new BlockedWaits();
