import type { ActivityKind, ActivityLosses } from '../../../native/gpuActivities';
import type { GpuStart } from '../../../native/gpuAddon';
import type { GpuFailure } from '../../../native/gpuFailure';
import type { ActivityPart, ActivityRecords } from './activityRecords';
import { addLosses } from './activityRecords';
import type { OperatorIds } from './operatorIds';

const NO_LOSSES: ActivityLosses = {
  dropped: 0,
  refusedBuffers: 0,
  truncatedBuffers: 0,
  untimed: 0,
  unknownKinds: []
};

/** What one recording has got of the GPUs. */
export class RecordedGpu {
  /** What was lost before it got here. */
  losses = NO_LOSSES;
  /** Kinds that CUPTI refused, each with what it said. */
  readonly refused = new Map<ActivityKind, GpuFailure>();
  /** Calls that failed while records were taken, by their name and number. */
  readonly failures = new Map<string, GpuFailure>();
  /** False where times are brought over from a clock of CUPTI's own. */
  isOnClock = true;

  constructor(
    readonly records: ActivityRecords,
    started: GpuStart | null,
    private readonly ids: Pick<OperatorIds, 'scopeOf'> | null
  ) {
    if (started) this.restarted(started);
  }

  /** CUPTI was started anew. */
  restarted({ refused, clock }: GpuStart): void {
    for (const { kind, failure } of refused) this.refused.set(kind, failure);
    if (clock === 'converted') this.isOnClock = false;
  }

  /** Takes a batch in. */
  take(part: ActivityPart): void {
    const { batch } = part;
    this.losses = addLosses(this.losses, batch.losses);
    for (const failure of batch.failures) {
      this.failures.set(`${failure.call} ${failure.code}`, failure);
    }
    if (part.rows > 0) this.records.add(part);
  }

  /** The profiler scope in which the slice of a token began, or null where none was open. */
  scopeOf(token: number): string | null {
    return this.ids?.scopeOf(token) ?? null;
  }
}
