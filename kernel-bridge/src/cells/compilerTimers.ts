/** The timers of a system that TypeScript compiles for, as far as they are used. */
export interface TimerSystem {
  setTimeout?(callback: () => void, delayMs: number): unknown;
  clearTimeout?(timer: unknown): void;
}

/** Callbacks that wait, in order. */
type Waiting = Set<{ readonly callback: () => void }>;

/**
 * Timers for a compiler in watch mode over a system that has room for one. tslab's timer fires
 * manually, when a cell should be compiled, and refuses a second one; but the compiler sets two: one to
 * compile, and one to search for packages again when folders change, as they do when a package is
 * installed. These timers share the one: when it fires, all waiting callbacks run, and those that they
 * add.
 */
export function createCompilerTimers(system: TimerSystem): Required<TimerSystem> {
  const timers = new CompilerTimers(system);
  return {
    setTimeout: (callback, delayMs) => timers.add(callback, delayMs),
    clearTimeout: timer => timers.remove(timer)
  };
}

class CompilerTimers {
  readonly #system: TimerSystem;
  readonly #waiting: Waiting = new Set();
  #isFiring = false;
  #shared: unknown = null;

  constructor(system: TimerSystem) {
    this.#system = system;
  }

  add(callback: () => void, delayMs: number): unknown {
    const timer = { callback };
    this.#waiting.add(timer);
    if (!this.#isFiring) {
      this.#shared ??= this.#system.setTimeout?.(() => this.#fire(), delayMs) ?? null;
    }
    return timer;
  }

  remove(timer: unknown): void {
    this.#waiting.delete(timer as { readonly callback: () => void });
    if (this.#waiting.size === 0 && !this.#isFiring) {
      this.#giveUp();
    }
  }

  /** A callback that throws leaves the timers ready for the next one. */
  #fire(): void {
    this.#isFiring = true;
    try {
      for (const timer of this.#waiting) {
        this.#waiting.delete(timer);
        timer.callback();
      }
    } catch (error) {
      this.#waiting.clear();
      this.#giveUp();
      throw error;
    } finally {
      this.#isFiring = false;
      this.#shared = null;
    }
  }

  #giveUp(): void {
    if (this.#shared !== null) {
      this.#system.clearTimeout?.(this.#shared);
    }
    this.#shared = null;
  }
}
