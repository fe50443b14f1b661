import type { ActivityBatch, ActivityLosses } from '../../../native/gpuActivities';
import type { SliceLimit } from '../../../record/logs/sliceLimit';

/** Rows of a recording at most, whatever it asks for. */
const MAX_ROWS = 8_000_000;

/** Batches of one start of CUPTI, whose texts are numbered together. */
export interface ActivityTexts {
  /** By number; 0 is the empty text. It grows while CUPTI records. */
  readonly texts: readonly string[];
}

/** A batch, and the texts that it refers to. */
export interface ActivityPart extends ActivityTexts {
  readonly batch: ActivityBatch;
  readonly rows: number;
}

/** The GPU records of a recording, within its limit; batches are kept or dropped as a whole. */
export class ActivityRecords {
  #kept: ActivityPart[] = [];
  #keptRows = 0;
  #droppedRows = 0;

  constructor(private readonly limit: SliceLimit) {}

  /** In order of arrival. */
  get parts(): readonly ActivityPart[] {
    return this.#kept;
  }

  /** Rows of the batches that are kept. */
  get rows(): number {
    return this.#keptRows;
  }

  /** Rows beyond the limit. */
  get dropped(): number {
    return this.#droppedRows;
  }

  /** Takes a batch in; of those beyond the limit, the newest or the oldest give way. */
  add(part: ActivityPart): void {
    const most = Math.min(MAX_ROWS, Math.max(this.limit.slices, part.rows));
    const isLast = this.limit.mode === 'keepLast';
    if (!isLast && this.#keptRows + part.rows > most) {
      this.#droppedRows += part.rows;
      return;
    }
    this.#kept.push(part);
    this.#keptRows += part.rows;
    while (this.#keptRows > most && this.#kept.length > 1) this.#dropOldest();
  }

  /** Drops all records. */
  clear(): void {
    this.#kept = [];
    this.#keptRows = 0;
  }

  #dropOldest(): void {
    const rows = this.#kept.shift()?.rows ?? 0;
    this.#keptRows -= rows;
    this.#droppedRows += rows;
  }
}

/** Records in a batch, of all kinds. */
export function rowsOf(batch: ActivityBatch): number {
  const { kernels, copies, peerCopies, fills, graphs, calls, externalIds, markers } = batch;
  const { synchronizations, overheads, memory, memoryPools } = batch;
  const work = [kernels, copies, peerCopies, fills, graphs];
  const others = [calls, externalIds, markers, synchronizations, overheads, memory, memoryPools];
  return [...work, ...others].reduce((sum, { length }) => sum + length, 0);
}

/** The losses of two stretches together. */
export function addLosses(a: ActivityLosses, b: ActivityLosses): ActivityLosses {
  const unknown = new Map<number, number>();
  for (const { kind, records } of [...a.unknownKinds, ...b.unknownKinds]) {
    unknown.set(kind, (unknown.get(kind) ?? 0) + records);
  }
  return {
    dropped: a.dropped + b.dropped,
    refusedBuffers: a.refusedBuffers + b.refusedBuffers,
    truncatedBuffers: a.truncatedBuffers + b.truncatedBuffers,
    untimed: a.untimed + b.untimed,
    unknownKinds: [...unknown].map(([kind, records]) => ({ kind, records }))
  };
}
