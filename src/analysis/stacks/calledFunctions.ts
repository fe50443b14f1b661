import type { Profile } from '../../model/profile/profile';
import type { CallTree } from './callTree';
import { outermostTotals } from './outermostTotals';
import { type StackWeights, sampleStacks } from './stackWeights';

/** The subject of a row of a call tree. */
export interface CalledFunction {
  readonly name: string;
  /** The file of the function, empty if unknown; for a slice its category. */
  readonly file: string;
  /** One-based line of the function, 0 when unknown. */
  readonly line: number;
  /** One of `FrameKind`; null for a slice. */
  readonly kind: number | null;
}

/** The meaning of `callee` in a tree or in weighted stacks: a row of `frames`, then of `labels`. */
export function calledFunction(
  { strings, frames, labels }: Profile,
  callee: number
): CalledFunction {
  if (callee >= frames.length) {
    const label = callee - frames.length;
    const [name, file] = [labels.name[label], labels.category[label]].map(row => strings[row]);
    return { name, file, line: 0, kind: null };
  }
  return {
    name: strings[frames.name[callee]],
    file: strings[frames.file[callee]],
    line: frames.line[callee],
    kind: frames.kind[callee]
  };
}

/** The weights of the callees of a tree, by callee. */
export interface CalleeTotals {
  readonly self: Float64Array;
  /** Including everything it called; if a function called itself, that counts once. */
  readonly total: Float64Array;
}

/** Sums up a tree by callee; linear in the tree. Not for trees of callers. */
export function calleeTotals(tree: CallTree): CalleeTotals {
  const { length, callee, end, calleeCount } = tree;
  const self = new Float64Array(calleeCount);
  const total = new Float64Array(calleeCount);
  const covered = new Uint32Array(calleeCount);
  for (let row = 0; row < length; row++) {
    self[callee[row]] += tree.self[row];
    if (row < covered[callee[row]]) continue;
    total[callee[row]] += tree.total[row];
    covered[callee[row]] = end[row];
  }
  return { self, total };
}

/** The total weight of the rows with one of the given callees, without rows below such a row. */
export function weightOfCallees(tree: CallTree, isWanted: (callee: number) => boolean): number {
  let sum = 0;
  for (let row = 0; row < tree.length;) {
    const found = isWanted(tree.callee[row]);
    if (found) sum += tree.total[row];
    row = found ? tree.end[row] : row + 1;
  }
  return sum;
}

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
