import { performance } from 'node:perf_hooks';
import { NS_PER_MS } from '../../base/time';
import { EVENT_LOOP_CATEGORY, EVENT_LOOP_IDLE } from '../../model/profile/categories';
import type { CounterSeries } from '../../model/profile/profile';
import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import { SourceFaults } from '../source';

/**
 * Measures for how long the event loop of this thread was idle in all, as libuv counts it: two
 * readings, whatever runs between them.
 */
export class IdleTimeSource implements Source {
  readonly #faults = new SourceFaults('eventLoop', 'The time spent waiting is missing.');
  readonly #idleMs: () => number;
  #startMs: number | null = null;
  #idleNs: number | null = null;

  /** `idleMs` is the idle time of the thread so far, milliseconds. */
  constructor(idleMs: () => number | undefined = () => performance.nodeTiming.idleTime) {
    // Deno counts no idle time.
    this.#idleMs = () => idleMs() ?? 0;
  }

  start(): void {
    this.#faults.guard(() => void (this.#startMs = this.#idleMs()), undefined);
  }

  endWindow(): void {
    const startMs = this.#startMs;
    if (startMs === null || this.#idleNs !== null) return;
    this.#faults.guard(
      () => void (this.#idleNs = (this.#idleMs() - startMs) * NS_PER_MS),
      undefined
    );
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute({ originNs, endNs, mainTrack }: ContributionContext): Contribution {
    const lengthNs = Number(endNs - originNs);
    if (this.#idleNs === null) return { report: this.#faults.report(0) };
    const counter: CounterSeries = {
      name: EVENT_LOOP_IDLE,
      category: EVENT_LOOP_CATEGORY,
      unit: 'nanoseconds',
      kind: 'sampled',
      track: mainTrack,
      time: Float64Array.of(0, lengthNs),
      value: Float64Array.of(0, Math.min(lengthNs, Math.max(0, this.#idleNs)))
    };
    return { report: this.#faults.report(1), counters: [counter] };
  }
}
