import { constants } from 'node:os';
import { ownListener } from '../../base/intrinsics/ownListener';
import { newSignalHandle } from './nodeInternals';

/**
 * Hears of a signal to this process as a listener does, so that the process does not end by it, but is
 * no listener: the program neither sees it nor takes it away, and what counts listeners, as the package
 * `signal-exit` does, counts its own alone.
 */
export class SignalWatch {
  readonly #heard: () => void;
  readonly #handle = newSignalHandle();
  #isHearing = false;

  /** Calls `heard`, from `start` on, at each signal, in a turn of the event loop, like a listener. */
  constructor(
    readonly signal: NodeJS.Signals,
    heard: () => void
  ) {
    this.#heard = ownListener(heard);
    this.#handle?.unref();
    if (this.#handle !== null) this.#handle.onsignal = this.#heard;
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

  /** Whether the program listens for the signal itself. */
  get isListenedFor(): boolean {
    const own = this.#handle === null && this.#isHearing ? 1 : 0;
    return process.listenerCount(this.signal) > own;
  }
}
