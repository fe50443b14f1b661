import { NS_PER_MS } from '../../../base/time';
import type { Clock } from '../../../record/time/clock';

/** What writing may take at once, and then as a share of the time that passes. */
const FREE_MS = 200;
const SHARE = 0.1;

/**
 * When a file that grows with every session is written anew: at once, as long as that takes little of
 * the time; so a thousand sessions do not cost a thousand times the whole file.
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

  /** Runs `write` and counts what it takes. */
  run<T>(write: () => T): T {
    const from = this.now();
    try {
      return write();
    } finally {
      this.spentMs += Number(this.now() - from) / NS_PER_MS;
    }
  }
}
