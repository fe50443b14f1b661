import type { SampledColumns } from '../../../native/v8Addon';
import { obtainCollector } from '../../process/garbageCollector';
import { flagsOfNode } from '../../process/nodeInternals';
import { compileToBaseline } from './baselineCode';
import { createV8Profiler } from './nativeProfiler';
import type { V8CpuProfile, V8Profiler } from './v8Profiler';
import { intrinsics } from '../../../base/intrinsics/intrinsics';

/** The profiler that {@link KeepTimer} keeps. */
interface KeptThing {
  /** Discards accumulated samples, and continues. */
  renew(): void;
  release(): void;
}

/** Keeps something for a while after its last use; does not keep the process alive. */
class KeepTimer {
  #timer: NodeJS.Timeout | null = null;

  /** `renewMs`: how often accumulated samples are discarded, milliseconds. */
  constructor(private readonly renewMs: number) {}

  /** Releases `kept` in `leftMs` milliseconds, and renews it until then; replaces the previous one. */
  start(leftMs: number, kept: KeptThing): void {
    this.stop();
    const waitMs = Math.min(leftMs, this.renewMs);
    const next = (): void => {
      if (leftMs <= waitMs) return kept.release();
      kept.renew();
      this.start(leftMs - waitMs, kept);
    };
    this.#timer = setTimeout(() => intrinsics.own(next), waitMs).unref();
  }

  /** Does nothing more. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** V8's default sampling interval, microseconds. */
export const DEFAULT_CPU_INTERVAL_US = 1000;

/**
 * The samples after which a recording on a budget is sampled half as often. Twice a second it is looked at: so the first
 * two seconds of a busy thread have a sample each millisecond, and an hour has fewer than 20,000.
 */
export const CPU_SAMPLE_BUDGET = 1750;

/**
 * The flag, also for programs under `perf`, by which V8 takes a lock to find the code of a frame: a sample that is taken while
 * the thread holds it, to allocate code, waits for ever.
 */
const HANGS = /^--interpreted[-_]frames[-_]native[-_]stack$/;

/** The behaviour of {@link CpuAttachment} between recordings. */
export interface CpuAttachmentOptions {
  /**
   * Time V8's profiler stays attached after the last recording, milliseconds; 0 detaches immediately.
   * While attached, the next recording starts in a fraction of a millisecond and optimised code stays
   * as it is, but code runs 1 to 7 % slower and an idle process uses about 4 % of a core.
   */
  readonly keepMs?: number;
  /** While it is kept, how often V8's accumulated samples are discarded, milliseconds. */
  readonly renewMs?: number;
  /** Finds V8's garbage collector. Default: {@link obtainCollector}. */
  readonly obtainCollector?: () => (() => void) | null;
  /** The way to V8's profiler, asked for once. Default: {@link createV8Profiler}. */
  readonly createProfiler?: () => V8Profiler;
  /** The flags that this Node was started with. */
  readonly flags?: readonly string[];
}

/** Sampling without an end, in windows; see {@link CpuAttachment.beginBackground}. */
export interface BackgroundSampling {
  /** The interval it samples with while nothing else is recorded, microseconds. */
  readonly intervalUs: number;
  /** Gets each window with the interval that it was sampled with, microseconds. Must not throw. */
  take(profile: V8CpuProfile, intervalUs: number): void;
}

/** Background sampling with the profile of the present window. */
interface OpenBackground {
  readonly sampling: BackgroundSampling;
  readonly handle: string;
}

/**
 * V8's CPU profiler of the calling thread, shared by all recordings. A function that was optimised
 * while its loop ran (OSR) before V8's profiler attached is unknown to it, and its ticks go to the
 * caller. V8 holds such code weakly: so attaching first collects garbage, and the code is compiled
 * again, visible to the profiler, when it is needed. (Dropping all optimised code, by switching precise
 * coverage on and off, also works, but the recorded code then starts twice as slow.)
 */
export class CpuAttachment {
  #profiler: V8Profiler | null = null;
  readonly #running = new Set<string>();
  #isKept = false;
  #isStaying = false;
  #background: OpenBackground | null = null;
  #collectGarbage: (() => void) | null = null;
  #isBeforeCode = false;
  readonly #obtainCollector: () => (() => void) | null;
  #activeIntervalUs = 0;
  #keepMs: number;
  readonly #timer: KeepTimer;

