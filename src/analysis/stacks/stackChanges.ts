import { packageOf } from '../../base/packageOf';
import { FrameKind, type Profile } from '../../model/profile/profile';
import type { StackWeights } from './stackWeights';

/**
 * A change of what stacks show, by callee or package:
 * - `focus`: only what a function called, with that function as the outermost
 * - `merge`: without the function, whose time becomes that of its callers
 * - `collapse`: the function alone stands for all that it called
 * - `package`: only functions of a package, or of the user's own code for null; each stands for what others did for it
 */
export type StackChange =
  | { readonly type: 'focus' | 'merge' | 'collapse'; readonly callee: number }
  | { readonly type: 'package'; readonly name: string | null };

/** Stacks after some changes, each of what those before it left. Nothing is counted twice, and only `focus` and `package` leave anything out. */
export function changedStacks(
  profile: Pick<Profile, 'frames' | 'strings'>,
  stacks: StackWeights,
  changes: readonly StackChange[]
): StackWeights {
  return changes.reduce((before, change) => changed(profile, before, change), stacks);
}

/** The package of a callee, or null for the user's own code; undefined for Node.js, native code and slices. */
export function packageOfCallee(
  { frames, strings }: Pick<Profile, 'frames' | 'strings'>,
  callee: number
): string | null | undefined {
  if (callee >= frames.length) return undefined;
  if (frames.kind[callee] === FrameKind.user) return null;
  return packageOf(strings[frames.file[callee]]) ?? undefined;
}

function changed(
  profile: Pick<Profile, 'frames' | 'strings'>,
  stacks: StackWeights,
  change: StackChange
): StackWeights {
  if (change.type === 'focus') return focused(stacks, change.callee);
  if (change.type === 'collapse') return collapsed(stacks, change.callee);
  if (change.type === 'package') {
    const isLeft = calleesWhere(stacks, each => packageOfCallee(profile, each) === change.name);
    return without(stacks, isLeft, false);
  }
  const isLeft = calleesWhere(stacks, each => each !== change.callee);
  return without(stacks, isLeft, true);
}

function calleesWhere(
  { calleeCount }: StackWeights,
  holds: (callee: number) => boolean
): Uint8Array {
  return Uint8Array.from({ length: calleeCount }, (_, callee) => Number(holds(callee)));
}

function focused(stacks: StackWeights, wanted: number): StackWeights {
  const { length, callee } = stacks;
  const prefix = new Int32Array(length).fill(-1);
  const weight = new Float64Array(length);
  const isWithin = new Uint8Array(length);
  for (let row = 0; row < length; row++) {
    const caller = stacks.prefix[row];
    const isBelow = caller >= 0 && isWithin[caller] === 1;
    if (!isBelow && callee[row] !== wanted) continue;
    isWithin[row] = 1;
    prefix[row] = isBelow ? caller : -1;
    weight[row] = stacks.weight[row];
  }
  return { ...stacks, prefix, weight };
}

function collapsed(stacks: StackWeights, wanted: number): StackWeights {
  const { length, callee, prefix } = stacks;
  const weight = new Float64Array(length);
  const into = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    const caller = prefix[row];
    const outer = caller < 0 ? -1 : into[caller];
    into[row] = outer < 0 && callee[row] === wanted ? row : outer;
    weight[into[row] < 0 ? row : into[row]] += stacks.weight[row];
  }
  return { ...stacks, weight };
}

/** Without some callees, whose weight is that of the next one outside; of the outermost it is their own, or left out. */
function without(stacks: StackWeights, isLeft: Uint8Array, keepsOutermost: boolean): StackWeights {
  const { length, callee } = stacks;
  const prefix = new Int32Array(length).fill(-1);
  const weight = new Float64Array(length);
  const into = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    const caller = stacks.prefix[row];
    const outer = caller < 0 ? -1 : into[caller];
    const isKept = isLeft[callee[row]] === 1;
    into[row] = isKept ? row : outer;
    prefix[row] = isKept ? outer : -1;
    const target = into[row] < 0 && keepsOutermost ? row : into[row];
    if (target >= 0) weight[target] += stacks.weight[row];
  }
  return { ...stacks, prefix, weight };
}
