import { constants } from 'node:os';
import { ownListener } from '../../base/intrinsics/intrinsics';
import { newSignalHandle, type SignalHandle } from './nodeInternals';

/** Node's own, whatever takes its place. */
const { nodeTiming } = performance as unknown as {
  readonly nodeTiming: { readonly uvMetricsInfo: { readonly loopCount: number } };
};

/** The present turn of the event loop. */
const turn = (): number => nodeTiming.uvMetricsInfo.loopCount;

/**
 * Whether the program listened for a signal when it came. Listeners are called before or after a watch, and
 * one that is called once, or takes itself away, is gone when a watch is called after it.
 */
class ProgramListeners {
  /** The signals that handles of the program hear. */
  readonly #signals = new WeakMap<SignalHandle, number>();
  /** The turn in which the last listener of a signal was taken away, after a watch had not been called. */
  readonly #leftIn = new Map<number, number>();
  /** The turn in which a watch was called while there were listeners. */
  readonly #seenIn = new Map<number, number>();

  /** Follows the handles that Node makes for listeners of the program, by those of a watch. */
  follow(own: SignalHandle): void {
    const prototype = Object.getPrototypeOf(own) as SignalHandle;
    const { start, close } = prototype;
    const noteStart = (handle: SignalHandle, signal: number): void =>
      void this.#signals.set(handle, signal);
    const noteClose = (handle: SignalHandle): void => this.#noteClose(handle);
    prototype.start = function (this: SignalHandle, signal) {
      noteStart(this, signal);
      return Reflect.apply(start, this, [signal]);
    };
    prototype.close = function (this: SignalHandle, ...args) {
      noteClose(this);
      Reflect.apply(close, this, args);
    };
  }

  /** Called by a watch for each signal, with the number of listeners that there are now. */
  hear(signal: number, listeners: number): boolean {
    if (listeners > 0) {
      this.#seenIn.set(signal, turn());
      return true;
    }
    const hasLeft = this.#leftIn.get(signal) === turn();
    this.#leftIn.delete(signal);
    return hasLeft;
  }

  #noteClose(handle: SignalHandle): void {
    const signal = this.#signals.get(handle);
    if (signal === undefined || this.#seenIn.get(signal) === turn()) return;
    this.#leftIn.set(signal, turn());
  }
}

let programListeners: ProgramListeners | null = null;

/** One for the handles of all watches, which have one class. */
function followedBy(handle: SignalHandle): ProgramListeners {
  if (programListeners === null) {
    programListeners = new ProgramListeners();
    programListeners.follow(handle);
  }
  return programListeners;
}

/**
 * Hears of a signal to this process as a listener does, so that the process does not end by it, but is
 * no listener: the program neither sees it nor takes it away, and what counts listeners, as the package
 * `signal-exit` does, counts its own alone.
 */
export class SignalWatch {
  readonly #heard: () => void;
  readonly #handle = newSignalHandle();
  #isHearing = false;
  #isListenedFor = false;

  /** Calls `heard`, from `start` on, at each signal, in a turn of the event loop, like a listener. */
  constructor(
    readonly signal: NodeJS.Signals,
    heard: () => void
  ) {
    const handle = this.#handle;
    const number = constants.signals[signal];
    const program = handle === null ? null : followedBy(handle);
    this.#heard = ownListener(() => {
      const listeners = process.listenerCount(signal);
      this.#isListenedFor = program?.hear(number, listeners) ?? listeners > 1;
      heard();
    });
    handle?.unref();
    if (handle !== null) handle.onsignal = this.#heard;
  }

  /** Hears the signal from now on; safe to call twice. */
  start(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    if (this.#handle === null) process.on(this.signal, this.#heard);
    else this.#handle.start(constants.signals[this.signal]);
  }

  /** From now on the signal ends the process again, unless it is listened for; safe to call twice. */
  stop(): void {
    if (!this.#isHearing) return;
    this.#isHearing = false;
    if (this.#handle === null) process.off(this.signal, this.#heard);
    else this.#handle.stop();
  }

  /** Whether the program listened itself for the signal that was heard last. */
  get isListenedFor(): boolean {
    return this.#isListenedFor;
  }
}
