import type { Clock } from '../../src/base/clock';

/** A clock that stands still until it is moved; starts well above 2³² as a real one does. */
export class FakeClock {
  #time = 5_000_000_000_000n;

  /** The clock to inject. */
  readonly now: Clock = () => this.#time;

  /** Moves the clock on by `ns` nanoseconds. */
  advance(ns: number): void {
    this.#time += BigInt(ns);
  }
}
