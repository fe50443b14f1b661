import type {
  AllocationTable,
  CounterSeries,
  HeapSampleTable,
  InstantTable,
  LineTickTable,
  LineTotalTable,
  SampleTable,
  SliceTable,
  SourceReport,
  Track
} from '../../model/profile/profile';
import type { FactParts } from '../../facts/table';
import type { ImportingLine, StartUpRun } from '../../facts/startUp';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { StackBuilder } from '../../model/build/stackBuilder';
import type { StringTable } from '../../model/build/stringTable';
import type { CounterHead } from '../logs/counterSeriesLog';
import type { RecordedLabels } from '../recordedData';
import type { SliceColumns } from './sliceColumns';

/** The context passed to a source when its recording becomes part of a profile. */
export interface ContributionContext {
  /** The profile's strings; every index column of a contribution refers to it. */
  readonly strings: StringTable;
  /** The profile's frames and stacks; stack columns of a contribution refer to it. */
  readonly stacks: StackBuilder;
  /** Clock value at the profile's origin and at its end, nanoseconds. */
  readonly originNs: bigint;
  readonly endNs: bigint;
  /** Track of the recorded thread. */
  readonly mainTrack: number;
  /** The recorder's own slices, on their tracks; {@link SliceColumns} refer to its rows. */
  readonly slices: SliceTable;
  /** The row of `slices` that the slice of a token has, or -1. */
  readonly rowOfToken: (token: number) => number;
  /** The `LabelIndex` of (name, category) for slices in columns, arrows and instants. */
  readonly label: (name: string, category: string) => number;
  readonly labels: Pick<RecordedLabels, 'nameOf' | 'categoryNameOf'>;
  /** Adds a timeline row and returns its index; `parent` is -1 or an index got before. */
  readonly addTrack: (track: Track) => number;
}

/** An interval seen by the source itself, for a separate track, such as a garbage collection. */
export interface SourceSlice {
  readonly name: string;
  readonly category: string;
  readonly track: number;
  /** Nanoseconds from the profile's origin. */
  readonly start: number;
  readonly duration: number;
  readonly args?: Readonly<Record<string, ArgValue>>;
  /** Row of its stack in `ContributionContext.stacks`; -1 or absent for none. */
  readonly stackRow?: number;
}

/** One argument for slices of the recorder, by row of `ContributionContext.slices`. */
export interface OwnSliceArg {
  readonly key: string;
  readonly rows: Uint32Array;
  /** As many as `rows`. */
  readonly values: Float64Array;
}

/** CPU samples; see the tables of the same name in `Profile`. */
export interface SampleContribution {
  readonly samples: SampleTable;
  readonly lineTicks: LineTickTable;
}

/** The contribution of one source to a profile, besides the data it put into the recorder. */
export interface Contribution {
  readonly report: SourceReport;
  readonly slices?: readonly SourceSlice[];
  /** The same of sources with many, with arrows and causes. */
  readonly columns?: SliceColumns;
  readonly ownArg?: OwnSliceArg;
  /** Moments; the labels are those that {@link ContributionContext.label} gave. */
  readonly instants?: InstantTable;
  readonly counters?: readonly CounterSeries[];
  readonly samples?: SampleContribution;
  /** Allocations on the heap. */
  readonly heapSamples?: HeapSampleTable;
  /**
   * Of the source that captures the stacks of slices: the row of a captured stack, or -1 where nothing
   * of it is shown.
   */
  readonly rowOfStack?: (captured: number) => number;
  /** Of the source that records call sites. */
  readonly lineTotals?: LineTotalTable;
  /** Allocations of device memory. */
  readonly allocations?: AllocationTable;
  /** Estimated cost of this source within the window, nanoseconds. */
  readonly overheadNs?: number;
  /** What it knows of facts that have a part of `meta` to themselves. */
  readonly facts?: Partial<FactParts>;
  /** Of the source that samples a program: when its own code began. */
  readonly startUpRun?: StartUpRun;
  /** Of the source that records call sites: what of lines is the loading of packages. */
  readonly importingLines?: readonly ImportingLine[];
}

/** A counter whose values are in shared memory, readable by every thread during the recording. */
export interface SharedCounter {
  readonly head: CounterHead;
  /** The buffer from `createSharedSeries`. */
  readonly series: SharedArrayBuffer;
  /** Clock value from which its times count, nanoseconds. */
  readonly originNs: bigint;
}

/** CPU samples that other threads of the process can read during the recording. */
export interface SharedSamples {
  /** Their handle, see `NativeCpuSampler.takePieces`. */
  readonly handle: number;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** Whoever waits for the end of a recording, if that takes long. */
export interface EndWatcher {
  /** Called once if a source waits for work of GPUs for more than a second; `limitMs` is its limit. */
  waiting(limitMs: number): void;
  /** True as soon as the wait should end; asked repeatedly. */
  isCutOff(): boolean;
}

/**
 * A source that records from `start` to `stop`, then contributes. None of the three throws: a
 * failure is in the contribution's report, and the other sources and the user's code go on.
 */
export interface Source {
  /** Whether it goes by V8's numbers of objects, which change where another thread looks into the heap. */
  readonly numbersHeap?: boolean;
  /** Begins to record. */
  start(): void;
  /** The recorded window has just ended: later data must not count. Returns soon. */
  endWindow?(): void;
  /**
   * Ends recording and waits for what arrives late, never longer than 100 ms, or than an option of the
   * recording states. A source without it has nothing late, and `stopNow` is called in its place.
   */
  stop?(watcher?: EndWatcher): Promise<void>;
  /**
   * The same at the exit of the process, where nothing else runs any more: blocks. `stopNow` follows, and
   * is all for a source without it.
   */
  stopAtExit?(watcher?: EndWatcher): void;
  /** Ends recording immediately, without late data: for exits and synchronous callers. */
  stopNow(): void;
  /** Ends recording where nobody needs the records; for a source without it, `stopNow` does. */
  abandon?(): void;
  /**
   * The contribution so far, while recording continues; any number of times before `stop`. A source
   * without it contributes nothing before the end.
   */
  contributeSoFar?(context: ContributionContext): Contribution;
  /** From `start` on: what other threads can read of it. */
  sharedCounters?(): readonly SharedCounter[];
  /**
   * From `start` on: the CPU samples that other threads can read of it, which get to know `about`; null if there are
   * none.
   */
  sharedSamples?(about: string): SharedSamples | null;
  /** Called once after either stop. */
  contribute(context: ContributionContext): Contribution;
}

/** The part of a source that profiles are built with. */
export type Contributor = Pick<Source, 'contribute' | 'contributeSoFar'>;
