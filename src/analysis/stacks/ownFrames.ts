import type { Profile } from '../../model/profile/profile';
import { FrameKind } from '../../model/profile/profile';

/** In place of a frame: none. */
export const NO_FRAME = -1;

type Stacks = Pick<Profile, 'stacks' | 'frames'>;

/** The row of the innermost function of the user's own code on each stack, or {@link NO_FRAME}. */
export function ownFrames(profile: Stacks): Int32Array {
  const { frame } = profile.stacks;
  return ownRows(profile).map(row => (row < 0 ? NO_FRAME : frame[row]));
}

/** For each row of stacks the innermost one of the user's own code at or around it; -1 for none. */
export function ownRows({ stacks, frames }: Stacks): Int32Array {
  const own = new Int32Array(stacks.length).fill(-1);
  for (let row = 0; row < stacks.length; row++) {
    const prefix = stacks.prefix[row];
    if (frames.kind[stacks.frame[row]] === FrameKind.user) own[row] = row;
    else if (prefix >= 0) own[row] = own[prefix];
  }
  return own;
}

/** The same of one row; -1 for -1. */
export function ownRow({ stacks, frames }: Stacks, from: number): number {
  let row = from;
  while (row >= 0 && frames.kind[stacks.frame[row]] !== FrameKind.user) row = stacks.prefix[row];
  return row;
}
