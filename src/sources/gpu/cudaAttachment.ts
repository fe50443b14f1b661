import type { Demangle } from '../../base/text';
import { demangler } from '../../native/demangler';
import type { ActivityBatch, ActivityKind } from '../../native/gpuActivities';
import type { GpuAddon, GpuStart, GpuStatus } from '../../native/gpuAddon';
import type { ScopeWatcher } from '../operators/operatorContext';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import type { SliceWatchers } from '../../record/slices/sliceWatcher';
import { type ActivityPart, ActivityRecords, rowsOf } from './records/activityRecords';
import { OperatorIds, type OperatorIdsDeps } from './records/operatorIds';
import { RecordedGpu } from './records/recordedGpu';

/** The dependencies of a {@link CudaAttachment}. */
export interface CudaAttachmentDeps extends Pick<OperatorIdsDeps, 'threadId' | 'currentScope'> {
  /** Loads the native addon, and tells it where libraries may be. @throws AddonUnavailableError */
  readonly load: () => GpuAddon;
  /** Whether there could be a driver, without loading anything; see `driverSearch.ts`. */
  readonly mayHaveDriver: () => boolean;
  readonly watchers: Pick<SliceWatchers, 'add'>;
  /** Sets who is told of calls that allocate memory in a scope; null for nobody. */
  readonly watchScopes: (watcher: ScopeWatcher | null) => void;
}

/** A recording's requests to the attachment. */
export interface CudaWants {
  readonly kinds: ReadonlySet<ActivityKind>;
  readonly limit: SliceLimit;
}

/**
 * CUPTI for one JavaScript thread, shared by all its recordings: it records what any of them wants, and
 * each gets every batch that arrives while it is open. CUPTI is started for the first recording and
 * ended with the last one.
 */
export class CudaAttachment {
  /** Names of kernels as C++ has them. */
  readonly demangle: Demangle = demangler(() => this.#gpu());
  #addon: GpuAddon | null = null;
  #known: GpuStatus | null = null;
  #isAbsent = false;
  readonly #open = new Map<RecordedGpu, CudaWants>();
  #started: GpuStart | null = null;
  #asked: ReadonlySet<ActivityKind> = new Set();
  /** Texts of the batches since CUPTI was started. */
  #texts: string[] = [''];
  /** The highest correlation of calls delivered so far. CUPTI counts on when it is started again. */
  #lastCall = 0;
  #ids: OperatorIds | null = null;
  #unwatch: (() => void) | null = null;

  constructor(private readonly parts: CudaAttachmentDeps) {}

  /**
   * The state of GPU support; checked until it is complete, since a library may be installed while the
   * process runs.
   *
   * @throws AddonUnavailableError
   */
  status(): GpuStatus {
    if (this.#known?.state !== 'ready') this.#known = this.#gpu().status(false);
    return this.#known;
  }

  /**
   * True if `accepts` returns true for the state of GPU support; false if that is unknown. Something
   * absent once is not searched for again, and without a driver the addon is not loaded.
   */
  isPresent(accepts: (status: GpuStatus) => boolean): boolean {
    if (this.#isAbsent) return false;
    try {
      const mayBe = this.#addon !== null || this.parts.mayHaveDriver();
      this.#isAbsent = !mayBe || !accepts(this.status());
    } catch {
      this.#isAbsent = true;
    }
    return !this.#isAbsent;
  }

  /**
   * Begins recording for one more recording. If CUPTI does not start, no kind is recorded, and
   * `refused` has the reason.
   *
   * @throws the errors of loading the addon and starting CUPTI
   */
  begin(wants: CudaWants): RecordedGpu {
    const isMore = [...wants.kinds].some(kind => !this.#asked.has(kind));
    if (isMore) this.#restart(new Set([...this.#asked, ...wants.kinds]));
    else this.#deliver(this.#gpu().drain(false));
    const recorded = new RecordedGpu(
      new ActivityRecords(wants.limit),
      this.#started,
      this.#ids?.scopes ?? null,
      this.#lastCall
    );
    this.#open.set(recorded, wants);
    return recorded;
  }

  /** Takes the records that have arrived; with `all` also those that CUPTI has begun to collect. */
  drain(how: 'arrived' | 'all'): void {
    if (this.#started === null) return;
    const gpu = this.#gpu();
    this.#deliver(how === 'arrived' ? gpu.drain(false) : gpu.drain(true, 0));
  }

  /** The addon, for waits. @throws AddonUnavailableError */
  get waits(): Pick<GpuAddon, 'beginWait' | 'lookAtWait'> {
    return this.#gpu();
  }

  /** Ends a recording, whose records stay with it; with the last one CUPTI is ended. Safe to call twice. */
  end(recorded: RecordedGpu): void {
    if (!this.#open.delete(recorded)) return;
    if (this.#open.size === 0) this.#stop();
  }

  #gpu(): GpuAddon {
    this.#addon ??= this.parts.load();
    return this.#addon;
  }

  /** Restarts CUPTI with more kinds: its current records are delivered first. */
  #restart(kinds: ReadonlySet<ActivityKind>): void {
    const gpu = this.#gpu();
    this.drain('all');
    this.#stop();
    this.#started = gpu.start({ kinds: [...kinds] });
    this.#asked = kinds;
    this.#texts = [''];
    gpu.onRecords(() => this.drain('arrived'));
    const { threadId, currentScope, watchers, watchScopes } = this.parts;
    const scopes = this.#open.size > 0 ? this.#ids?.scopes : undefined;
    this.#ids = new OperatorIds({ gpu, threadId, currentScope }, scopes);
    this.#unwatch = watchers.add(this.#ids);
    watchScopes(this.#ids);
    for (const recorded of this.#open.keys()) recorded.restarted(this.#started);
  }

  #stop(): void {
    if (this.#started === null) return;
    const gpu = this.#gpu();
    this.#unwatch?.();
    this.#unwatch = null;
    this.parts.watchScopes(null);
    this.#ids?.clear();
    gpu.onRecords(null);
    gpu.stop();
    this.#started = null;
    this.#asked = new Set();
  }

  #deliver(batch: ActivityBatch): void {
    for (const text of batch.strings) this.#texts.push(text);
    for (const correlation of batch.calls.correlation) {
      if (correlation > this.#lastCall) this.#lastCall = correlation;
    }
    const part: ActivityPart = { batch, texts: this.#texts, rows: rowsOf(batch) };
    for (const recorded of this.#open.keys()) recorded.take(part);
  }
}
