import type { Profile } from '../../model/profile/profile';
import { type LineCostKind, type LineCosts, lineCosts } from './lineCosts';
import { outermostTotals } from './outermostTotals';
import {
  type StackWeights,
  gpuStacks,
  heapStacks,
  operatorStacks,
  sampleStacks,
  waitStacks
} from './stackWeights';

/** The cost of the code of one file. Shares are of `LineCosts.whole`. */
export interface FileCost {
  readonly file: string;
  /** Share of its lines themselves, 0 … 1: the sum of their self shares. */
  readonly selfShare: number;
  /** Share with the file anywhere on the stack, 0 … 1; null when stacks were not sampled. */
  readonly totalShare: number | null;
}

/** The files of lines that cost something, most self cost first, then most total. */
export function fileCosts(profile: Profile, costs: LineCosts = lineCosts(profile)): FileCost[] {
  const sums = lineSums(costs);
  const totals = stackShares(profile, costs);
  const files = new Set([...sums.keys(), ...(totals?.keys() ?? [])]);
  return [...files]
    .filter(file => file !== '')
    .map(file => {
      const { self, atLeast } = sums.get(file) ?? { self: 0, atLeast: 0 };
      const total = Math.max(self, atLeast, totals?.get(file) ?? 0);
      return { file, selfShare: Math.min(1, self), totalShare: totals && Math.min(1, total) };
    })
    .sort((a, b) => b.selfShare - a.selfShare || (b.totalShare ?? 0) - (a.totalShare ?? 0));
}

interface LineSums {
  self: number;
  /** The greatest total of a line: in files of earlier versions lines and stacks are of two samplers, which differ by chance. */
  atLeast: number;
}

function lineSums({ lines }: LineCosts): Map<string, LineSums> {
  const sums = new Map<string, LineSums>();
  for (const { file, selfShare, totalShare } of lines) {
    const known = sums.get(file) ?? { self: 0, atLeast: 0 };
    known.self += selfShare;
    known.atLeast = Math.max(known.atLeast, totalShare ?? 0);
    sums.set(file, known);
  }
  return sums;
}

/** Share of each file on the stacks, each stack counted once; null if there are no stacks. */
function stackShares(profile: Profile, { kind, whole }: LineCosts): Map<string, number> | null {
  const weights = STACK_WEIGHTS[kind](profile);
  const weighed = weights.weight.reduce((sum, weight) => sum + weight, 0);
  if (kind === 'cpu' ? profile.samples.length === 0 : weighed === 0) return null;
  const { strings, frames } = profile;
  const files = weights.callee.map(each => frames.file[each] ?? 0);
  const { prefix, weight } = weights;
  const all = Math.max(1, whole, weighed);
  const shares = new Map<string, number>();
  outermostTotals(prefix, Int32Array.from(files), weight, strings.length).forEach((sum, row) => {
    if (sum > 0) shares.set(strings[row], sum / all);
  });
  return shares;
}

/** The weights of stacks by what a line or a function costs. */
export const STACK_WEIGHTS: Readonly<Record<LineCostKind, (profile: Profile) => StackWeights>> = {
  cpu: profile => sampleStacks(profile),
  waiting: profile => waitStacks(profile),
  allocations: profile => heapStacks(profile),
  operators: profile => operatorStacks(profile),
  gpu: profile => gpuStacks(profile)
};
