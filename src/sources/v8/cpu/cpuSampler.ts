import { isMainThread } from 'node:worker_threads';
import type {
  Contribution,
  ContributionContext,
  Contributor,
  SharedSamples,
  Source
} from '../../../record/build/contribution';
import { NS_PER_MS, NS_PER_US } from '../../../base/time';
import { monotonicClock } from '../../../base/clock';
import type { CpuIntervals } from '../../../facts/cpuIntervals';
import { coreWaitCounter } from '../../../model/profile/recordedPart';
import { blockingCalls } from '../../process/blockingCalls';
import type { SampledColumns } from '../../../native/v8Addon';
import { type CollectedStretches, awaitedStretches } from './awaitedStacks';
import { type ConvertedCpuProfile, convertCpuProfile } from './cpuProfileConvert';
import { type CpuAttachment, DEFAULT_CPU_INTERVAL_US } from './cpuAttachment';
import { denseLinesText } from './denseLines';
import { type EntryMoments, type EntryWatch, startUpRun } from './entryWatch';
import type { SampledLine } from './sampledLines';
import { type ThreadTimes, type ThreadUse, threadTimes } from '../../process/threadTimes';
import { recordedProfile } from './nativeProfiler';
import type { V8CpuProfile } from './v8Profiler';
import { type NotedFaults, SourceFaults } from '../../source';
import { compiledMaps, type LoadedModules } from '../scripts/loadedMaps';
import { type SourceMapper, badMapsText, identityMapper } from '../scripts/sourceMapper';

/** Cost of one CPU sample, nanoseconds: 1.0 to 1.5 % of a core at 1 kHz. */
export const CPU_SAMPLE_COST_NS = 12_000;

/** Shorter stops of the process are too little to say a word about. */
const LEAST_STOP_NS = 50 * NS_PER_MS;

/** The effect of attaching V8's profiler without collecting garbage. */
const NO_COLLECTOR_TEXT =
  'V8 provided no garbage collector, so loops that were optimised before may count for the ' +
  'functions that called them';

/** The dependencies of a {@link CpuSampler}. */
export interface CpuSamplerOptions {
  /** V8's profiler of this thread, shared with other recordings. */
  readonly attachment: CpuAttachment;
  readonly intervalUs?: number;
  /** The samples after which it samples half as often, see {@link CpuAttachment.begin}; by default it always samples as often. */
  readonly budget?: number;
  /** Default: {@link identityMapper}. */
  readonly mapper?: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
  /** Whether its samples have the lines of calls, where V8's profiler of this thread knows them. */
  readonly lines?: boolean;
  /** Watches the recorded program start; absent where what is recorded is no program. */
  readonly entry?: EntryWatch;
  /** Tells when Jest is loaded, the maps of whose scripts are noted then; absent where none are to be. */
  readonly modules?: LoadedModules;
}

/** The samples of a {@link CpuSampler} before they are placed in a profile: plain data. */
export interface CollectedSamples {
  readonly columns: SampledColumns;
  /** What others awaited in the recorded window; null where that was not followed. */
  readonly awaited: CollectedStretches | null;
  /** See `CpuProfileWindow.use`; null where the system does not tell. */
  readonly use: ThreadUse | null;
  /** Of a program that was watched as it started; null otherwise. */
  readonly entry: EntryMoments | null;
  readonly faults: NotedFaults;
}

const SOURCE = [
  'cpuSampler',
  'Profile without CPU samples, or restart Node without --inspect and try again.'
] as const;

/** What {@link SampleContributor} makes a part of a profile of. */
export interface SampledThread
  extends Pick<CollectedSamples, 'use' | 'entry'>, Pick<CpuSamplerOptions, 'folder'> {
  /** The samples; null for none. */
  readonly profile: () => V8CpuProfile | null;
  readonly faults: SourceFaults;
  readonly mapper: SourceMapper;
  readonly pid: number;
}

/** Makes the part of a profile that has the samples of a thread, in its process or in another one. */
export class SampleContributor implements Contributor {
  #converted: ConvertedCpuProfile | null = null;

  constructor(private readonly thread: SampledThread) {}

