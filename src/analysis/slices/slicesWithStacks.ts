import type { Profile } from '../../model/profile/profile';

/** Slices with stacks: waits have that of the code which waited, operators that they were run from. */
export type StackedKind = 'operators' | 'waits';

/** The row of the stack of each slice of a kind; -1 for others, and where it was not recorded. */
export function stacksOfSlices(profile: Profile, kind: StackedKind): Int32Array {
  const { slices, sliceStacks } = profile;
  const stackOf = new Int32Array(slices.length).fill(-1);
  const counts = countsFor(profile, kind);
  for (let at = 0; at < sliceStacks.length; at++) {
    if (counts(sliceStacks.slice[at])) stackOf[sliceStacks.slice[at]] = sliceStacks.stack[at];
  }
  return stackOf;
}

/** Whether slices of a kind have stacks. */
export function hasStacksOf(profile: Profile, kind: StackedKind): boolean {
  return profile.sliceStacks.slice.some(countsFor(profile, kind));
}

/** Whether a slice is of a kind. */
export function countsFor(
  { slices, tracks }: Pick<Profile, 'slices' | 'tracks'>,
  kind: StackedKind
): (slice: number) => boolean {
  const isWait = tracks.map(track => track.kind === 'waiting');
  return slice => isWait[slices.track[slice]] === (kind === 'waits');
}
