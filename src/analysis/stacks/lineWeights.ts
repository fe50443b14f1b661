import { FrameKind, type Profile } from '../../model/profile/profile';
import { outermostTotals } from './outermostTotals';
import {
  type StackUnit,
  type StackWeights,
  gpuStacks,
  heapStacks,
  operatorStacks,
  waitStacks
} from './stackWeights';

/** The weight of one source line. */
export interface LineWeight {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  readonly self: number;
  /** Of all stacks with the line on them, each counted once. */
  readonly total: number;
}

/** The weights of source lines, each line of each file once, in no particular order. */
export interface LineWeights {
  readonly unit: StackUnit;
  readonly lines: readonly LineWeight[];
  /** The weight of all stacks, also of those without a line. */
  readonly whole: number;
}

/**
 * Bytes allocated by line. V8's heap profiler knows the lines on which functions begin, not those that
 * allocate: a line here stands for all functions that begin on it. `self` is the memory that they
 * allocated themselves.
 */
export function heapLines(profile: Profile): LineWeights {
  const { stacks, frames } = profile;
  return linesOf(profile, heapStacks(profile), {
    lineOf: row => stacks.line[row] || frames.line[stacks.frame[row]],
    isInnermost: () => true
  });
}

/**
 * Time of operators by the lines on their stacks. `self` is at the innermost line of the user's own
 * code: where an operator was called, not where the library runs it.
 */
export function operatorLines(profile: Profile): LineWeights {
  return callLines(profile, operatorStacks(profile));
}

/** Time for which GPUs worked by the lines on the stacks of what started it, as for operators. */
export function gpuLines(profile: Profile): LineWeights {
  return callLines(profile, gpuStacks(profile));
}

/** Time for which threads waited by the lines on the stacks of the awaits, as for operators. */
export function waitLines(profile: Profile): LineWeights {
  return callLines(profile, waitStacks(profile));
}

function callLines(profile: Profile, weights: StackWeights): LineWeights {
  const { stacks, frames } = profile;
  return linesOf(profile, weights, {
    lineOf: row => stacks.line[row],
    isInnermost: row => frames.kind[stacks.frame[row]] === FrameKind.user
  });
}

interface LineRules {
  /** Line of a row of `stacks`, 0 when unknown. */
  readonly lineOf: (row: number) => number;
  /** True if the top of the stack at a row with a line may count as `self` of that line. */
  readonly isInnermost: (row: number) => boolean;
}

function linesOf(profile: Profile, weights: StackWeights, rules: LineRules): LineWeights {
  const { prefix, weight, unit, length } = weights;
  const { keys, places } = lineKeys(profile, length, rules.lineOf);
  const self = new Float64Array(places.length);
  const innermost = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    const isInnermost = keys[row] >= 0 && rules.isInnermost(row);
    if (isInnermost) innermost[row] = keys[row];
    else if (prefix[row] >= 0) innermost[row] = innermost[prefix[row]];
    if (innermost[row] >= 0) self[innermost[row]] += weight[row];
  }
  const total = outermostTotals(prefix, keys, weight, places.length);
  const lines = places.map((place, key) => ({ ...place, self: self[key], total: total[key] }));
  return {
    unit,
    lines: lines.filter(each => each.total > 0),
    whole: weight.reduce((sum, each) => sum + each, 0)
  };
}

/** A key for each line of each file; rows above those of `stacks` have none. */
function lineKeys(profile: Profile, length: number, lineOf: (row: number) => number) {
  const { stacks, frames, strings } = profile;
  const keys = new Int32Array(length).fill(-1);
  const known = new Map<string, number>();
  const places: { readonly file: string; readonly line: number }[] = [];
  for (let row = 0; row < stacks.length; row++) {
    const line = lineOf(row);
    const file = frames.file[stacks.frame[row]];
    if (line === 0 || file === 0) continue;
    const text = `${file} ${line}`;
    const key = known.get(text) ?? places.push({ file: strings[file], line }) - 1;
    known.set(text, key);
    keys[row] = key;
  }
  return { keys, places };
}
