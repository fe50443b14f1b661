import type { Profile } from '../../../model/profile/profile';

/** `time` as a trace has it: whole nanoseconds ≥ 0. */
export function wholeNs(time: number): number {
  return time > 0 ? Math.floor(time + 0.5) : 0;
}

/**
 * Whether slice `a` comes before `b` in a trace that is ordered by time and written track by track.
 * Readers treat the end of a flow that comes first as an error, so writers check which end that is.
 */
export function comesFirst({ slices }: Profile, a: number, b: number): boolean {
  const byTime = wholeNs(slices.start[a]) - wholeNs(slices.start[b]);
  return (byTime || slices.track[a] - slices.track[b] || a - b) <= 0;
}
