import { intrinsics } from '../../base/intrinsics/intrinsics';
import { NS_PER_MS } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { EVENT_LOOP_CATEGORY, EVENT_LOOP_LAG } from '../../model/profile/categories';
import type { CounterSeries } from '../../model/profile/profile';
import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import { SourceFaults, type SourceKind } from '../source';
import { IdleTimeSource } from './idleTime';
import { createSharedSeries, readSharedSeries, SharedSeriesWriter } from './sharedSeries';

/** Time between two looks at the event loop, milliseconds: they take 0.6 % of an idle core. */
const PERIOD_MS = 20;

/** Values that one recording keeps at most: of more than 22 minutes, the highest of several. */
const MAX_VALUES = 1 << 16;

/**
 * Calls `tick` once after `ms` milliseconds, without keeping the process alive; returns a function that
 * cancels it.
 */
export type Schedule = (tick: () => void, ms: number) => () => void;

/** Settings of {@link EventLoopSource}; the defaults are the real clock and timers. */
export interface EventLoopOptions {
  readonly clock?: Clock;
  readonly schedule?: Schedule;
  /** Values that are kept at most, an even number. */
  readonly maxValues?: number;
}

/**
 * Samples the delay of this thread's event loop: how late a timer is called. While code runs without a
 * pause nothing is sampled; the next sample has its length. Of long recordings, a sample is the highest of several.
 */
export class EventLoopSource implements Source {
  readonly #faults = new SourceFaults('eventLoop', 'Some delays are missing.');
  readonly #clock: Clock;
  readonly #schedule: Schedule;
  readonly #series: SharedArrayBuffer;
  readonly #writer: SharedSeriesWriter;
  #taken = 0;
  #startNs = 0n;
  #dueNs = 0n;
  #cancel: (() => void) | null = null;

  constructor({
    clock = monotonicClock,
    schedule = oneTimer(),
    maxValues = MAX_VALUES
  }: EventLoopOptions = {}) {
    this.#clock = clock;
    this.#schedule = schedule;
    this.#series = createSharedSeries(maxValues);
    this.#writer = new SharedSeriesWriter(this.#series);
  }

  start(): void {
    this.#startNs = this.#clock();
    this.#faults.guard(() => this.#arm(), undefined);
  }

  /** A block that goes on until the end of the window counts as well. */
  endWindow(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = null;
    this.#faults.guard(() => this.#sample(), undefined);
    this.#writer.close();
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(context: ContributionContext): Contribution {
    return this.contributeSoFar(context);
  }

  contributeSoFar({ originNs, endNs, mainTrack }: ContributionContext): Contribution {
    const { times, lags } = this.#within(originNs, endNs);
    const counter: CounterSeries = {
      name: EVENT_LOOP_LAG,
      category: EVENT_LOOP_CATEGORY,
      unit: 'nanoseconds',
      kind: 'sampled',
      track: mainTrack,
      time: Float64Array.from(times),
      value: Float64Array.from(lags)
    };
    const overheadNs = this.#taken * SAMPLE_COST_NS;
    return { report: this.#faults.report(times.length), counters: [counter], overheadNs };
  }

  /**
   * The samples of the window, with the part of each delay within it: the first one may have begun with
   * the profiler's own start, and a sample after the end counts until the end.
   */
  #within(originNs: bigint, endNs: bigint): { times: number[]; lags: number[] } {
    const lengthNs = Number(endNs - originNs);
    const times: number[] = [];
    const lags: number[] = [];
    const { time, value } = readSharedSeries(this.#series);
    const shiftNs = Number(this.#startNs - originNs);
    for (let row = 0; row < time.length; row++) {
      if (row > 0 && time[row - 1] + shiftNs > lengthNs) break;
      const at = time[row] + shiftNs;
      if (at < 0) continue;
      const dueAt = Math.max(0, at - value[row]);
      times.push(Math.min(at, lengthNs));
      lags.push(Math.max(0, Math.min(at, lengthNs) - dueAt));
    }
    return { times, lags };
  }

  #arm(): void {
    this.#dueNs = this.#clock() + BigInt(PERIOD_MS * NS_PER_MS);
    this.#cancel = this.#schedule(() => this.#tick(), PERIOD_MS);
  }

  #tick(): void {
    this.#cancel = null;
    this.#faults.guard(() => this.#sample(), undefined);
    this.#arm();
  }

  #sample(): void {
    const now = this.#clock();
    this.#taken++;
    this.#writer.push(Number(now - this.#startNs), Math.max(0, Number(now - this.#dueNs)));
  }
}

/** The measured cost of one sample, nanoseconds: an idle thread has to be woken for it. */
const SAMPLE_COST_NS = 128_000;

/** Uses one timer over and over: to hooks of the program, each new one would be a resource of its own. */
function oneTimer(): Schedule {
  let due: () => void = () => undefined;
  let timer: NodeJS.Timeout | null = null;
  return (tick, ms) => {
    due = tick;
    if (timer === null) timer = setTimeout(() => intrinsics.own(() => due()), ms).unref();
    else timer.refresh();
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  };
}

/** The delay of the event loop, if asynchronous code is requested; else its idle time, if that is. */
export const EVENT_LOOP: SourceKind<
  { readonly async: boolean | null; readonly waits: boolean; readonly idleTime: boolean },
  object
> = {
  open: () => ({
    sources: ({ async, waits, idleTime }) => {
      if (async === true) return [new EventLoopSource()];
      return idleTime && !waits ? [new IdleTimeSource()] : [];
    }
  })
};
