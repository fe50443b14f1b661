import { performance } from 'node:perf_hooks';
import { toNumber } from '../../base/intrinsics/ownFunctions';
import { OwnMap } from '../../base/intrinsics/ownMap';
import { NestedLanes } from '../../base/lanes/nestedLanes';
import { NS_PER_MS } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { InstantScope, type InstantTable } from '../../model/profile/profile';
import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../../record/build/contribution';
import { initialTracks } from '../../record/build/threadTracks';
import { observeEntries } from '../process/performanceEntries';
import { replaceIfAllowed } from '../process/replaceMethod';
import { SourceFaults, type SourceKind } from '../source';
import { performanceOrigin } from './performanceOrigin';
import { type Timing, timingOfEntry, timingOfTimeStamp } from './timing';

/** Timings that one recording keeps at most, and rows that they take on the timeline. */
const MAX_TIMINGS = 1_000_000;
const MAX_LANES = 1024;

/** Names whose times later time stamps may begin or end with. */
const MAX_NAMES = 10_000;

/** The name of the track of timings that ask for none, as in Chrome DevTools. */
const TIMINGS_TRACK = 'Timings';

const { apply } = Reflect;

/** A timing on the clock of a profile, nanoseconds from its origin. */
interface PlacedTiming {
  readonly timing: Timing;
  readonly start: number;
  readonly end: number;
}

/** The dependencies of {@link UserTimingSource}. */
export interface UserTimingOptions {
  readonly clock: Clock;
  /** Node's number of this thread. */
  readonly threadId: number;
  /** The console whose time stamps are recorded. */
  readonly console: object;
}

/**
 * Records marks and measures of this thread as Node has them, and `console.timeStamp`, which Node passes on to an
 * inspector alone. What the program sees of its own entries, of results and of errors is as without it.
 */
export class UserTimingSource implements Source {
  readonly #faults = new SourceFaults('userTimings', 'Some marks and measures are missing.');
  readonly #timings: Timing[] = [];
  /** The clock's value at which `performance.now()` is 0, nanoseconds. */
  #originNs = 0n;
  readonly #times = new OwnMap<string, number>();
  #dropped = 0;
  #undo: readonly (() => void)[] = [];

  constructor(private readonly options: UserTimingOptions) {}

  start(): void {
    this.#faults.guard(() => {
      const unobserve = observeEntries(['mark', 'measure'], entry =>
        this.#noted(() => timingOfEntry(entry))
      );
      this.#originNs = performanceOrigin(this.options.clock, performance);
      this.#undo = [unobserve, ...this.#watchTimeStamps()];
    }, undefined);
  }

  endWindow(): void {
    const undo = this.#undo;
    this.#undo = [];
    for (const each of undo) this.#faults.guard(each, undefined);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(context: ContributionContext): Contribution {
    const none = { slices: [], count: 0 };
    const { count, ...parts } = this.#faults.guard(() => this.#parts(context), none);
    if (this.#dropped > 0) this.#faults.limited(`${this.#dropped} later ones did not fit`);
    return { ...parts, report: this.#faults.report(count) };
  }

  #watchTimeStamps(): (() => void)[] {
    const { console } = this.options;
    const timeStamp: unknown = Reflect.get(console, 'timeStamp');
    if (typeof timeStamp !== 'function') return [];
    const watched = new Proxy(timeStamp, {
      apply: (target, self, given: unknown[]): unknown => {
        const result: unknown = apply(target, self, given);
        this.#noted(() => {
          const nowMs = this.#nowMs();
          return timingOfTimeStamp({ given, nowMs, timeOf: name => this.#times.get(name) });
        });
        return result;
      }
    });
    return replaceIfAllowed(console, 'timeStamp', watched);
  }

  /** What `performance.now()` returns, whatever the program has put in its place. */
  #nowMs(): number {
    return toNumber(this.options.clock() - this.#originNs) / NS_PER_MS;
  }

  /** Keeps a timing. Within the program's code: never throws. */
  #noted(read: () => Timing): void {
    try {
      if (this.#timings.length === MAX_TIMINGS) {
        this.#dropped++;
        return;
      }
      const timing = read();
      this.#timings[this.#timings.length] = timing;
      if (timing.endMs !== timing.startMs) return;
      const times = this.#times;
      if (times.size < MAX_NAMES || times.has(timing.name)) times.set(timing.name, timing.startMs);
    } catch (error) {
      this.#faults.note(error);
    }
  }

  #parts(context: ContributionContext): Pick<Contribution, 'slices' | 'instants'> & {
    readonly count: number;
  } {
    const shift = Number(this.#originNs - context.originNs);
    const lengthNs = Number(context.endNs - context.originNs);
    const placed = this.#timings.flatMap(timing => {
      const start = Math.round(timing.startMs * NS_PER_MS) + shift;
      const end = Math.round(timing.endMs * NS_PER_MS) + shift;
      if (end < 0 || start > lengthNs) return [];
      return [{ timing, start: Math.max(0, start), end: Math.min(end, lengthNs) }];
    });
    placed.sort((a, b) => a.start - b.start || b.end - a.end);
    const instants = instantsOf(placed.filter(isInstant), context);
    const slices = this.#slices(
      placed.filter(each => !isInstant(each)),
      context
    );
    return { slices, instants, count: slices.length + instants.length };
  }

  /** In order of time. Those of one track that overlap in part are on rows of the same name with a number. */
  #slices(placed: readonly PlacedTiming[], context: ContributionContext): SourceSlice[] {
    const { pid } = process;
    const { mainTrack: parent } = context;
    const { tid } = initialTracks(pid, this.options.threadId)[parent];
    const lanesOf = new Map<string, { readonly lanes: NestedLanes; readonly tracks: number[] }>();
    let count = 0;
    return placed.flatMap(({ timing, start, end }) => {
      const title = timing.track === '' ? TIMINGS_TRACK : timing.track;
      const own = lanesOf.get(title) ?? { lanes: new NestedLanes(), tracks: [] };
      lanesOf.set(title, own);
      const lane = own.lanes.find(start, end);
      if (lane === own.tracks.length) {
        if (count === MAX_LANES) {
          this.#dropped++;
          return [];
        }
        count++;
        const name = lane === 0 ? title : `${title} ${lane + 1}`;
        own.tracks.push(context.addTrack({ name, kind: 'asyncLane', parent, pid, tid }));
      }
      own.lanes.open(lane, end);
      const { name, category, args } = timing;
      const place = { track: own.tracks[lane], start, duration: end - start };
      return [{ name, category, ...place, ...(args && { args }) }];
    });
  }
}

/** True for moments that ask for no track: they are moments of their thread. */
function isInstant({ timing: { startMs, endMs, track } }: PlacedTiming): boolean {
  return startMs === endMs && track === '';
}

function instantsOf(
  placed: readonly PlacedTiming[],
  { label, mainTrack }: ContributionContext
): InstantTable {
  const { length } = placed;
  return {
    length,
    time: Float64Array.from(placed, ({ start }) => start),
    label: Uint32Array.from(placed, ({ timing }) => label(timing.name, timing.category)),
    track: new Uint16Array(length).fill(mainTrack),
    scope: new Uint8Array(length).fill(InstantScope.thread)
  };
}

/** Marks and measures of programs, and time stamps of their consoles. */
export const USER_TIMINGS: SourceKind<
  { readonly userTimings: boolean },
  { readonly threadId: number }
> = {
  open: ({ threadId }) => ({
    sources: ({ userTimings }) =>
      userTimings ? [new UserTimingSource({ clock: monotonicClock, threadId, console })] : []
  })
};
