import type { Profile } from 'kernelscope/model';

/** What a function took itself, and with all that it called. */
export interface FunctionTotal {
  readonly self: number;
  readonly total: number;
}

/** A stack with what it stands for. */
type Weighted = readonly [stack: number, weight: number];

/** CPU nanoseconds by function name, of the threads in `tracks`; of all unless stated. */
export function cpuTotals(
  profile: Profile,
  tracks?: readonly number[]
): ReadonlyMap<string, FunctionTotal> {
  const { samples } = profile;
  const rows = Array.from(samples.stack, (_, row) => row).filter(
    row => tracks?.includes(samples.track[row]) ?? true
  );
  return totals(
    profile,
    rows.map(row => [samples.stack[row], samples.weight[row]])
  );
}

/** Bytes on the heap by function name. */
export function heapTotals(profile: Profile): ReadonlyMap<string, FunctionTotal> {
  const { stack, bytes } = profile.heapSamples;
  return totals(
    profile,
    Array.from(stack, (row, at) => [row, bytes[at]])
  );
}

/** Each stack counts once for each name on it, straight from the tables. */
function totals(profile: Profile, weighted: readonly Weighted[]): Map<string, FunctionTotal> {
  const { stacks, frames, strings } = profile;
  const sums = new Map<string, FunctionTotal>();
  const add = (name: string, self: number, total: number): void => {
    const sum = sums.get(name) ?? { self: 0, total: 0 };
    sums.set(name, { self: sum.self + self, total: sum.total + total });
  };
  for (const [stack, weight] of weighted) {
    const names: string[] = [];
    for (let row = stack; row >= 0; row = stacks.prefix[row]) {
      names.push(strings[frames.name[stacks.frame[row]]]);
    }
    if (names.length > 0) add(names[0], weight, 0);
    for (const name of new Set(names)) add(name, 0, weight);
  }
  return sums;
}
