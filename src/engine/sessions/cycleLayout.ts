import type { RecordedProfile } from '../results/recordedProfile';
import type { Recording } from '../recording/recording';

/**
 * The destination of the windows that a `Profiler` records. It never throws: if a file cannot be
 * written, a warning names the file and the reason, and recording continues.
 */
export interface CycleLayout {
  /** A window begins: files that survive a kill are opened here. */
  begin(recording: Recording): Cycle;
  /**
   * A run is over: the next one, if any, begins with a call of `begin`. Files that are complete only
   * then are written here. Called once after the last window of each run.
   */
  close(): void;
}

/** The files of one window. */
export interface Cycle {
  /** The location of its files: a directory, or the file itself if there is only one. */
  readonly path: string;
  /**
   * Writes the profile, and the metadata as JSON texts by key. False if that is known to have failed,
   * after a warning with the reason.
   */
  save(profile: RecordedProfile, metadata: ReadonlyMap<string, string>): boolean;
  /** Discards the window: none of its files stay. */
  drop(): void;
}
