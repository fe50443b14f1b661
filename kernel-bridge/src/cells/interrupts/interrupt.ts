/** What the main thread is doing for a cell: nothing, its synchronous part, or waiting for the rest. */
export type RunPhase = 'idle' | 'synchronous' | 'asynchronous';

const PHASES: readonly RunPhase[] = ['idle', 'synchronous', 'asynchronous'];
const PHASE = 0;
const REQUESTED = 1;
const HANDLED = 2;
const WORDS = 3;

/**
 * The interrupt state that the main thread and the helper thread share. The main thread sets the
 * phase and acknowledges; the helper requests. Both ends are made over the same memory.
 */
export class InterruptState {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer = InterruptState.allocate()) {
    this.#words = new Int32Array(memory);
  }

  /** Memory for one state. */
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
  }

  /** The memory to hand to the other thread. */
  get memory(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer;
  }

  get phase(): RunPhase {
    return PHASES[Atomics.load(this.#words, PHASE)] ?? 'idle';
  }

  /** Main thread: says what it is about to do. */
  enter(phase: RunPhase): void {
    Atomics.store(this.#words, PHASE, PHASES.indexOf(phase));
  }

  /** Helper thread: records that the user wants the cell stopped. */
  request(): void {
    Atomics.add(this.#words, REQUESTED, 1);
  }

  /** True from a request until the main thread has acknowledged it. */
  get isPending(): boolean {
    return Atomics.load(this.#words, REQUESTED) !== Atomics.load(this.#words, HANDLED);
  }

  /** Main thread: every request so far has had its effect. */
  acknowledge(): void {
    Atomics.store(this.#words, HANDLED, Atomics.load(this.#words, REQUESTED));
  }
}

/** How the helper thread reaches a main thread that does not return; all act on that thread. */
export interface StopSignals {
  /**
   * Ends code of the user, if that is what runs there. Calls back when the main thread has seen
   * the question: never, as long as it is in a native call.
   */
  stop(seen: () => void): void;
  /** The main thread has not seen the last `stop` for `unseenMs`. */
  stuck(unseenMs: number): void;
}

/** Runs `action` after `delayMs`. */
export type Later = (action: () => void, delayMs: number) => void;

/** A main thread that waits for something is given so long to act by itself. */
const FIRST_LOOK_MS = 100;
/** Time between two looks at what the main thread does. */
export const NEXT_LOOK_MS = 50;
/** The answer to a look can be lost in what the look ended: then the next one is asked for. */
const ASK_AGAIN_MS = 1000;

/**
 * Stops cells, from the helper thread. The synchronous part is stopped at once. Otherwise the main
 * thread is first given time to act by itself. It is stopped only while code of the user is
 * running, because the same stop in the midst of the kernel's own code would end the kernel; hence
 * it looks again and again, until the main thread has acknowledged.
 */
export class Interrupter {
  readonly #state: InterruptState;
  readonly #signals: StopSignals;
  readonly #later: Later;
  #isLooking = false;
  #isUnseen = false;
  #unseenMs = 0;

  constructor(state: InterruptState, signals: StopSignals, later: Later) {
    this.#state = state;
    this.#signals = signals;
    this.#later = later;
  }

  /**
   * Asks the main thread to end the running cell, and sees to it that it does. False while an
   * earlier request still waits for its effect: there is nothing to add to it.
   */
  interrupt(): boolean {
    if (this.#state.isPending && this.#isLooking) {
      this.#unseenMs = 0;
      return false;
    }
    this.#state.request();
    if (!this.#isLooking) {
      this.#start();
    }
    return true;
  }

  #start(): void {
    this.#isLooking = true;
    if (this.#state.phase === 'synchronous') {
      this.#look();
    } else {
      this.#later(() => this.#look(), FIRST_LOOK_MS);
    }
  }

  #look(): void {
    if (!this.#state.isPending) {
      this.#isLooking = false;
      return;
    }
    if (this.#isUnseen) {
      this.#unseenMs += NEXT_LOOK_MS;
      this.#signals.stuck(this.#unseenMs);
      if (this.#unseenMs % ASK_AGAIN_MS === 0) this.#post();
    } else {
      this.#unseenMs = 0;
      this.#post();
    }
    this.#later(() => this.#look(), NEXT_LOOK_MS);
  }

  #post(): void {
    this.#isUnseen = true;
    this.#signals.stop(() => {
      this.#isUnseen = false;
    });
  }
}