  /** The contributor of collected samples of the process `pid`. */
  static ofCollected(
    { columns, awaited, use, entry, faults }: CollectedSamples,
    place: Pick<SampledThread, 'mapper' | 'folder' | 'pid'>
  ): SampleContributor {
    const stretches = () => awaited && awaitedStretches(awaited, place.mapper);
    const profile = () => recordedProfile(columns, stretches() ?? undefined);
    const noted = new SourceFaults(...SOURCE, faults);
    return new SampleContributor({ ...place, profile, use, entry, faults: noted });
  }

  /** The samples and file waits that were contributed; null before that, or without samples. */
  get waits(): Pick<ConvertedCpuProfile, 'taken' | 'fileWaits'> | null {
    return this.#converted;
  }

  /** The lines on the stacks of the samples that were contributed; null before that, or if they are not known. */
  get callLines(): SampledLine | null {
    return this.#converted?.callLines ?? null;
  }

  contribute(context: ContributionContext): Contribution {
    const { faults, mapper, folder, use, entry, pid } = this.thread;
    const { strings, stacks, originNs, endNs, mainTrack: track } = context;
    const profile = faults.guard(this.thread.profile, null);
    if (!profile) return { report: faults.report(0) };
    const window = { strings, stacks, originNs, endNs, track, mapper, folder };
    const converted = faults.guard(
      () => convertCpuProfile(profile, { ...window, use: use ?? undefined }),
      null
    );
    if (!converted) return { report: faults.report(0) };
    this.#noteMaps(profile);
    this.#converted = converted;
    const { samples, lineTicks, taken, coreWaits } = converted;
    const records = taken.length;
    const run = entry && startUpRun(entry, { ...context, pid }, taken);
    return {
      report: faults.report(records),
      samples: { samples, lineTicks },
      counters: coreWaits ? [coreWaitCounter(coreWaits, context.mainTrack)] : [],
      ...(run && { startUpRun: run }),
      ...(profile.intervals && {
        facts: { cpuIntervals: intervalsOf(profile.intervals, { ...context, pid }) }
      }),
      // What is sampled of an idle thread delays nothing.
      overheadNs: samples.stack.filter(each => each >= 0).length * CPU_SAMPLE_COST_NS
    };
  }

  #noteMaps({ nodes }: V8CpuProfile): void {
    const { mapper, folder, faults } = this.thread;
    const scripts = nodes.map(({ callFrame }) => callFrame.url);
    const badMaps = faults.guard(() => badMapsText(scripts, { mapper, folder }), null);
    if (badMaps !== null) faults.limited(badMaps);
    const dense = faults.guard(() => denseLinesText(nodes, { mapper, folder }), null);
    if (dense !== null) faults.limited(dense);
  }
}

/** Samples the stack of the thread that creates it. */
export class CpuSampler implements Source {
  readonly #faults = new SourceFaults(...SOURCE);
  readonly #intervalUs: number;
  readonly #mapper: SourceMapper;
  #handle: string | null = null;
  #profile: V8CpuProfile | null = null;
  #columns: SampledColumns | null = null;
  #contributor: SampleContributor | null = null;
  #awaitedBy: (() => CollectedStretches) | null = null;
  #awaited: CollectedStretches | null = null;
  #before: ThreadMoment | null = null;
  #use: ThreadUse | null = null;

  constructor(private readonly options: CpuSamplerOptions) {
    this.#intervalUs = options.intervalUs ?? DEFAULT_CPU_INTERVAL_US;
    this.#mapper = options.mapper ?? identityMapper;
  }

  /** See {@link SampleContributor.waits}. */
  get waits(): Pick<ConvertedCpuProfile, 'taken' | 'fileWaits'> | null {
    return this.#contributor?.waits ?? null;
  }

  /** See {@link SampleContributor.callLines}. */
  get callLines(): SampledLine | null {
    return this.#contributor?.callLines ?? null;
  }

  /** Numbers that each sample changes, see `NativeCpuSampler.marks`; null where samples cannot be noticed. */
  get marks(): Float64Array | null {
    return this.#handle === null ? null : this.options.attachment.marks;
  }

  /** What others awaited in the recorded window: these samples are below those who did. To be called before the end. */
  awaitedBy(awaited: () => CollectedStretches): void {
    this.#awaitedBy = awaited;
  }

  /** Has `listener` called when the code of the recorded program itself begins, if it does and that can be seen. */
  whenProgramBegins(listener: () => void): void {
    this.options.entry?.whenOwnCodeBegins(listener);
  }

