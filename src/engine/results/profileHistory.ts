import type { RecordedProfile } from './recordedProfile';

/** Profiles that stay in memory at most, and the bytes of columns that they may take together. */
export const MAX_PROFILES = 100;
export const MAX_PROFILE_BYTES = 256 * 1024 * 1024;

/** A profile with the size that it had when it came; counting it takes a while. */
interface KeptProfile {
  readonly profile: RecordedProfile;
  readonly sizeBytes: number;
}

/** The profiles of this process, newest last; the oldest give way. The newest always stays. */
export class ProfileHistory {
  #kept: readonly KeptProfile[] = [];

  /**
   * Adds a profile as the newest; an older one with the same name stays but can no longer be found by
   * name.
   */
  add(profile: RecordedProfile): void {
    const kept = [...this.#kept, { profile, sizeBytes: profile.sizeBytes }];
    let bytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let first = 0;
    while (
      kept.length - first > 1 &&
      (kept.length - first > MAX_PROFILES || bytes > MAX_PROFILE_BYTES)
    ) {
      bytes -= kept[first++].sizeBytes;
    }
    this.#kept = kept.slice(first);
  }

  /** The newest profile, or `undefined` before the first. */
  get last(): RecordedProfile | undefined {
    return this.#kept.at(-1)?.profile;
  }

  /** The newest profile of that name or id. */
  get(name: string): RecordedProfile | undefined {
    return [...this.list()].reverse().find(one => one.name === name || one.id === name);
  }

  /** All profiles, oldest first. */
  list(): readonly RecordedProfile[] {
    return this.#kept.map(({ profile }) => profile);
  }
}
