import { NS_PER_US } from '../../../base/time';
import type { SampledClock } from '../../../native/v8Addon';
import { growing } from '../../../model/profile/columns';
import type { SampleTable } from '../../../model/profile/profile';
import type { CoreWaits } from '../../../model/profile/recordedPart';
import type { ThreadTimes } from '../../process/threadTimes';
import { IDLE } from './stackTree';

/** How a thread spent the time of each sample, nanoseconds. For the rest of the sample's weight it was blocked. */
export interface SpentTimes {
  /** On a core. */
  readonly ran: Float64Array;
  /** Ready to run, while others had all cores; null where the system does not tell. */
  readonly queued: Float64Array | null;
}

/** Less than this is not a wait but the error of the clocks, and is carried over until there is more; nanoseconds. */
export const LEAST_TIME_NS = 100_000;

/**
 * How the thread spent the time between moments, which are nanoseconds from `originNs` and do not fall, from each to the
 * next. Between two values of the clock it is taken to have run as soon as it could and to have waited then: a value is
 * from the moment at which it got the core again. Before the first value and after the last it is taken to have run.
 * Null for a clock that is too coarse to tell, whose steps are longer than the time between its values.
 */
export function spentBetween(
  clock: SampledClock,
  moments: Float64Array,
  originNs: bigint
): SpentTimes | null {
  const count = Math.max(0, moments.length - 1);
  const ran = new Float64Array(count);
  const queued = new Float64Array(count);
  const hands = new ClockHands(clock, Number(originNs));
  let [toldNs, ranNsInAll] = [0, 0];
  for (let row = -1; row < count; row++) {
    const { ranNs, queuedNs } = hands;
    hands.moveTo(moments[row + 1]);
    if (row < 0) continue;
    const wall = moments[row + 1] - moments[row];
    ran[row] = Math.min(wall, Math.max(0, hands.ranNs - ranNs));
    toldNs += hands.ranNs - ranNs;
    ranNsInAll += ran[row];
    queued[row] = Math.min(wall - ran[row], Math.max(0, hands.queuedNs - queuedNs));
  }
  if (toldNs - ranNsInAll > MOST_LOST * toldNs) return null;
  return { ran, queued: clock.queuedNs === undefined ? null : queued };
}

/** The largest part of the CPU time that may seem to have passed faster than time itself. */
const MOST_LOST = 0.05;

/** What a clock shows at moments in ascending order. */
class ClockHands {
  ranNs = 0;
  queuedNs = 0;
  #at = -1;

  constructor(
    private readonly clock: SampledClock,
    private readonly originNs: number
  ) {}

  moveTo(moment: number): void {
    const { ranNs, queuedNs } = this.clock;
    const last = ranNs.length - 1;
    while (this.#at < last && this.#timeOf(this.#at + 1) <= moment) this.#at++;
    const at = this.#at;
    const sinceNs = at < 0 ? 0 : moment - this.#timeOf(at);
    const untilNs = at < last ? this.#timeOf(at + 1) - moment : 0;
    if (at < 0) this.ranNs = ranNs[0] - untilNs;
    else this.ranNs = Math.min(ranNs[at] + sinceNs, at < last ? ranNs[at + 1] : Infinity);
    if (queuedNs === undefined) return;
    const isBetween = at >= 0 && at < last;
    this.queuedNs = isBetween
      ? Math.max(queuedNs[at], queuedNs[at + 1] - untilNs)
      : queuedNs[Math.max(0, at)];
  }

  /** Nanoseconds from the origin. */
  #timeOf(row: number): number {
    return this.clock.times[row] * NS_PER_US - this.originNs;
  }
}

/** The least part of the time of code that is a wait for a core, and not the error of the clocks. */
const LEAST_QUEUED = 0.02;

/**
 * How a thread without a clock spent its samples, of which `ran` has the time that was neither idle nor blocked: for the
 * same part of each it waited for a core.
 */
export function evenlyQueued(ran: Float64Array, use: ThreadTimes): SpentTimes {
  const codeNs = ran.reduce((sum, ns) => sum + ns, 0);
  const queuedNs = Math.max(0, Math.min(use.queuedNs, codeNs - use.ranNs));
  const share = queuedNs <= LEAST_QUEUED * codeNs ? 0 : queuedNs / codeNs;
  return { ran: ran.map(ns => ns * (1 - share)), queued: ran.map(ns => ns * share) };
}

