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
