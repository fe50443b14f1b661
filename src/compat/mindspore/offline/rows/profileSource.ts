import { type SourceState, sourceState } from './sourceState';

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
