import type { Profile } from '../model/profile';
import type { LineCosts } from './lineCosts';
import { lineCosts } from './lineCosts';

/** What the code of one file cost, from CPU samples. Shares are of the time of the whole run. */
export interface FileCost {
  readonly file: string;
  /** Share of its lines themselves, 0 … 1: the sum of their self shares. */
  readonly selfShare: number;
  /** Share with the file anywhere on the stack, 0 … 1; null when stacks were not sampled. */
  readonly totalShare: number | null;
}

/** The files of sampled code, most self time first, then most total. */
export function fileCosts(profile: Profile, costs: LineCosts = lineCosts(profile)): FileCost[] {
  const sums = lineSums(costs);
  const totals = stackShares(profile);
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
  /** The greatest total of a line: lines and stacks may be of two samplers, which differ by chance. */
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

/** Share of each file on the stacks of samples; null without samples. */
function stackShares(profile: Profile): Map<string, number> | null {
  const { samples, meta, strings } = profile;
  if (samples.length === 0) return null;
  const sampledNs = samples.weight.reduce((sum, weight) => sum + weight, 0);
  const allNs = Math.max(1, meta.durationNs, sampledNs);
  const shares = new Map<string, number>();
  timesOnStack(profile).forEach((ns, row) => {
    if (ns > 0) shares.set(strings[row], ns / allNs);
  });
  return shares;
}

/** Time with each file on the stack, once per sample, by row of `strings`; nanoseconds. */
function timesOnStack({ samples, stacks, frames, strings }: Profile): Float64Array {
  const weights = new Float64Array(stacks.length);
  samples.stack.forEach((stack, row) => {
    if (stack >= 0) weights[stack] += samples.weight[row];
  });
  const times = new Float64Array(strings.length);
  const seenFrom = new Int32Array(strings.length).fill(-1);
  const addToFiles = (leaf: number): void => {
    for (let stack = leaf; stack >= 0; stack = stacks.prefix[stack]) {
      const file = frames.file[stacks.frame[stack]];
      if (seenFrom[file] !== leaf) times[file] += weights[leaf];
      seenFrom[file] = leaf;
    }
  };
  weights.forEach((weight, leaf) => {
    if (weight > 0) addToFiles(leaf);
  });
  return times;
}
