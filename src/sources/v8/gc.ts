import { type PerformanceEntry, constants, performance } from 'node:perf_hooks';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { NS_PER_MS } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { FULL_COLLECTION, GC_CATEGORY } from '../../model/profile/categories';
import { initialTracks } from '../../record/build/threadTracks';
import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../../record/build/contribution';
import { observeEntries } from '../process/performanceEntries';
import { performanceOrigin } from './performanceOrigin';
import { SourceFaults, type SourceKind } from '../source';

/** Collections that one recording keeps at most. */
const MAX_COLLECTIONS = 1_000_000;

/** Turns of the event loop after which every collection has been delivered. */
const TURNS_TO_WAIT = 3;

const KIND_NAMES: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'scavenge'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, FULL_COLLECTION],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental marking'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak callbacks']
]);

/** A garbage collection on the clock of `performance.now()`, milliseconds. */
interface Collection {
  readonly startMs: number;
  readonly durationMs: number;
  readonly kind: number;
}

/** Records the garbage collections of this thread as slices on a separate track below it. */
export class GcSource implements Source {
  readonly #faults = new SourceFaults('gc', 'Later garbage collections are missing.');
  readonly #collections: Collection[] = [];
  #unobserve: (() => void) | null = null;

  /** @param threadId Node's number of this thread. */
  constructor(
    private readonly clock: Clock = monotonicClock,
    private readonly threadId = 0
  ) {}

  start(): void {
    this.#faults.guard(() => {
      this.#unobserve = observeEntries(['gc'], entry => intrinsics.own(() => this.#take(entry)));
    }, undefined);
  }

  async stop(): Promise<void> {
    for (let turn = 0; this.#unobserve && turn < TURNS_TO_WAIT; turn++) {
      await new Promise(resolve => setImmediate(resolve));
    }
    this.stopNow();
  }

  stopNow(): void {
    const unobserve = this.#unobserve;
    this.#unobserve = null;
    if (unobserve) this.#faults.guard(unobserve, undefined);
  }

  contribute(context: ContributionContext): Contribution {
    const slices = this.#faults.guard(() => this.#slices(context), []);
    return { report: this.#faults.report(slices.length), slices };
  }

  #take(entry: PerformanceEntry): void {
    if (this.#collections.length === MAX_COLLECTIONS) {
      this.#faults.note(`More than ${MAX_COLLECTIONS} garbage collections`);
      return;
    }
    const { startTime: startMs, duration: durationMs } = entry;
    // by no method: the program may have replaced it
    this.#collections[this.#collections.length] = { startMs, durationMs, kind: kindOf(entry) };
  }

  #slices(context: ContributionContext): SourceSlice[] {
    const shift = Number(performanceOrigin(this.clock, performance) - context.originNs);
    const lengthNs = Number(context.endNs - context.originNs);
    const inWindow = this.#collections
      .map(({ startMs, durationMs, kind }) => {
        const start = Math.round(startMs * NS_PER_MS) + shift;
        return { start, end: start + Math.round(durationMs * NS_PER_MS), kind };
      })
      .filter(({ start, end }) => end > 0 && start < lengthNs)
      .sort((a, b) => a.start - b.start || b.end - a.end);
    if (inWindow.length === 0) return [];
    const { pid } = process;
    const { mainTrack: parent } = context;
    const { tid } = initialTracks(pid, this.threadId)[parent];
    const track = context.addTrack({ name: 'GC', kind: 'gc', parent, pid, tid });
    return inWindow.map(({ start: begun, end, kind }) => {
      const start = Math.max(0, begun);
      const name = KIND_NAMES.get(kind) ?? `kind ${kind}`;
      const duration = Math.min(end, lengthNs) - start;
      return { name, category: GC_CATEGORY, track, start, duration };
    });
  }
}

function kindOf(entry: PerformanceEntry): number {
  const detail: unknown = 'detail' in entry ? entry.detail : null;
  const isKnown = typeof detail === 'object' && detail !== null && 'kind' in detail;
  return isKnown && typeof detail.kind === 'number' ? detail.kind : 0;
}

/** Garbage collections. */
export const GARBAGE_COLLECTIONS: SourceKind<
  { readonly gc: boolean },
  { readonly threadId: number }
> = {
  open: ({ threadId }) => ({
    sources: ({ gc }) => (gc ? [new GcSource(monotonicClock, threadId)] : [])
  })
};