  start(): void {
    const { attachment, lines, budget } = this.options;
    const { refusal } = attachment;
    if (refusal !== null) return this.#faults.unavailable(refusal);
    const begin = (): string => attachment.begin(this.#intervalUs, { lines, budget });
    this.#handle = this.#faults.guard(begin, null);
    if (this.#handle === null) return;
    blockingCalls.acquire(this);
    const { modules } = this.options;
    if (modules) this.#faults.guard(() => compiledMaps.acquire(this, modules), undefined);
    this.#faults.guard(() => this.options.entry?.begin(), undefined);
    this.#before = threadMoment();
    if (!attachment.hasCollected) this.#faults.limited(NO_COLLECTOR_TEXT);
    if (attachment.intervalUs === this.#intervalUs) return;
    this.#faults.limited(
      `Sampled every ${attachment.intervalUs} µs instead of ${this.#intervalUs} µs, ` +
        'as an enclosing recording does'
    );
  }

  sharedSamples(about: string): SharedSamples | null {
    const handle = this.#handle;
    const { attachment, folder } = this.options;
    if (handle === null) return null;
    const shared = this.#faults.guard(() => attachment.share(handle, about), null);
    return shared === null ? null : { handle: shared, folder };
  }

  endWindow(): void {
    blockingCalls.release(this);
    this.#faults.guard(() => compiledMaps.release(this), undefined);
    this.#faults.guard(() => this.options.entry?.end(), undefined);
    const before = this.#before;
    const now = before && threadMoment();
    this.#before = null;
    if (before === null || now === null) return;
    const [ranNs, queuedNs] = [now.ranNs - before.ranNs, now.queuedNs - before.queuedNs];
    this.#use = { ranNs, queuedNs, offCpuNs: Number(now.atNs - before.atNs) - ranNs - queuedNs };
  }

  stopNow(): void {
    const handle = this.#handle;
    if (handle === null) return;
    this.endWindow();
    this.#handle = null;
    const { attachment } = this.options;
    this.#awaited = this.#awaitedBy?.() ?? null;
    this.#faults.guard(() => {
      this.#columns = attachment.endColumns(handle);
      if (this.#columns === null) this.#profile = attachment.end(handle);
    }, undefined);
    if (isMainThread) this.#noteStops(this.#columns ?? this.#profile);
  }

  #noteStops(recorded: Pick<V8CpuProfile, 'clock'> | null): void {
    const { stoppedNs = 0 } = recorded?.clock ?? {};
    if (stoppedNs < LEAST_STOP_NS) return;
    this.#faults.remarked(
      `The process was stopped for ${Math.round(stoppedNs / NS_PER_MS)} ms, by a signal or with its ` +
        'machine; this time is shown as waiting for a core'
    );
  }

  /** What was sampled, once, in place of a contribution; null where V8 has made a profile of it already, or nothing was. */
  collect(): CollectedSamples | null {
    const columns = this.#columns;
    if (columns === null) return null;
    this.#columns = null;
    const { noted: faults } = this.#faults;
    const entry = this.options.entry?.moments ?? null;
    return { columns, awaited: this.#awaited, use: this.#use, entry, faults };
  }

  contribute(context: ContributionContext): Contribution {
    const place = { mapper: this.#mapper, folder: this.options.folder, pid: process.pid };
    const collected = this.collect();
    const profile = this.#profile;
    this.#profile = null;
    this.#contributor =
      collected === null
        ? new SampleContributor({
            ...place,
            profile: () => profile,
            use: this.#use,
            entry: this.options.entry?.moments ?? null,
            faults: this.#faults
          })
        : SampleContributor.ofCollected(collected, place);
    return this.#contributor.contribute(context);
  }
}

/** The times between samples from moments of the profile on. */
function intervalsOf(
  pairs: Float64Array,
  { originNs, pid }: Pick<ContributionContext, 'originNs'> & { readonly pid: number }
): CpuIntervals {
  return Array.from({ length: pairs.length / 2 }, (_, row) => ({
    pid,
    fromNs: Math.max(0, pairs[2 * row] * NS_PER_US - Number(originNs)),
    intervalNs: pairs[2 * row + 1] * NS_PER_US
  }));
}

/** The times of this thread at a moment of the clock. */
interface ThreadMoment extends ThreadTimes {
  readonly atNs: bigint;
}

function threadMoment(): ThreadMoment | null {
  const times = threadTimes();
  return times && { ...times, atNs: monotonicClock() };
}
