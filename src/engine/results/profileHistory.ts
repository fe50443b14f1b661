import type { FinishedProfile } from './finishedProfile';

/** Profiles that stay in memory at most, and the bytes of columns that they may take together. */
export const MAX_PROFILES = 100;
export const MAX_PROFILE_BYTES = 256 * 1024 * 1024;

/** The profiles of this process, newest last; the oldest give way. The newest always stays. */
export class ProfileHistory {
  private profiles: FinishedProfile[] = [];

  /**
   * Adds a profile as the newest; an older one with the same name stays but can no longer be found by
   * name.
   */
  add(profile: FinishedProfile): void {
    this.profiles.push(profile);
    let bytes = this.profiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    while (
      this.profiles.length > 1 &&
      (this.profiles.length > MAX_PROFILES || bytes > MAX_PROFILE_BYTES)
    ) {
      bytes -= this.profiles[0].sizeBytes;
      this.profiles = this.profiles.slice(1);
    }
  }

  /** The newest profile, or `undefined` before the first. */
  get last(): FinishedProfile | undefined {
    return this.profiles[this.profiles.length - 1];
  }

  /** The newest profile of that name or id. */
  get(name: string): FinishedProfile | undefined {
    return [...this.profiles].reverse().find(one => one.name === name || one.id === name);
  }

  /** All profiles, oldest first. */
  list(): readonly FinishedProfile[] {
    return this.profiles.slice();
  }
}
