import type { Later } from '../../cells/interrupts/interrupt';
import type { Outlet } from '../sockets';
import { RateWindow } from './rateWindow';

/** The dependencies of {@link PacedOutlet}. */
export interface PacedOutletOptions {
  readonly outlet: Outlet;
  readonly later: Later;
  /** Monotonic time, milliseconds. */
  readonly now: () => number;
}

/** A message that waits, and what to do when it has been sent; or only the latter. */
interface Waiting {
  readonly frames: readonly Uint8Array[] | null;
  readonly done: () => void;
}

/** Sends no faster than the server of Jupyter passes on, in the order of the calls; drops nothing. */
export class PacedOutlet {
  readonly #options: PacedOutletOptions;
  readonly #window = new RateWindow();
  #waiting: Waiting[] = [];
  #isDue = false;

  constructor(options: PacedOutletOptions) {
    this.#options = options;
  }

  /** Sends a message when it is its turn, and calls `done` then. */
  send(frames: readonly Uint8Array[], done: () => void = () => undefined): void {
    this.#waiting.push({ frames, done });
    this.#pass();
  }

  /** Sends a message that is soon out of date ahead of those that wait. */
  sendAhead(frames: readonly Uint8Array[]): void {
    this.#send(frames);
  }

  /** Calls `done` when everything before was sent. */
  afterAll(done: () => void): void {
    this.#waiting.push({ frames: null, done });
    this.#pass();
  }

  /** Sends everything that waits at once: for a process that is about to end. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#finish(one);
  }

  #pass(): void {
    if (this.#isDue) return;
    let count = 0;
    for (const one of this.#waiting) {
      const waitMs = one.frames === null ? 0 : this.#waitMs(one.frames);
      if (waitMs > 0) {
        this.#passLater(waitMs);
        break;
      }
      count += 1;
      this.#finish(one);
    }
    this.#waiting.splice(0, count);
  }

  #passLater(waitMs: number): void {
    this.#isDue = true;
    this.#options.later(() => {
      this.#isDue = false;
      this.#pass();
    }, waitMs);
  }

  #finish({ frames, done }: Waiting): void {
    if (frames !== null) this.#send(frames);
    done();
  }

  #send(frames: readonly Uint8Array[]): void {
    this.#window.count(frames, this.#options.now());
    this.#options.outlet.send(frames);
  }

  #waitMs(frames: readonly Uint8Array[]): number {
    return this.#window.waitMs(frames, this.#options.now());
  }
}
