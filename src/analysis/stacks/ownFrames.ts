import type { Profile } from '../../model/profile/profile';
import { FrameKind } from '../../model/profile/profile';

/** In place of a frame: none. */
export const NO_FRAME = -1;

/** The row of the innermost function of the user's own code on each stack, or {@link NO_FRAME}. */
export function ownFrames({ stacks, frames }: Pick<Profile, 'stacks' | 'frames'>): Int32Array {
  const own = new Int32Array(stacks.length).fill(NO_FRAME);
  for (let row = 0; row < stacks.length; row++) {
    const isOwn = frames.kind[stacks.frame[row]] === FrameKind.user;
    if (isOwn) own[row] = stacks.frame[row];
    else if (stacks.prefix[row] >= 0) own[row] = own[stacks.prefix[row]];
  }
  return own;
}
