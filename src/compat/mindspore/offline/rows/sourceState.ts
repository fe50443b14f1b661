import { statSync } from 'node:fs';
import path from 'node:path';
import { RAW_PROFILE_FILE } from '../../outputTree/treeNames';

/** The state of the profile's file by which a later call knows that it is the same. */
export interface SourceState {
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly changedAtMs: number;
}

/** The state of the profile in a directory; null if it cannot be looked at. */
export function sourceState(directory: string): SourceState | null {
  try {
    const { size, mtimeMs } = statSync(path.join(directory, RAW_PROFILE_FILE));
    return { sizeBytes: size, changedAtMs: mtimeMs };
  } catch {
    return null;
  }
}

/** Where the profiles of directories are. */
export interface ProfileSource {
  /** The state of the profile of a directory; null if it has none. */
  state(directory: string): SourceState | null;
  /** Called before a directory is read. Rejects with the reason why it cannot be. */
  fetch(directory: string): Promise<void>;
  /** Called after it was read, and after a failure. */
  release(directory: string): void;
}

/** Profiles that are in their directories. */
export const LOCAL_PROFILES: ProfileSource = {
  state: sourceState,
  fetch: () => Promise.resolve(),
  release: () => undefined
};