  constructor(private readonly options: CpuAttachmentOptions = {}) {
    this.#keepMs = options.keepMs ?? 0;
    this.#obtainCollector = options.obtainCollector ?? (() => obtainCollector());
    this.#timer = new KeepTimer(options.renewMs ?? 5000);
  }

  /**
   * Attaches for good where that costs nothing but some 6 ns for each call of a native function and 8 % of the time in
   * which V8 compiles; does nothing where V8 would sample all the time. Called before any code runs in this thread that is
   * to be sampled, it spares the collection of garbage: V8 then tells its profiler of all code.
   *
   * @throws Error when V8 refuses
   */
  stayAttached(): void {
    if (this.isAttached || this.#v8().alwaysSamples) return;
    this.#attach(DEFAULT_CPU_INTERVAL_US);
    this.#v8().keep();
    this.#isStaying = true;
  }

  /** Leaves V8's profiler attached for good, in a thread that ends with its process: recordings may end later. */
  leaveAttached(): void {
    this.#profiler?.leave?.();
  }

  /** Changes how long V8's profiler stays attached; see {@link CpuAttachmentOptions.keepMs}. */
  keepFor(keepMs: number): void {
    this.#keepMs = keepMs;
  }

  /** True while V8's profiler is attached to this thread. */
  get isAttached(): boolean {
    return this.#isStaying || this.#isKept || this.#isSampling;
  }

  get #isSampling(): boolean {
    return this.#background !== null || this.#running.size > 0;
  }

  /** Why profiles have no lines of calls, a sentence with advice; null if they can have them. */
  get noLines(): string | null {
    return this.#v8().noLines;
  }

  /** Why this thread must not be sampled, with advice; null if it can be. */
  get refusal(): string | null {
    const { flags = flagsOfNode() } = this.options;
    const flag = flags.find(each => HANGS.test(each));
    if (flag === undefined) return null;
    return `V8 can hang when it is sampled with ${flag}; start Node without it`;
  }

  /** Numbers that each sample changes, see `NativeCpuSampler.marks`; null where samples cannot be noticed. */
  get marks(): Float64Array | null {
    return this.#v8().marks;
  }

  /** False when V8's profiler attached without collecting garbage, for want of a collector. */
  get hasCollected(): boolean {
    return this.#isBeforeCode || this.#collectGarbage !== null;
  }

  /**
   * To be called before any code runs in this thread that is to be sampled: there is nothing that has to be collected
   * when V8's profiler attaches next.
   */
  startsBeforeCode(): void {
    this.#isBeforeCode = true;
  }

  /** The interval V8 samples with at present, microseconds; 0 when it does not. */
  get intervalUs(): number {
    return this.isAttached ? this.#activeIntervalUs : 0;
  }

  /**
   * Starts a recording and returns its handle. Recordings may overlap; they then share the interval
   * of the first one. Background sampling gives way: its window ends, and the next one has the interval of
   * the recording. With `lines`, the profile has the lines of calls, where these can be known. With a `budget` it is
   * sampled half as often after so many samples, a quarter as often after as many again, and so on.
   *
   * @throws RangeError for an interval below 1 µs, Error when V8 refuses.
   */
  begin(
    intervalUs: number = DEFAULT_CPU_INTERVAL_US,
    { lines = false, budget = 0 }: { readonly lines?: boolean; readonly budget?: number } = {}
  ): string {
    if (!(intervalUs >= 1 && intervalUs < 2 ** 31)) {
      throw new RangeError(`Cannot sample every ${intervalUs} µs: give 1 µs or more`);
    }
    const profiler = this.#v8();
    const withLines = lines && profiler.noLines === null;
    if (withLines) compileToBaseline();
    if (this.#isKept && this.#running.size === 0 && intervalUs !== this.#activeIntervalUs) {
      this.release();
    }
    const yielding = intervalUs === this.#activeIntervalUs ? null : this.#takeAlone();
    this.#prepare(intervalUs);
    const handle = profiler.open(withLines, budget);
    this.#running.add(handle);
    this.release();
    if (yielding !== null) this.#openBackground(yielding);
    return handle;
  }

  /** Has other threads read a recording that runs, and `about`; its handle there, or null where they cannot. */
  share(handle: string, about: string): number | null {
    return this.#running.has(handle) ? this.#v8().share(handle, about) : null;
  }

