import { FrameKind, type Profile } from '../../model/profile/profile';
import type { StackWeights } from './stackWeights';

/** Stacks without what is folded away. */
export interface FoldedStacks {
  readonly weights: StackWeights;
  /** For each callee 1 if some of its calls are folded away. */
  readonly isHidden: Uint8Array;
}

/**
 * Stacks in which functions that are not the user's own call none but the user's: each stands for all that it called up
 * to the next function of the user's. Every stack with such a function begins with one, as no code of Node.js or a library
 * that called it says more. Weights add up to the same; slices count as the user's own.
 */
export function foldedStacks(
  { frames }: Pick<Profile, 'frames'>,
  stacks: StackWeights
): FoldedStacks {
  const { length, prefix, callee, calleeCount } = stacks;
  const isOwn = Uint8Array.from({ length: calleeCount }, (_, each) =>
    Number(each >= frames.length || frames.kind[each] === FrameKind.user)
  );
  // The row that a row is a part of, and the one on which the next function of the user's stands.
  const into = new Int32Array(length);
  const below = new Int32Array(length);
  const folded = {
    prefix: new Int32Array(length),
    weight: new Float64Array(length),
    isHidden: new Uint8Array(calleeCount)
  };
  for (let row = 0; row < length; row++) {
    const caller = prefix[row];
    const outer = caller < 0 ? -1 : into[caller];
    const isFolded = isOwn[callee[row]] === 0 && outer >= 0 && isOwn[callee[outer]] === 0;
    const isLeading = isOwn[callee[row]] === 0 && (caller < 0 || below[caller] < 0);
    into[row] = isFolded ? outer : row;
    below[row] = isLeading ? -1 : into[row];
    folded.prefix[row] = caller < 0 ? -1 : below[caller];
    folded.weight[into[row]] += stacks.weight[row];
    if (isFolded) folded.isHidden[callee[row]] = 1;
  }
  const { isHidden, ...rows } = folded;
  return { weights: { ...stacks, ...rows }, isHidden };
}
