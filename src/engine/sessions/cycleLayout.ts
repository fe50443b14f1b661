import type { FinishedProfile } from '../results/finishedProfile';
import type { Recording } from '../recording/recording';

/**
 * Where a `Profiler` puts the windows that it records. Nothing of it throws: what cannot be written is
 * told by a warning that names the file and the reason, and recording goes on.
 */
export interface CycleLayout {
  /** A window begins: files that survive a kill are opened here. */
  begin(recording: Recording): Cycle;
  /**
   * A run is over: another one, if there is one, begins with a call of `begin`. What is complete only
   * then is written here. Called once after the last window of each run.
   */
  close(): void;
}

/** The files of one window. */
export interface Cycle {
  /** Where its files lie: a directory, or the file itself where there is just one. */
  readonly path: string;
  /**
   * Writes what was recorded, and the metadata as JSON texts by key. False where that is known to
   * have failed: why was told by a warning.
   */
  save(profile: FinishedProfile, metadata: ReadonlyMap<string, string>): boolean;
  /** Gives the window up: nothing of it stays behind. */
  drop(): void;
}
