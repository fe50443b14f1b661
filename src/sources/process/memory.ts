import { runInNewContext } from 'node:vm';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { NS_PER_MS } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { HeldMemory } from '../../facts/heldMemory';
import type { CounterSeries } from '../../model/profile/profile';
import type {
  Contribution,
  ContributionContext,
  SharedCounter,
  Source
} from '../../record/build/contribution';
import type { CounterHead } from '../../record/logs/counterSeriesLog';
import type { MemoryHost } from './memoryHost';
import { hasInspector } from './nodeInternals';
import { inspectorSessions } from './inspectorSessions';
import { SharedSeriesPool, type TimedSeries, readSharedSeries } from './sharedSeries';
import { SourceFaults, type SourceKind } from '../source';
import { obtainCollector } from './garbageCollector';

/** The default interval of memory samples, milliseconds. */
const DEFAULT_MEMORY_INTERVAL_MS = 10;

/** Values that one series of a recording keeps at most: 256 KiB of shared memory. */
const SERIES_CAPACITY = 1 << 14;

const pool = new SharedSeriesPool(SERIES_CAPACITY);

/** On the main thread a sample takes 7.4 µs, so it is taken less often there. */
const MAIN_INTERVAL_MS = 50;
const MAIN_SAMPLE_COST_NS = 7_400;

/** The cost of an answer of the inspector to the other thread on the main thread, nanoseconds. */
const HEAP_ANSWER_COST_NS = 50_000;

/** Said of a recording in which the other thread, so far as is known, was on its way. */
const SILENT =
  'The thread that samples memory had not begun by the end, as on a busy machine: memory was sampled on the main thread only';

/** A recording at least this long must have samples of the other thread, if that starts at once. */
const PATIENCE_MS = 300;

/** Node's own, whatever takes its place while it is instrumented. */
const { memoryUsage } = process;

/** The dependencies of a {@link MemorySource}. */
export interface MemorySourceOptions {
  readonly host: MemoryHost;
  readonly intervalMs?: number;
  readonly clock?: Clock;
  /** Whether to find out how much memory is held; true unless stated. */
  readonly heldMemory?: boolean;
}

/** The samples that another thread takes. */
interface OtherThreadSamples {
  readonly rss: TimedSeries;
  readonly heap: TimedSeries;
}

/** One sample of the main thread. */
interface MemoryRow {
  readonly time: bigint;
  readonly usage: NodeJS.MemoryUsage;
}

/**
 * Samples of the main thread, at most `capacity`: when they are full, two become one, and from then on
 * one is kept of twice as many, with the highest values of them, so that peaks stay.
 */
export class MemoryRows {
  /** Samples that were taken. */
  taken = 0;
  /** The first sample; null before it. */
  first: MemoryRow | null = null;
  #rows: MemoryRow[] = [];
  #samplesPerRow = 1;
  /** Samples in the last row. */
  #inLast = 0;

  constructor(private readonly capacity: number) {}

  /** The kept samples, oldest first. */
  get all(): readonly MemoryRow[] {
    return this.#rows;
  }

  /** Adds a sample that is later than all before. */
  push(row: MemoryRow): void {
    this.taken++;
    this.first ??= row;
    const rows = this.#rows;
    const { length } = rows;
    if (length > 0 && this.#inLast < this.#samplesPerRow) {
      rows[length - 1] = joined(rows[length - 1], row);
      this.#inLast++;
      return;
    }
    if (length === this.capacity) this.#halve();
    // by no method: the program may have replaced it
    this.#rows[this.#rows.length] = row;
    this.#inLast = 1;
  }

  #halve(): void {
    const half: MemoryRow[] = [];
    for (let at = 0; at + 1 < this.#rows.length; at += 2) {
      half[half.length] = joined(this.#rows[at], this.#rows[at + 1]);
    }
    this.#rows = half;
    this.#samplesPerRow *= 2;
  }
}

function joined(a: MemoryRow, b: MemoryRow): MemoryRow {
  const most = (key: keyof NodeJS.MemoryUsage): number =>
    a.usage[key] > b.usage[key] ? a.usage[key] : b.usage[key];
  return {
    time: b.time,
    usage: {
      rss: most('rss'),
      heapTotal: most('heapTotal'),
      heapUsed: most('heapUsed'),
      external: most('external'),
      arrayBuffers: most('arrayBuffers')
    }
  };
}

/**
 * Samples the memory of the process. Resident set size and heap come from another thread, so they are
 * sampled even while this one is blocked; external memory and array buffers are read on this thread
 * whenever its event loop turns, and at both ends.
 */
