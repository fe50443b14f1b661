import type {
  CounterSeries,
  FrameTable,
  HeapSampleTable,
  InstantTable,
  LineTickTable,
  LineTotalTable,
  SampleTable,
  StackTable
} from './profile';
import type { SourceName } from './sourceReport';
import { CORE_WAIT } from './categories';

/** Slices as a recorder has them, in no order. */
export interface RecordedRows {
  readonly length: number;
  /** The number of the slice in order of its beginning. */
  readonly token: Uint32Array;
  /** Token of the slice in which it began, or -1. */
  readonly parent: Int32Array;
  /** Start, nanoseconds from the beginning of the recording. */
  readonly start: Float64Array;
  /** Duration, nanoseconds. */
  readonly duration: Float64Array;
  /** Row of the recorder's labels; the highest bit is set for slices of async lanes. */
  readonly label: Uint32Array;
}

/** A recorder's label. */
export type RecordedLabel = readonly [name: string, category: string];

/** The records that reached a recording in some time. Tracks are not assigned yet: they are all 0. */
export interface RecordedPart {
  /** New labels, in order of their rows. */
  readonly labels: readonly RecordedLabel[];
  readonly slices: RecordedRows;
  /** Values that are new. */
  readonly counters: readonly CounterSeries[];
  readonly instants: InstantTable;
  /** What was allocated from the beginning on, in place of what earlier parts say; absent if nothing new is known. */
  readonly allocations?: RecordedAllocations;
  /** CPU samples that are new as they were taken, packed, one stretch of time after another; absent if there are none. */
  readonly takenSamples?: readonly Uint8Array[];
}

/** Stacks with the texts and functions that their rows refer to. */
export interface RecordedStacks {
  readonly strings: readonly string[];
  readonly frames: FrameTable;
  readonly stacks: StackTable;
}

/** Who allocated how much of the heap. */
export interface RecordedAllocations extends RecordedStacks {
  readonly heapSamples: HeapSampleTable;
}

/** The begins of waits for a core and how long each was, nanoseconds from the origin. */
export interface CoreWaits {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** CPU samples that were placed in source lines, and what they add to these. */
export interface RecordedSamples extends RecordedStacks {
  readonly samples: SampleTable;
  readonly lineTicks: LineTickTable;
  /** Empty where calls of lines are not sampled. */
  readonly lineTotals: LineTotalTable;
  /** Null where waits for a core are not known. */
  readonly coreWaits: CoreWaits | null;
}

/** The use of V8's heap when it was last known, bytes. */
export interface HeapUse {
  readonly usedBytes: number;
  /** What V8 allows it; it ends a program that needs more. */
  readonly limitBytes: number;
}

/** The state of a running recording. */
export interface RecordingState {
  readonly durationNs: number;
  /** User + system CPU time of the process, nanoseconds. */
  readonly cpuTimeNs: number;
  /** Cost of one recorded slice, nanoseconds; 0 before there are any. */
  readonly sliceCostNs: number;
  /** Null if it is not known. */
  readonly heap: HeapUse | null;
}

/** The facts known at the beginning of a recording. */
export interface RecordingFacts {
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** Node's number of the recorded thread. */
  readonly threadId: number;
  /** The sources that have their records at the end alone. */
  readonly lateSources: readonly SourceName[];
}

/** A recording that was kept in a file and had not ended, as far as the file goes. */
export interface StoredRecording extends RecordedPart, RecordingFacts, RecordingState {
  /** The facts about the run known at its beginning; not yet validated. */
  readonly meta: unknown;
  /** True when the file was cut off within a frame. */
  readonly isCutOff: boolean;
}

/** When the thread of `track` waited for a core, see `CORE_WAIT`. */
export function coreWaitCounter(waits: CoreWaits, track: number): CounterSeries {
  const length = 1 + 2 * waits.time.length;
  const [time, value] = [new Float64Array(length), new Float64Array(length)];
  waits.time.forEach((from, row) => {
    const ns = waits.value[row];
    time.set([from, from + ns], 1 + 2 * row);
    value[1 + 2 * row] = ns;
  });
  return { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track, time, value };
}