  /**
   * Samples until `endBackground`, beside all recordings: with its own interval while there are none, and
   * with theirs otherwise, in windows that end at each call of `cutBackground` and whenever the interval
   * changes. There is one at most.
   *
   * @throws Error when V8 refuses, or for a second one
   */
  beginBackground(sampling: BackgroundSampling): void {
    if (this.#background !== null) throw new Error('Background sampling is under way already');
    if (this.refusal !== null) throw new Error(this.refusal);
    if (this.#running.size === 0 && sampling.intervalUs !== this.#activeIntervalUs) this.release();
    this.#prepare(sampling.intervalUs);
    this.#openBackground(sampling);
    this.release();
  }

  /**
   * Ends the window of background sampling and begins the next one.
   *
   * @throws Error when V8 refuses
   */
  cutBackground(): void {
    const background = this.#background;
    if (background === null) return;
    const { sampling } = background;
    if (sampling.intervalUs !== this.#activeIntervalUs && this.#takeAlone() !== null) {
      this.beginBackground(sampling);
      return;
    }
    this.#openBackground(sampling);
    this.#takeWindow(background);
  }

  /** Ends background sampling with its last window. */
  endBackground(): void {
    const background = this.#background;
    this.#background = null;
    if (background !== null) this.#takeWindow(background);
  }

  /**
   * Ends a recording and returns what V8 saw.
   *
   * @throws Error when V8 delivers nothing.
   */
  end(handle: string): V8CpuProfile {
    this.#ending(handle);
    const profile = this.#v8().close(handle);
    if (!profile) throw new Error('V8 delivered no CPU profile');
    return profile;
  }

  /**
   * Ends a recording and returns its samples as they were taken; null where V8 gives a profile alone, by {@link end}.
   *
   * @throws Error when V8 delivers nothing.
   */
  endColumns(handle: string): SampledColumns | null {
    const profiler = this.#v8();
    if (!profiler.closeColumns) return null;
    this.#ending(handle);
    const columns = profiler.closeColumns(handle);
    if (!columns) throw new Error('V8 delivered no CPU samples');
    return columns;
  }

  /** Detaches now if nothing is being recorded and it is not to stay, so that code runs at full speed. */
  release(): void {
    this.#timer.stop();
    if (this.#isKept) this.#v8().letGo();
    this.#isKept = false;
  }

  /** Ends everything; recordings that still run are lost. */
  dispose(): void {
    this.release();
    this.#running.clear();
    this.#background = null;
    this.#isStaying = false;
    this.#profiler?.dispose();
    this.#profiler = null;
  }

  #ending(handle: string): void {
    if (!this.#running.delete(handle)) throw new Error('This CPU recording has ended already');
    if (!this.#isSampling && !this.#isStaying && this.#keepMs > 0) this.#keep();
  }

  #v8(): V8Profiler {
    const { createProfiler = createV8Profiler } = this.options;
    return (this.#profiler ??= createProfiler());
  }

  #openBackground(sampling: BackgroundSampling): void {
    this.#background = { sampling, handle: this.#v8().open(false, 0) };
  }

  /** Ends the window of background sampling if nothing else is sampled, and returns what samples. */
  #takeAlone(): BackgroundSampling | null {
    const background = this.#background;
    if (background === null || this.#running.size > 0) return null;
    this.#background = null;
    this.#takeWindow(background);
    return background.sampling;
  }

  #takeWindow({ sampling, handle }: OpenBackground): void {
    const profile = this.#v8().close(handle);
    if (profile) sampling.take(profile, this.#activeIntervalUs);
  }

  #keep(): void {
    this.#isKept = true;
    this.#v8().keep();
    this.#timer.start(this.#keepMs, {
      renew: () => this.#v8().keep(),
      release: () => this.release()
    });
  }

  /** Has the next profile sampled at this interval, unless others are: then it has theirs. */
  #prepare(intervalUs: number): void {
    if (!this.isAttached) this.#attach(intervalUs);
    else if (this.#isStaying && !this.#isSampling) this.#setInterval(intervalUs);
  }

  #attach(intervalUs: number): void {
    if (!this.#isBeforeCode || this.#activeIntervalUs > 0) {
      this.#isBeforeCode = false;
      this.#collectGarbage ??= this.#obtainCollector();
      this.#collectGarbage?.();
    }
    this.#setInterval(intervalUs);
  }

  #setInterval(intervalUs: number): void {
    this.#v8().attach(intervalUs);
    this.#activeIntervalUs = intervalUs;
  }
}
