import { type GpuFailure, NO_PERMISSION } from '../../native/gpuFailure';
import type { GpuState, GpuStatus, GpuDevice } from '../../native/gpuAddon';
import { gpuReason } from '../../native/gpuStateText';
import type {
  Contribution,
  ContributionContext,
  EndWatcher,
  Source
} from '../../record/build/contribution';
import type { Pauses } from '../../record/logs/pauses';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import { NO_SCOPE } from '../operators/operatorContext';
import { SourceFaults } from '../source';
import { type AssembledGpu, assembleGpu } from './assembly/assembleGpu';
import type { CudaAttachment } from './cudaAttachment';
import { lossTexts, missingText } from './cudaLossTexts';
import { type LateWork, waitForWork, waitForWorkNow } from './lateWork';
import type { DeviceTracks } from './records/deviceTracks';
import { type GpuInfo, eachGpuOnce } from '../../facts/gpus';
import type { GpuRecording } from './records/gpuRecording';
import type { RecordedGpu } from './records/recordedGpu';
import { readlinkSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { ActivityKind } from '../../native/gpuActivities';

/** Cost of one record, nanoseconds: CUPTI writes it, and it is read. */
const RECORD_COST_NS = 600;

/** The dependencies of a {@link CudaSource}. */
export interface CudaSourceDeps {
  readonly attachment: CudaAttachment;
  readonly want: GpuRecording;
  readonly limit: SliceLimit;
  /** The longest wait for GPUs at the end, milliseconds; null waits for none. */
  readonly waitMs: number | null;
  /** Monotonic time, nanoseconds. */
  readonly now: () => bigint;
  readonly pauses: Pick<Pauses, 'since'>;
  /** Shared with the sources of counters. */
  readonly tracks: DeviceTracks;
  readonly pid: number;
  /** Node's number of this thread. */
  readonly threadId: number;
}

/**
 * Records what GPUs do for the whole process, whichever thread has them do it. What ran after the end of
 * the window belongs to it if it was called for before.
 */
export class CudaSource implements Source {
  #recorded: RecordedGpu | null = null;
  #status: GpuStatus | null = null;
  readonly #startFaults = this.#faults();
  readonly #osThread = osThread();

  constructor(private readonly parts: CudaSourceDeps) {}

  start(): void {
    const { attachment, want, limit } = this.parts;
    this.#recorded = this.#startFaults.guard(() => {
      this.#status = attachment.status();
      if (this.#status.state !== 'ready') return null;
      return attachment.begin({ kinds: recordedKinds(want), limit });
    }, null);
  }

  async stop(watcher?: EndWatcher): Promise<void> {
    const { waitMs: limitMs, attachment, now } = this.parts;
    if (this.#recorded !== null && limitMs !== null) {
      try {
        this.#settle(await waitForWork({ gpu: attachment.waits, limitMs, now, watcher }));
      } catch (error) {
        this.#startFaults.note(error);
      }
    }
    this.stopNow();
  }

  stopAtExit(watcher?: EndWatcher): void {
    const { waitMs: limitMs, attachment } = this.parts;
    if (this.#recorded === null || limitMs === null) return;
    this.#startFaults.guard(
      () => this.#settle(waitForWorkNow({ gpu: attachment.waits, limitMs, watcher })),
      undefined
    );
  }

  stopNow(): void {
    const recorded = this.#recorded;
    const { attachment } = this.parts;
    if (recorded === null) return;
    this.#startFaults.guard(() => attachment.drain('all'), undefined);
    this.#startFaults.guard(() => attachment.end(recorded), undefined);
  }

  abandon(): void {
    const recorded = this.#recorded;
    if (recorded === null) return;
    this.#startFaults.guard(() => this.parts.attachment.end(recorded), undefined);
    recorded.records.clear();
  }

  contributeSoFar(context: ContributionContext): Contribution {
    this.#startFaults.guard(() => this.parts.attachment.drain('arrived'), undefined);
    return this.#contribution(context);
  }

  contribute(context: ContributionContext): Contribution {
    const contribution = this.#contribution(context);
    this.#recorded?.records.clear();
    return contribution;
  }

  #settle(late: LateWork): void {
    if (late === null || this.#recorded === null) return;
    this.#recorded.isComplete = true;
    this.#recorded.addFailures(late);
  }

  #contribution(context: ContributionContext): Contribution {
    const faults = this.#faults();
    const recorded = this.#recorded;
    const status = this.#status;
    if (recorded === null || status === null) return { report: this.#unavailable().report(0) };
    const refusal = refusalOf(recorded);
    if (refusal) faults.unavailable(gpuReason({ ...status, ...refusal }));
    const assembled = faults.guard(() => this.#assemble(context, recorded, status), null);
    const records = assembled?.columns.length ?? 0;
    for (const text of lossTexts(recorded)) faults.limited(text);
    for (const text of assembled?.losses.texts() ?? []) faults.limited(text);
    if (assembled && assembled.missing > 0) faults.limited(missingText(assembled.missing));
    return {
      ...parts(assembled),
      report: (this.#startFaults.any ? this.#startFaults : faults).report(records),
      facts: { gpus: eachGpuOnce(status.devices.map(gpuInfoOf)) },
      overheadNs: recorded.records.rows * RECORD_COST_NS
    };
  }

  #assemble(context: ContributionContext, recorded: RecordedGpu, status: GpuStatus): AssembledGpu {
    const { attachment, want, pauses, tracks, pid, threadId } = this.parts;
    return assembleGpu({
      parts: recorded.records.parts,
      shown: shownKinds(want),
      operatorIds: want.operatorIds,
      isComplete: recorded.isComplete,
      context,
      calledBefore: recorded.calledBefore,
      pauses: pauses.since(context.originNs),
      ...{ pid, threadId, osThread: this.#osThread },
      deviceNames: new Map(status.devices.map(({ device, name }) => [device, name])),
      deviceTracks: tracks,
      demangle: attachment.demangle,
      scopeOf: token => recorded.scopeOf(token) ?? NO_SCOPE,
      sliceOf: token => recorded.sliceOf(token)
    });
  }

  /** Reports why nothing is recorded, if that is not a fault of the source. */
  #unavailable(): SourceFaults {
    if (this.#status && this.#status.state !== 'ready') {
      this.#startFaults.unavailable(gpuReason(this.#status));
    }
    return this.#startFaults;
  }

  #faults(): SourceFaults {
    return new SourceFaults('cuda', 'Run `kernelscope doctor` to see the state of GPU support.');
  }
}

