import type { AllocationLog } from './logs/allocationLog';
import type { ArgLog } from './slices/argLog';
import type { CounterHead } from './logs/counterSeriesLog';
import type { LabelRegistry } from './logs/labelRegistry';
import type { Pauses } from './logs/pauses';
import type { DetachedSlices } from './slices/detachedSlices';
import type { FlowRecord } from './slices/flowLog';
import type { SliceStackLog } from './slices/sliceStackLog';
import type { SliceStore } from './slices/sliceStore';
import type { TimedValues } from './logs/timedValues';

/** Labels by row. */
export type RecordedLabels = Pick<LabelRegistry, 'length' | 'nameOf' | 'categoryNameOf'>;

/** Slices of one thread by token. */
export type RecordedSlices = Pick<SliceStore, 'keptRange' | 'keptChunks' | 'nextToken'> & {
  readonly detached: Pick<DetachedSlices, 'all' | 'dropped'>;
  /** Only those of the recording thread itself. */
  readonly otherParents?: SliceStore['otherParents'];
};

export type RecordedValues = Pick<TimedValues, 'read' | 'dropped'>;

export interface RecordedCounter {
  readonly head: CounterHead;
  readonly values: RecordedValues;
}

/** The data that profiles are built from: a recorder, or the view of it on another thread. */
export interface RecordedData {
  readonly labels: RecordedLabels & Pick<LabelRegistry, 'dropped' | 'hasMost'>;
  readonly slices: RecordedSlices;
  readonly args: Pick<ArgLog, 'forEach' | 'dropped'>;
  readonly counters: readonly RecordedCounter[];
  /** Values of counters that did not fit. */
  readonly droppedCounterValues: number;
  /** See {@link Recorder.instants}. */
  readonly instants: RecordedValues;
  readonly allocations: Pick<AllocationLog, 'texts' | 'forEachChunk'>;
  readonly stacks: Pick<SliceStackLog, 'forEach'>;
  readonly flows: readonly FlowRecord[];
  readonly droppedFlows: number;
  /** See {@link Recorder.workers}. */
  readonly workers: ReadonlyMap<number, number>;
  /** When recording was held; null where that is not known. */
  readonly pauses: Pick<Pauses, 'since'> | null;
  /** True when the recording had to stop because it ran out of numbers for slices. */
  readonly isFull: boolean;
}

/** The fields that only the recording thread itself has: empty in another thread and in a live file. */
export const NOT_MIRRORED: Omit<RecordedData, 'labels' | 'slices' | 'counters' | 'instants'> = {
  args: { dropped: 0, forEach: () => undefined },
  allocations: { texts: [], forEachChunk: () => undefined },
  stacks: { forEach: () => undefined },
  flows: [],
  droppedFlows: 0,
  droppedCounterValues: 0,
  workers: new Map(),
  pauses: null,
  isFull: false
};
