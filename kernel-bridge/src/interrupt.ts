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

/** The two ways to stop JavaScript that does not return; both act on the main thread. */
export interface StopSignals {
  /** Breaks the running script as an exception; undefined where the system has no such signal. */
  readonly breakScript: (() => void) | undefined;
  /** Ends whatever JavaScript the main thread is running, without an exception. */
  terminate(): void;
}

/** Runs `action` after `delayMs`. */
export type Later = (action: () => void, delayMs: number) => void;

const FIRST_LOOK_MS = 100;
const NEXT_LOOK_MS = 250;
const MAX_LOOKS = 20;

/**
 * Stops the cell, from the helper thread. The synchronous part is broken at once. Otherwise the main
 * thread is first given time to act by itself, because a termination that meets a free event loop
 * would end a piece of the kernel.
 */
export function interruptMain(state: InterruptState, signals: StopSignals, later: Later): void {
  state.request();
  const broke = state.phase === 'synchronous' && signals.breakScript !== undefined;
  if (broke) {
    signals.breakScript?.();
  }
  let looks = 0;
  const look = (): void => {
    looks += 1;
    if (!state.isPending || looks > MAX_LOOKS) {
      return;
    }
    if (state.phase !== 'idle') {
      signals.terminate();
    }
    later(look, NEXT_LOOK_MS);
  };
  later(look, FIRST_LOOK_MS);
}
