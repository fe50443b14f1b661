/** What the main thread is doing for a cell: nothing, its synchronous part, or waiting for the rest. */
export type RunPhase = 'idle' | 'synchronous' | 'asynchronous';

const PHASES: readonly RunPhase[] = ['idle', 'synchronous', 'asynchronous'];
const PHASE = 0;
const REQUESTED = 1;
const HANDLED = 2;
const TRACKED = 3;
const WORDS = 4;

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

  /**
   * True while something follows promises (asynchronous hooks; before Node 24 also
   * `AsyncLocalStorage`). Node then aborts when JavaScript is terminated.
   */
  get isTracked(): boolean {
    return Atomics.load(this.#words, TRACKED) === 1;
  }

  /** Main thread: says whether something follows promises. */
  markTracked(isTracked: boolean): void {
    Atomics.store(this.#words, TRACKED, isTracked ? 1 : 0);
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

/** How the helper thread reaches JavaScript that does not return; all act on the main thread. */
export interface StopSignals {
  /** Calls back if, and as soon as, code of the user is running there. */
  whenInUserCode(action: () => void): void;
  /** Breaks the synchronous part as an exception; undefined where there is no such signal. */
  readonly breakScript: (() => void) | undefined;
  /** Ends whatever JavaScript is running, without an exception. */
  terminate(): void;
}

/** Runs `action` after `delayMs`. */
export type Later = (action: () => void, delayMs: number) => void;

const FIRST_LOOK_MS = 100;
const NEXT_LOOK_MS = 250;
const MAX_LOOKS = 40;

/**
 * Stops cells, from the helper thread. The synchronous part is stopped at once. Otherwise the main
 * thread is first given time to act by itself. Either way it is stopped only while code of the user
 * is running, because the same stop in the midst of the kernel's own code would end the kernel.
 * Where promises are followed, a signal stops the synchronous part, and what is busy after an
 * `await` goes on.
 */
export class Interrupter {
  readonly #state: InterruptState;
  readonly #signals: StopSignals;
  readonly #later: Later;
  #looks = 0;
  #isLooking = false;

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
      return false;
    }
    this.#state.request();
    this.#looks = 0;
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
    this.#looks += 1;
    if (!this.#state.isPending || this.#looks > MAX_LOOKS) {
      this.#isLooking = false;
      return;
    }
    if (this.#state.phase !== 'idle') {
      this.#signals.whenInUserCode(() => this.#stop());
    }
    this.#later(() => this.#look(), NEXT_LOOK_MS);
  }

  #stop(): void {
    const { isPending, isTracked, phase } = this.#state;
    if (!isPending || phase === 'idle') {
      return;
    }
    if (!isTracked) {
      this.#signals.terminate();
    } else if (phase === 'synchronous') {
      this.#signals.breakScript?.();
    }
  }
}