function parts(assembled: AssembledGpu | null): Partial<Contribution> {
  if (assembled === null) return {};
  const { columns, ownArg, instants, counters, allocations } = assembled;
  return { columns, ownArg, instants, counters, allocations };
}

const STATES_BY_CODE: ReadonlyMap<number, GpuState> = new Map([
  [NO_PERMISSION, 'no-permission'],
  [39, 'busy']
]);

/** Why CUPTI records nothing at all, if it refused kernels. */
function refusalOf({ refused }: RecordedGpu): { state: GpuState; failure: GpuFailure } | null {
  const failure = refused.get('kernel');
  if (failure === undefined) return null;
  return { state: STATES_BY_CODE.get(failure.code) ?? 'cupti-error', failure };
}

/** The description of a device in profiles. */
function gpuInfoOf(device: GpuDevice): GpuInfo {
  return {
    device: device.device,
    uuid: device.uuid,
    name: device.name,
    computeCapability: device.computeCapability,
    multiprocessors: device.multiprocessors,
    warpSize: device.warpSize,
    maxThreadsPerMultiprocessor: device.maxThreadsPerMultiprocessor,
    maxBlocksPerMultiprocessor: device.maxBlocksPerMultiprocessor,
    registersPerMultiprocessor: device.registersPerMultiprocessor,
    sharedBytesPerMultiprocessor: device.sharedBytesPerMultiprocessor,
    reservedSharedBytesPerBlock: device.reservedSharedBytesPerBlock,
    memoryBytes: device.memoryBytes,
    memoryBytesPerSecond: device.memoryBytesPerSecond,
    l2Bytes: device.l2Bytes,
    linkBytesPerSecond: device.linkBytesPerSecond
  };
}

/** The operating system's number of the calling thread, as CUPTI uses it; 0 if unknown. */
function osThread(): number {
  if (isMainThread) return process.pid;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    return Number(thread ?? 0);
  } catch {
    return 0;
  }
}

/** The parts of a recording's options that determine its activities. */
export type ActivityChoice = Pick<GpuRecording, 'level' | 'waits' | 'memory' | 'graphs'>;

/** Activities by the level from which on they are shown. */
const OF_LEVEL: readonly (readonly ActivityKind[])[] = [
  ['kernel'],
  ['memcpy', 'memcpyPeer', 'memset', 'runtime', 'marker'],
  ['driver', 'overhead']
];

/** The activities that a recording shows. */
export function shownKinds({ level, waits, memory, graphs }: ActivityChoice): Set<ActivityKind> {
  const shown = new Set(OF_LEVEL.slice(0, level + 1).flat());
  if (graphs === 'whole') shown.add('graph');
  if (waits) shown.add('synchronization');
  if (memory) shown.add('memory').add('memoryPool');
  return shown;
}

/**
 * The activities that CUPTI has to record. CUPTI records the number of an operator only beside a call:
 * every call reaches the driver, so driver calls are recorded at all levels, and left out of profiles
 * below level 2.
 */
function recordedKinds(choice: ActivityChoice): Set<ActivityKind> {
  return new Set<ActivityKind>([...shownKinds(choice), 'externalId', 'driver']);
}