/** The part of the time of an idle sample for which the thread ran at least, if it was not idle. */
const ALL = 0.9;

/**
 * The same samples, of which those of an idle thread that ran all of their time have the stack `ofLoop`: while the event loop
 * looks for events, V8 takes its thread for idle, also where that takes no time to wait, as there is something to run: after
 * `setImmediate`, for one. Between the first value of the clock and the last.
 */
export function withoutPolls(
  whole: SampleTable,
  { ran, queued }: SpentTimes,
  ofLoop: number
): SampleTable {
  const isPoll = (row: number): boolean => {
    const readyNs = whole.weight[row] - (queued?.[row] ?? 0);
    const isInside = row > 0 && row < whole.length - 1;
    return isInside && ran[row] >= LEAST_TIME_NS && ran[row] >= ALL * readyNs;
  };
  const stack = whole.stack.map((each, row) => (each === IDLE && isPoll(row) ? ofLoop : each));
  return { ...whole, stack };
}

/** Samples that stand for time in which their code ran, and when the thread waited for a core. */
export interface RunningSamples {
  /** A thread that was blocked has stack -1; for the time that it waited for a core it has no samples. */
  readonly samples: SampleTable;
  /** For each given sample, the time that it still stands for. */
  readonly counted: Float64Array;
  /** Null where they are not known. */
  readonly coreWaits: CoreWaits | null;
}

/**
 * The samples of one thread, which last from each to the next, by what it did in their time. Those of an idle thread
 * keep theirs: there is nothing to run, and what wakes the thread to sample it may have to wait for a core. The code that
 * runs between one of these and the next sample of code is not seen; therefore the last sample of code before one stands
 * for the whole `intervalAt` its time, as if all of that ran. Otherwise code that runs for less than an interval at a time
 * would seem to take next to nothing.
 */
export function runningSamples(
  whole: SampleTable,
  { ran, queued }: SpentTimes,
  intervalAt: (time: number) => number = () => 0
): RunningSamples {
  const kept = new GrowingSamples();
  const waits = { time: growing.float64(), value: growing.float64() };
  const counted = new Float64Array(whole.length);
  const [core, blocked] = [new Owed(), new Owed()];
  const usual = (row: number): number => Math.min(intervalAt(whole.time[row]), whole.weight[row]);
  for (let row = 0; row < whole.length; row++) {
    const [from, wall, stack] = [whole.time[row], whole.weight[row], whole.stack[row]];
    const queuedNs = queued?.[row] ?? 0;
    const isIdle = stack === IDLE;
    const coreNs = isIdle ? 0 : core.take(queuedNs, wall);
    const ranNs = whole.stack[row + 1] === IDLE ? Math.max(ran[row], usual(row)) : ran[row];
    const blockedNs = isIdle ? 0 : blocked.take(wall - ranNs - queuedNs, wall - coreNs);
    counted[row] = wall - coreNs - blockedNs;
    if (counted[row] > 0 || blockedNs + coreNs === 0) kept.add(from, counted[row], stack);
    if (blockedNs > 0) kept.add(from + counted[row], blockedNs, IDLE);
    if (coreNs === 0) continue;
    waits.time.push(from + wall - coreNs);
    waits.value.push(coreNs);
  }
  return {
    samples: kept.toTable(whole.track[0] ?? 0),
    counted,
    coreWaits: queued && { time: waits.time.toColumn(), value: waits.value.toColumn() }
  };
}

/** The samples of one thread, one after another. */
class GrowingSamples {
  readonly #time = growing.float64();
  readonly #weight = growing.float64();
  readonly #stack = growing.int32();

  add(time: number, weight: number, stack: number): void {
    this.#time.push(time);
    this.#weight.push(weight);
    this.#stack.push(stack);
  }

  toTable(track: number): SampleTable {
    const time = this.#time.toColumn();
    return {
      length: time.length,
      time,
      weight: this.#weight.toColumn(),
      stack: this.#stack.toColumn(),
      track: new Uint16Array(time.length).fill(track)
    };
  }
}

/** Time that is too short to stand on its own. */
class Owed {
  #ns = 0;

  /** What is owed plus `ns`, if that is enough, but at most `mostNs`; the rest stays owed. */
  take(ns: number, mostNs: number): number {
    this.#ns += ns;
    if (this.#ns < LEAST_TIME_NS) return 0;
    const taken = Math.min(this.#ns, mostNs);
    this.#ns -= taken;
    return taken;
  }
}
