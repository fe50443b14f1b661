import type { Profile } from '../../model/profile/profile';
import type { RunInfo } from '../../record/build/buildProfile';
import type { SharedCounter } from '../../record/build/contribution';

/** How a recorded program and who launched it know of each other. */
export interface Launch {
  /** Beside it are the files of `runFiles.ts`. */
  readonly signalsFile: string;
  /** Process that launched the program. */
  readonly parentPid: number;
}

/** What the thread that keeps a file up to date is given at its start; the rest is `MirrorNews`. */
export interface DumpRequest {
  readonly file: string;
  /** Time from one file to the next, milliseconds. */
  readonly periodMs: number;
  /** What is known of the run. */
  readonly info: RunInfo;
  /** Node's number of the recorded thread; the main thread unless given. */
  readonly threadId?: number;
  /** Cost of one recorded slice, nanoseconds. */
  readonly sliceCostNs: number;
  /** CPU time of the process at the start of the run, nanoseconds. */
  readonly cpuStartNs: number;
  /** Earlier runs of the trace. */
  readonly earlier: readonly Profile[];
  /** Bytes of the file as the trace has written it before: JSON never becomes shorter. */
  readonly leastBytes: number;
  /** Counters of sources, besides those of the recorder. */
  readonly counters: readonly SharedCounter[];
  /** Where the run's window begins. */
  readonly startToken: number;
  readonly startTime: bigint;
  /** Of a program under `kernelscope run`: who launched it, for the thread beside it. */
  readonly launch?: Launch;
  /** False where the folder is somebody else's, who may remove it; true unless given. */
  readonly makesFolders?: boolean;
  /** Memory of the `WriteTurn`. */
  readonly turn: SharedArrayBuffer;
}

/** What that thread tells; `late` once, when a file took much longer than the period. */
export type DumpReport =
  | { readonly kind: 'written' }
  | { readonly kind: 'late'; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly message: string };
