import type { TimeWindow } from 'kernelscope/analysis';
import { longestOfKind } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';

/** Garbage collections that one chart marks at most, the longest first. */
export const MAX_COLLECTIONS = 500;

/** A garbage collection; times in nanoseconds. */
export interface Collection {
  readonly startNs: number;
  readonly durationNs: number;
  /** Text of the profile, such as `scavenge`. */
  readonly name: string;
}

/** The longest garbage collections in the window, in order of start. */
export function collectionsIn(profile: Profile, window: TimeWindow): Collection[] {
  const { slices, labels, strings } = profile;
  return longestOfKind(profile, { kind: 'gc', window, limit: MAX_COLLECTIONS }).map(row => ({
    startNs: slices.start[row],
    durationNs: slices.duration[row],
    name: strings[labels.name[slices.label[row]]]
  }));
}
