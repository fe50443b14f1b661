import {
  checked,
  nullable,
  number,
  record,
  text,
  type ValueOf,
  wholeNumber,
  word
} from '../../schema/schema';

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

/** Longest name or id, UTF-16 units. */
const MAX_LENGTH = 1000;

const PROGRESS = record({
  phase: word(PROGRESS_PHASES),
  /** Name of the profile, or null without one. */
  name: nullable(text(MAX_LENGTH)),
  /** Id of the cell in its notebook. */
  cellId: text(MAX_LENGTH),
  /** Time since the recording began; until its end, once it has ended. Its whole milliseconds are exact. */
  elapsedMs: checked(number(), (elapsedMs, place) =>
    wholeNumber().check(Math.floor(elapsedMs), place)
  ),
  /** Resident set size of the process, now. */
  rssBytes: wholeNumber(),
  /** Slices recorded so far, those that are not kept included. */
  slices: wholeNumber()
});

/** The state of a recording under way. Never part of a notebook. */
export type RecordingProgress = ValueOf<typeof PROGRESS>;

/** `value` as the state of a recording, without anything else in it. @throws ProfileError */
export function validateProgress(value: unknown): RecordingProgress {
  PROGRESS.check(value, 'progress');
  const { phase, name, cellId, elapsedMs, rssBytes, slices } = value as RecordingProgress;
  return { phase, name, cellId, elapsedMs, rssBytes, slices };
}
