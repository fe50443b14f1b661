import type { Profile } from '../../model/profile/profile';
import type { SourceName } from '../../model/profile/sourceReport';
import type { RunInfo } from '../../record/build/buildProfile';
import type { SharedCounter, SharedSamples } from '../../record/build/contribution';
import type { WatchedHeap } from '../../sources/v8/heap/heapWatch';

/** The link between a recorded program and its launcher. */
export interface Launch {
  /** The files of `runFiles.ts` are beside it. */
  readonly signalsFile: string;
  /** Process that launched the program. */
  readonly parentPid: number;
}

/** The start data of the thread that keeps a file up to date; everything else is `MirrorNews`. */
export interface DumpRequest {
  readonly file: string;
  /** Time from one file to the next, milliseconds. */
  readonly periodMs: number;
  /** Known facts about the run. */
  readonly info: RunInfo;
  /** Node's number of the recorded thread; the main thread unless given. */
  readonly threadId?: number;
  /** CPU time of the process at the start of the run, nanoseconds. */
  readonly cpuStartNs: number;
  /** Earlier runs of the trace. */
  readonly earlier: readonly Profile[];
  /** Bytes of the file as the trace has written it before: JSON never becomes shorter. */
  readonly leastBytes: number;
  /** Counters of sources, besides those of the recorder. */
  readonly counters: readonly SharedCounter[];
  /** CPU samples of the run, which `.kscope` files have; null for none. */
  readonly samples: SharedSamples | null;
  /** See `RecordingFacts.lateSources`. */
  readonly lateSources: readonly SourceName[];
  /** The heap to watch; none if absent. */
  readonly heap?: WatchedHeap;
  /** The start of the run's window. */
  readonly startToken: number;
  readonly startTime: bigint;
  /** For a program under `kernelscope run`: its launcher, for the thread beside it. */
  readonly launch?: Launch;
  /** False if the folder belongs to another process, which may remove it; default true. */
  readonly makesFolders?: boolean;
  /** Memory of the `WriteTurn`. */
  readonly turn: SharedArrayBuffer;
}

/** The reports of that thread; `late` once, if a file took much longer than the period. */
export type DumpReport =
  | { readonly kind: 'written' }
  | { readonly kind: 'late'; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly message: string };
