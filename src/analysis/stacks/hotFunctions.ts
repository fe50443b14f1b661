import type { Profile } from '../../model/profile/profile';
import { type CalledFunction, calledFunction } from './calledFunctions';
import { outermostTotals } from './outermostTotals';
import { type StackWeights, sampleStacks } from './stackWeights';

/** CPU time of one function, from samples. Nanoseconds. */
export interface HotFunction {
  readonly name: string;
  readonly file: string;
  /** One-based line of the function, 0 when unknown. */
  readonly line: number;
  /** One of `FrameKind`. */
  readonly kind: number;
  /** Time in the function itself. */
  readonly selfNs: number;
  /** Time in the function and everything it called; recursion counts once. */
  readonly totalNs: number;
}

/** The weight of one function, or of the slices it stands for. */
export interface FunctionWeight extends CalledFunction {
  readonly self: number;
  /** Including everything it called; recursion counts once. */
  readonly total: number;
}

/** The functions seen in samples, most self time first, then most total. Idle samples count nowhere. */
export function hotFunctions(profile: Profile): HotFunction[] {
  return functionWeights(profile, sampleStacks(profile)).map(
    ({ name, file, line, kind, self, total }) => {
      return { name, file, line, kind: kind ?? 0, selfNs: self, totalNs: total };
    }
  );
}

/** The functions on weighted stacks of `profile`, most self first, then most total. */
export function functionWeights(profile: Profile, weights: StackWeights): FunctionWeight[] {
  const { prefix, callee, weight, calleeCount } = weights;
  const self = new Float64Array(calleeCount);
  weight.forEach((each, row) => (self[callee[row]] += each));
  const found: FunctionWeight[] = [];
  outermostTotals(prefix, Int32Array.from(callee), weight, calleeCount).forEach((total, row) => {
    if (total > 0) found.push({ ...calledFunction(profile, row), self: self[row], total });
  });
  return found.sort((a, b) => b.self - a.self || b.total - a.total);
}
