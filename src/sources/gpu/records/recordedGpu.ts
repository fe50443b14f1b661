import type { ActivityKind, ActivityLosses } from '../../../native/gpuActivities';
import type { GpuStart } from '../../../native/gpuAddon';
import type { GpuFailure } from '../../../native/gpuFailure';
import { type ActivityPart, type ActivityRecords, addLosses } from './activityRecords';
import type { OperatorScopes } from './operatorScopes';

const NO_LOSSES: ActivityLosses = {
  dropped: 0,
  refusedBuffers: 0,
  truncatedBuffers: 0,
  untimed: 0,
  unknownKinds: []
};

export class RecordedGpu {
  /** Records lost before they got here. */
  losses = NO_LOSSES;
  /** Kinds that CUPTI refused, each with its error. */
  readonly refused = new Map<ActivityKind, GpuFailure>();
  /** Calls that failed while records were taken, by their name and number. */
  readonly failures = new Map<string, GpuFailure>();
  /** True if GPUs had finished their work when the records were taken for the last time. */
  isComplete = false;
  /** False if times are converted from CUPTI's own clock. */
  isOnClock = true;

  constructor(
    readonly records: ActivityRecords,
    started: GpuStart | null,
    private readonly scopes: OperatorScopes | null,
    /** The highest correlation of calls delivered before; 0 if there were none. */
    readonly calledBefore: number
  ) {
    if (started) this.restarted(started);
  }

  /** CUPTI was restarted. */
  restarted({ refused, clock }: GpuStart): void {
    for (const { kind, failure } of refused) this.refused.set(kind, failure);
    if (clock === 'converted') this.isOnClock = false;
  }

  /** Takes a batch in. */
  take(part: ActivityPart): void {
    const { batch } = part;
    this.losses = addLosses(this.losses, batch.losses);
    this.addFailures(batch.failures);
    if (part.rows > 0) this.records.add(part);
  }

  /** Keeps calls that failed. */
  addFailures(failures: readonly GpuFailure[]): void {
    for (const failure of failures) this.failures.set(`${failure.call} ${failure.code}`, failure);
  }

  /** The profiler scope of a token, or null if none was open. */
  scopeOf(token: number): string | null {
    return this.scopes?.scopeOf(token) ?? null;
  }

  /** The token of the slice that a token stands for, or -1. */
  sliceOf(token: number): number {
    return this.scopes?.sliceOf(token) ?? token;
  }
}