export class MemorySource implements Source {
  readonly #faults = new SourceFaults(
    'memory',
    'Memory was sampled on the main thread only; start Node with worker threads allowed.'
  );
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #shared = { rss: pool.take(), heap: pool.take() };
  /** The samples of the other thread, from the end of the recording on. */
  #sampled: OtherThreadSamples | null = null;
  #isKeptUpToDate = false;
  readonly #stopFlag = new Int32Array(new SharedArrayBuffer(4));
  readonly #rows = new MemoryRows(SERIES_CAPACITY);
  #last: MemoryRow | null = null;
  #held: HeldMemory | null = null;
  #startNs = 0n;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: MemorySourceOptions) {
    this.#clock = options.clock ?? monotonicClock;
    this.#intervalMs = options.intervalMs ?? DEFAULT_MEMORY_INTERVAL_MS;
  }

  start(): void {
    this.#startNs = this.#clock();
    this.#faults.guard(() => this.#postRequest(), undefined);
    this.sampleNow();
    const everyMs = Math.max(this.#intervalMs, MAIN_INTERVAL_MS);
    this.#timer = setInterval(() => intrinsics.own(() => this.sampleNow()), everyMs).unref();
  }

  /** Takes a sample on this thread: for moments that matter, such as the end of a step. */
  sampleNow(): void {
    this.#faults.guard(() => {
      this.#last = { time: this.#clock(), usage: memoryUsage() };
      this.#rows.push(this.#last);
    }, undefined);
  }

  endWindow(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.sampleNow();
    Atomics.store(this.#stopFlag, 0, 1);
  }

  stopNow(): void {
    this.endWindow();
  }

  /** Also finds out, if asked to, how much of the memory that came during the recording is no garbage. */
  async stop(): Promise<void> {
    this.stopNow();
    this.#findHeld(() => true);
    return Promise.resolve();
  }

  /** The same, unless the program calls for its end: what its functions hold that wait for that may be garbage. */
  stopAtExit(): void {
    this.stopNow();
    this.#findHeld(() => !isExitCalled());
  }

  #findHeld(mayCollect: () => boolean): void {
    const { heldMemory = true } = this.options;
    if (!heldMemory) return;
    this.#held = this.#faults.guard(
      () => heldAfter(this.#rows.first, this.#last, mayCollect),
      null
    );
  }

  contribute(context: ContributionContext): Contribution {
    this.#sampled ??= this.#takeSamples();
    if (this.#sampled.rss.time.length === 0) this.#noteSilence(context);
    const soFar = this.contributeSoFar(context);
    return this.#held ? { ...soFar, facts: { heldMemory: this.#held } } : soFar;
  }

  contributeSoFar(context: ContributionContext): Contribution {
    const rss = this.#fromOtherThread('rss', context);
    const heap = this.#fromOtherThread('heap', context);
    const counters = [
      counter(MEMORY_COUNTERS.rss, [rss, this.#own(context, 'rss')], context),
      counter(MEMORY_COUNTERS.heap, [heap, this.#own(context, 'heapUsed')], context),
      counter(MEMORY_COUNTERS.external, [this.#own(context, 'external')], context),
      counter(MEMORY_COUNTERS.arrayBuffers, [this.#own(context, 'arrayBuffers')], context)
    ];
    const records = counters.reduce((sum, { time }) => sum + time.length, 0);
    const { heapCostNs = HEAP_ANSWER_COST_NS } = this.options.host;
    const overheadNs = this.#rows.taken * MAIN_SAMPLE_COST_NS + heap.time.length * heapCostNs;
    return { report: this.#faults.report(records), counters, overheadNs };
  }

  /** Without the counters read on this thread. */
  sharedCounters(): readonly SharedCounter[] {
    this.#isKeptUpToDate = true;
    const { rss, heap } = this.#shared;
    const originNs = this.#startNs;
    return [
      { head: memoryHead(MEMORY_COUNTERS.rss), series: rss, originNs },
      { head: memoryHead(MEMORY_COUNTERS.heap), series: heap, originNs }
    ];
  }

  /** Copies the samples, so that other recordings can have the memory of the series, unless a third thread reads it. */
  #takeSamples(): OtherThreadSamples {
    const { rss, heap } = this.#shared;
    const sampled = { rss: readSharedSeries(rss), heap: readSharedSeries(heap) };
    if (!this.#isKeptUpToDate) for (const buffer of [rss, heap]) pool.giveBack(buffer);
    return sampled;
  }

  #postRequest(): void {
    this.options.host.post({
      type: 'kernelscope:sampleMemory',
      intervalMs: this.#intervalMs,
      originNs: this.#startNs,
      ...this.#shared,
      stopFlag: this.#stopFlag,
      sessionHolds: inspectorSessions.holds,
      isInspectable: hasInspector()
    });
  }

  #noteSilence({ originNs, endNs }: ContributionContext): void {
    const lengthMs = Number(endNs - originNs) / NS_PER_MS;
    const patienceMs = PATIENCE_MS + (this.options.host.delayMs ?? 0) + 2 * this.#intervalMs;
    if (this.#faults.any || lengthMs < patienceMs) return;
    const { failure = null } = this.options.host;
    if (failure === null) this.#faults.limited(SILENT);
    else this.#faults.note(failure);
  }

  #fromOtherThread(name: keyof OtherThreadSamples, context: ContributionContext): TimedSeries {
    const { time, value } = this.#sampled?.[name] ?? readSharedSeries(this.#shared[name]);
    const shift = Number(this.#startNs - context.originNs);
    return { time: time.map(sinceStart => sinceStart + shift), value };
  }

  /** The first and the last sample are taken just outside the window and count for its ends. */
  #own(context: ContributionContext, key: keyof NodeJS.MemoryUsage): TimedSeries {
    const lengthNs = Number(context.endNs - context.originNs);
    return {
      time: Float64Array.from(this.#rows.all, ({ time }) =>
        Math.max(0, Math.min(lengthNs, Number(time - context.originNs)))
      ),
      value: Float64Array.from(this.#rows.all, ({ usage }) => usage[key])
    };
  }
}

/** Memory of a recording may grow by so much before it is looked at, bytes. */
const UNNOTICED_GROWTH = 8_000_000;

/** A full collection takes 1 ms for each MB: larger heaps are left alone, bytes. */
const MAX_COLLECTED = 512_000_000;

let collectGarbage: (() => void) | null = null;

/** Whether code of the program has called what ends the process, by the stack as the `Error` of another realm has it. */
function isExitCalled(): boolean {
  const OwnError = runInNewContext('Error') as ErrorConstructor;
  OwnError.stackTraceLimit = Infinity;
  OwnError.prepareStackTrace = (_error, sites) => sites;
  const sites: unknown = new OwnError().stack;
  if (!Array.isArray(sites)) return true;
  return (sites as NodeJS.CallSite[]).some(site => {
    const file = site.getFileName() ?? '';
    return (
      file.startsWith('node:internal/process/') && /\bexit$/.test(site.getFunctionName() ?? '')
    );
  });
}

/** Memory in use after a full garbage collection, if it has grown from `first` to `last` and one may be made. */
function heldAfter(
  first: MemoryRow | null,
  last: MemoryRow | null,
  mayCollect: () => boolean
): HeldMemory | null {
  if (first === null || last === null || first === last) return null;
  const [before, after] = [first.usage, last.usage];
  const grown = Math.max(
    after.heapUsed - before.heapUsed,
    after.arrayBuffers - before.arrayBuffers
  );
  if (grown < UNNOTICED_GROWTH || after.heapUsed > MAX_COLLECTED || !mayCollect()) return null;
  collectGarbage ??= obtainCollector();
  if (!collectGarbage) return null;
  collectGarbage();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return { heapBytes: heapUsed, arrayBufferBytes: arrayBuffers };
}

function memoryHead(name: string): CounterHead {
  return { name, category: DEVICE_STORAGE_CATEGORY, unit: 'bytes', kind: 'sampled' };
}

/** One counter from several series, in order of time, without values outside the window. */
function counter(
  name: string,
  parts: readonly TimedSeries[],
  context: ContributionContext
): CounterSeries {
  const lengthNs = Number(context.endNs - context.originNs);
  const points = parts
    .flatMap(({ time, value }) => Array.from(time, (at, row) => ({ at, value: value[row] })))
    .filter(({ at }) => at >= 0 && at <= lengthNs)
    .sort((a, b) => a.at - b.at);
  return {
    ...memoryHead(name),
    track: context.mainTrack,
    time: Float64Array.from(points, ({ at }) => at),
    value: Float64Array.from(points, ({ value }) => value)
  };
}

/** The memory of the process. */
export const MEMORY: SourceKind<
  { readonly memoryPeriodMs: number | null; readonly heldMemory: boolean },
  { readonly memoryHost: MemoryHost }
> = {
  open: host => ({
    sources: ({ memoryPeriodMs: intervalMs, heldMemory }) =>
      intervalMs === null
        ? []
        : [new MemorySource({ host: host.memoryHost, intervalMs, heldMemory })]
  })
};
