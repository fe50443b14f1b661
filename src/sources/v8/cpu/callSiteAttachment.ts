import { compileToBaseline } from './baselineCode';
import { DEFAULT_CPU_INTERVAL_US } from './cpuAttachment';
import { KeepTimer } from './keepTimer';
import type { CallSiteProfile, WallProfiler, WallProfilerClass } from './wallProfiler';
import { createWallProfiler } from './wallProfiler';

/** How {@link CallSiteAttachment} gets and keeps its profiler. */
export interface CallSiteAttachmentOptions {
  /** Loads the native profiler; called once it is needed, may throw. */
  load(): WallProfilerClass;
  /**
   * Called before it attaches: drops code that was optimised before, whose samples would be charged
   * to its callers.
   */
  dropOldCode(): void;
  /** Receives its action for the exit of the process. */
  readonly exitActions: ActionsAtExit;
  /** Time it stays attached after the last recording, milliseconds; 0 detaches immediately. */
  readonly keepMs?: number;
  /** While it is kept, how often accumulated samples are discarded, milliseconds. */
  readonly renewMs?: number;
}

/** Keeps actions for the exit of the process. */
export interface ActionsAtExit {
  add(action: () => void): void;
  delete(action: () => void): void;
}

/** A recording of call sites under way. */
export interface CallSiteRecording {
  readonly parts: CallSiteProfile[];
}

/** Length of a part without any sample that shows V8's sampling thread to hang, intervals. */
const HUNG_INTERVALS = 50;
const V8_HANGS = 2;

/**
 * The wall profiler of the calling thread, of which there is one, shared by all recordings: when one
 * begins or ends, the samples so far are cut off and given to the recordings that were open.
 */
export class CallSiteAttachment {
  private profiler: WallProfiler | null = null;
  private intervalUs = 0;
  private keepMs: number;
  private readonly open = new Set<CallSiteRecording>();
  private readonly timer: KeepTimer;
  private readonly onExit = () => this.detachAtExit();

  constructor(private readonly options: CallSiteAttachmentOptions) {
    this.keepMs = options.keepMs ?? 0;
    this.timer = new KeepTimer(options.renewMs ?? 5000);
  }

  /** Changes how long the profiler stays attached. */
  keepFor(keepMs: number): void {
    this.keepMs = keepMs;
  }

  /** True while the profiler samples this thread. */
  get isAttached(): boolean {
    return this.profiler !== null;
  }

  /**
   * Starts a recording. Recordings may overlap; they then share the interval of the first one.
   *
   * @throws what `load` throws, Error when the profiler refuses.
   */
  begin(intervalUs: number = DEFAULT_CPU_INTERVAL_US): CallSiteRecording {
    this.timer.stop();
    if (this.open.size === 0 && intervalUs !== this.intervalUs) this.release();
    if (this.profiler) this.cut();
    else this.attach(intervalUs);
    const recording: CallSiteRecording = { parts: [] };
    this.open.add(recording);
    return recording;
  }

  /** Ends a recording and returns its samples, in order of time; nothing the second time. */
  end(recording: CallSiteRecording): readonly CallSiteProfile[] {
    if (!this.open.has(recording)) return [];
    const staysAttached = this.open.size > 1 || this.keepMs > 0;
    try {
      if (staysAttached) this.cut();
      else this.detach();
    } finally {
      this.open.delete(recording);
    }
    if (this.open.size === 0 && this.keepMs > 0 && this.isAttached) this.keep();
    return recording.parts;
  }

  /** Detaches now if nothing is being recorded, so that the code that follows runs at full speed. */
  release(): void {
    if (this.open.size > 0) return;
    this.timer.stop();
    this.detach();
  }

  /** Ends everything; recordings that still run are lost. */
  dispose(): void {
    this.open.clear();
    this.release();
  }

  private keep(): void {
    const kept = { renew: () => this.cut(), release: () => this.release() };
    this.timer.start(this.keepMs, kept);
  }

  /**
   * The time in which V8 gets to know the code is cut off: it takes no samples then.
   */
  private attach(intervalUs: number): void {
    const Native = this.options.load();
    compileToBaseline();
    const profiler = createWallProfiler(Native, intervalUs);
    this.options.dropOldCode();
    profiler.start();
    profiler.stop(true);
    this.profiler = profiler;
    this.intervalUs = intervalUs;
    this.options.exitActions.add(this.onExit);
  }

  /**
   * A signal during the exit of the process could crash it. Open recordings keep the samples so far, so
   * it does not matter whether they end before or after this.
   */
  private detachAtExit(): void {
    this.timer.stop();
    this.detach();
  }

  private detach(): void {
    const { profiler } = this;
    if (!profiler) return;
    this.profiler = null;
    this.options.exitActions.delete(this.onExit);
    this.share(profiler.stop(false));
    profiler.dispose();
  }

  private cut(): void {
    const { profiler, intervalUs } = this;
    if (!profiler) return;
    const part = profiler.stop(true);
    this.share(part);
    const isLong = part.endTime - part.startTime > HUNG_INTERVALS * intervalUs;
    if (!isLong || profiler.v8ProfilerStuckEventLoopDetected() !== V8_HANGS) return;
    profiler.stop(false);
    profiler.start();
    profiler.stop(true);
  }

  private share(part: CallSiteProfile): void {
    for (const { parts } of this.open) parts.push(part);
  }
}
