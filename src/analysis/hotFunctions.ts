import type { Profile } from '../model/profile';

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
  /** Time in the function and what it called; recursion counts once. */
  readonly totalNs: number;
}

/** The functions seen in samples, most self time first, then most total. Idle samples count nowhere. */
export function hotFunctions(profile: Profile): HotFunction[] {
  const { frames, strings } = profile;
  const { selfNs, totalNs } = frameTimes(profile);
  const found: HotFunction[] = [];
  for (let frame = 0; frame < frames.length; frame++) {
    if (totalNs[frame] === 0) continue;
    found.push({
      name: strings[frames.name[frame]],
      file: strings[frames.file[frame]],
      line: frames.line[frame],
      kind: frames.kind[frame],
      selfNs: selfNs[frame],
      totalNs: totalNs[frame]
    });
  }
  return found.sort((a, b) => b.selfNs - a.selfNs || b.totalNs - a.totalNs);
}

function frameTimes({ samples, stacks, frames }: Profile) {
  const selfNs = new Float64Array(frames.length);
  const totalNs = new Float64Array(frames.length);
  const seenFrom = new Int32Array(frames.length).fill(-1);
  const weights = weightByStack(samples, stacks.length);
  const addToCallers = (leaf: number) => {
    for (let stack = leaf; stack >= 0; stack = stacks.prefix[stack]) {
      const frame = stacks.frame[stack];
      if (seenFrom[frame] !== leaf) totalNs[frame] += weights[leaf];
      seenFrom[frame] = leaf;
    }
  };
  weights.forEach((weight, leaf) => {
    if (weight === 0) return;
    selfNs[stacks.frame[leaf]] += weight;
    addToCallers(leaf);
  });
  return { selfNs, totalNs };
}

function weightByStack({ length, stack, weight }: Profile['samples'], stackCount: number) {
  const result = new Float64Array(stackCount);
  for (let row = 0; row < length; row++) {
    if (stack[row] >= 0) result[stack[row]] += weight[row];
  }
  return result;
}
