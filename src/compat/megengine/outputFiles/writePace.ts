import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';

/**
 * The time that writing may take immediately; after that it is limited to a share of the passing time.
 */
const FREE_MS = 200;
const SHARE = 0.1;

/**
 * Decides when a file that grows with every session is rewritten: immediately, as long as that takes
 * little of the time, so that a thousand sessions do not cost a thousand times the whole file.
 */
export class WritePace {
  private readonly begun: bigint;
  private spentMs = 0;

  constructor(private readonly now: Clock) {
    this.begun = now();
  }

  /** True when there is time to write again. */
  get isDue(): boolean {
    const passedMs = Number(this.now() - this.begun) / NS_PER_MS;
    return this.spentMs <= FREE_MS + SHARE * passedMs;
  }

  /** Runs `write` and counts its time. */
  run<T>(write: () => T): T {
    const from = this.now();
    try {
      return write();
    } finally {
      this.spentMs += Number(this.now() - from) / NS_PER_MS;
    }
  }
}
