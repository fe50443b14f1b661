/** The main thread's work for a cell: none, its synchronous part, or waiting for the rest. */
export type RunPhase = 'idle' | 'synchronous' | 'asynchronous';

const PHASES: readonly RunPhase[] = ['idle', 'synchronous', 'asynchronous'];
const PHASE = 0;
const REQUESTED = 1;
const HANDLED = 2;
const OPEN = 3;
const HANDLED_BEFORE = 4;
const WORDS = 5;

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

  /** Main thread: announces its next phase. */
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

  /** Main thread: a request to run a cell begins; earlier interrupts do not concern it. */
  open(): void {
    Atomics.store(this.#words, HANDLED_BEFORE, Atomics.load(this.#words, HANDLED));
    Atomics.store(this.#words, OPEN, 1);
  }

  /** Main thread: the request has been answered. */
  close(): void {
    Atomics.store(this.#words, OPEN, 0);
  }

  /** True from the effect of an interrupt on a cell until the cell's request has been answered. */
  get isUnanswered(): boolean {
    if (Atomics.load(this.#words, OPEN) === 0) return false;
    return Atomics.load(this.#words, HANDLED) !== Atomics.load(this.#words, HANDLED_BEFORE);
  }
}

/**
 * The ways in which the helper thread reaches a main thread that does not return; all act on that
 * thread.
 */
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

/** Time for a waiting main thread to act on its own. */
const FIRST_LOOK_MS = 100;
/** Time between two checks of the main thread. */
const NEXT_LOOK_MS = 50;
/**
 * The answer to a check can be lost in the code that the check ended: then the next one is requested.
 */
const ASK_AGAIN_MS = 1000;

/**
 * Stops cells, from the helper thread. The synchronous part is stopped immediately. Otherwise the main
 * thread first gets time to act on its own. It is stopped only while user code is running, because
 * stopping the kernel's own code would end the kernel; hence it is checked repeatedly, until the main
 * thread has acknowledged and answered: a callback that the cell left behind may run in between, and
 * never return.
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
   * Asks the main thread to end the running cell, and makes sure that it does. False while an earlier
   * request is still pending: there is nothing to add to it.
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
    if (!this.#state.isPending && !this.#state.isUnanswered) {
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

/** Name of the main thread's global function that ends what runs there. */
export const STOP_FUNCTION = '__kernelscope_stop__';
