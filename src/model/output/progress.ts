/** MIME type of the state of a recording under way. Front ends that do not know it show nothing. */
export const PROGRESS_MIME_TYPE = 'application/vnd.kernelscope.progress+json';

/**
 * The stages of a recording: V8 takes a heap snapshot, before the cell runs and after it, if one is wanted; the cell
 * runs, GPUs finish its work if that takes long, its profile is made, it is on show.
 */
export const PROGRESS_PHASES = {
  snapshot: true,
  recording: true,
  waiting: true,
  preparing: true,
  ended: true
} as const;

/** The stage of a recording. */
export type ProgressPhase = keyof typeof PROGRESS_PHASES;

/** The state of a recording under way. Never part of a notebook. */
export interface RecordingProgress {
  readonly phase: ProgressPhase;
  /** Name of the profile, or null without one. */
  readonly name: string | null;
  /** Id of the cell in its notebook. */
  readonly cellId: string;
  /** Time since the recording began; until its end, once it has ended. */
  readonly elapsedMs: number;
  /** Resident set size of the process, now. */
  readonly rssBytes: number;
  /** Slices recorded so far, those that are not kept included. */
  readonly slices: number;
}
