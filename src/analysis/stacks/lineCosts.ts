import { type Profile, FrameKind } from '../../model/profile/profile';
import { recordsOf } from '../../model/profile/sourceReport';
import { intervalAt } from '../../facts/cpuIntervals';
import { gpuWork } from '../gpu/gpuWork';
import { hasStacksOf } from '../slices/slicesWithStacks';
import {
  type StackUnit,
  byTime,
  type StackWeights,
  gpuStacks,
  heapStacks,
  operatorStacks,
  waitStacks,
  threadWhole
} from './stackWeights';
import { effectiveSamples } from '../slices/shareInterval';
import { programPart } from './programPart';
import { outermostTotals } from './outermostTotals';

/**
 * Kinds of cost of lines: CPU time, waiting time, heap memory, time of operators called there, or of
 * GPUs.
 */
export type LineCostKind = (typeof LINE_COST_KINDS)[number];

/** The cost of one source line. Shares are of {@link LineCosts.whole}. */
export interface LineCost {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** Share of the line itself, 0 … 1. */
  readonly selfShare: number;
  /** Share of the line and everything it called, 0 … 1; null if call sites were not recorded. */
  readonly totalShare: number | null;
}

export interface LineCosts {
  readonly kind: LineCostKind;
  readonly unit: StackUnit;
  /**
   * The value of a share of 1, see `threadWhole`: the time of the run, or of all threads together where
   * that is more; or all bytes allocated.
   */
  readonly whole: number;
  /** Each line of each file once, in no certain order. */
  readonly lines: readonly LineCost[];
  /**
   * The number of samples in the run, including those without a line; 0 for waiting, operators and GPUs, which
   * are not sampled.
   */
  readonly sampleCount: number;
  /** False when only self costs are known. */
  readonly hasTotals: boolean;
}

/**
 * The cost of each line. CPU: if call sites were recorded, self and total come from the same samples,
 * so that no line has more self than total; else only V8's own ticks give the self cost. Allocations:
 * see `heapLines` for the meaning of a line. Operators: see `operatorLines`; GPUs likewise.
 */
export function lineCosts(whole: Profile, kind: LineCostKind = 'cpu'): LineCosts {
  const profile = programPart(whole);
  switch (kind) {
    case 'waiting':
      return fromWeights(kind, waitLines(profile), threadWhole(profile), 0);
    case 'allocations':
      return fromWeights(kind, heapLines(profile), 0, recordsOf(profile, 'allocations'));
    case 'operators':
      return fromWeights(kind, operatorLines(profile), profile.meta.durationNs, 0);
    case 'gpu':
      return fromWeights(kind, gpuLines(profile), profile.meta.durationNs, 0);
    case 'cpu':
      return profile.lineTotals.length > 0 ? fromTotals(profile) : fromTicks(profile);
  }
}

/**
 * The costs of the lines of the user's own code, in which the self cost of a line has everything that it called in
 * libraries, Node and native code. For CPU time without call sites, or in no code of the user's own, and for
 * allocations, the costs of all lines, as {@link lineCosts} has them.
 */
export function ownLineCosts(profile: Profile, kind: LineCostKind = 'cpu'): LineCosts {
  const costs = lineCosts(profile, kind);
  if (kind !== 'cpu') return costs;
  const { file, own } = programPart(profile).lineTotals;
  const ownFiles = new Set<string>();
  own.forEach((ns, row) => ns > 0 && ownFiles.add(profile.strings[file[row]]));
  if (ownFiles.size === 0) return costs;
  const lines = costs.lines.flatMap((line, row) =>
    ownFiles.has(line.file) ? [{ ...line, selfShare: shareOf(own[row], costs.whole) }] : []
  );
  return { ...costs, lines };
}

/** The kinds of cost that a profile has lines for: those worth offering. */
export function lineCostKinds(profile: Profile): LineCostKind[] {
  const { lineTicks, lineTotals, heapSamples } = profile;
  const hasOperators = hasStacksOf(profile, 'operators');
  const has: Readonly<Record<LineCostKind, boolean>> = {
    cpu: lineTicks.length + lineTotals.length > 0,
    waiting: hasStacksOf(profile, 'waits'),
    allocations: heapSamples.length > 0,
    operators: hasOperators,
    gpu: hasOperators && gpuWork(profile).rows.length > 0
  };
  return LINE_COST_KINDS.filter(kind => has[kind]);
}

/** All kinds, in the order in which they are offered. */
export const LINE_COST_KINDS = ['cpu', 'waiting', 'allocations', 'operators', 'gpu'] as const;

function fromWeights(
  kind: LineCostKind,
  { unit, lines, whole }: LineWeights,
  atLeast: number,
  sampleCount: number
): LineCosts {
  const all = Math.max(whole, atLeast);
  return {
    kind,
    unit,
    whole: all,
    lines: lines.map(({ file, line, self, total }) => {
      return { file, line, selfShare: shareOf(self, all), totalShare: shareOf(total, all) };
    }),
    sampleCount,
    hasTotals: true
  };
}

function fromTotals(profile: Profile): LineCosts {
  const { lineTotals, strings } = profile;
  const { length, file, line, self, total } = lineTotals;
  const allNs = Math.max(threadWhole(profile), greatest(total));
  const lines = Array.from({ length }, (_, row) => ({
    file: strings[file[row]],
    line: line[row],
    selfShare: shareOf(self[row], allNs),
    totalShare: shareOf(total[row], allNs)
  }));
  const sampleCount = Math.round(samplesOfLines(profile));
  return { kind: 'cpu', unit: 'nanoseconds', whole: allNs, lines, sampleCount, hasTotals: true };
}

/** So many samples of equal weight tell as much of the shares of lines, see `effectiveSamples`. */
export function samplesOfLines(profile: Profile): number {
  return recordsOf(profile, 'callSites') * perSample(profile);
}

/** How much a sample tells, as a part of what one of samples of equal weight would. */
function perSample({ samples }: Profile): number {
  return samples.length === 0 ? 1 : effectiveSamples(samples) / samples.length;
}

/** A tick lasts as long as one of a sample does on average, so that shares are of the same whole as functions'. */
function fromTicks(profile: Profile): LineCosts {
  const { lineTicks, strings } = profile;
  const { length, file, line, ticks } = lineTicks;
  const whole = threadWhole(profile);
  const tickNs = timeOfTick(profile, whole);
  const lines = Array.from({ length }, (_, row) => ({
    file: strings[file[row]],
    line: line[row],
    selfShare: shareOf(ticks[row] * tickNs, whole),
    totalShare: null
  }));
  const records = Math.max(profile.samples.length, recordsOf(profile, 'cpuSampler'));
  const sampleCount = Math.max(sumOf(ticks), Math.round(records * perSample(profile)));
  return { kind: 'cpu', unit: 'nanoseconds', whole, lines, sampleCount, hasTotals: false };
}

/** A sample of code has a tick for each time that the shortest interval was in its own. */
function timeOfTick(profile: Profile, wholeNs: number): number {
  const { lineTicks, samples, meta } = profile;
  const ticked = sumOf(lineTicks.ticks);
  const records = Math.max(samples.length, recordsOf(profile, 'cpuSampler'));
  const intervalNs = intervalAt(meta, meta.pid, 1);
  const shortestNs = intervalNs(0);
  let [codeNs, ticks] = [0, 0];
  samples.stack.forEach((stack, row) => {
    if (stack < 0) return;
    codeNs += samples.weight[row];
    ticks += Math.max(1, Math.round(intervalNs(samples.time[row]) / shortestNs));
  });
  if (codeNs === 0) return wholeNs / Math.max(ticked, records);
  return codeNs / Math.max(ticked, (ticks * records) / samples.length);
}

function sumOf(column: Uint32Array | Float64Array): number {
  let sum = 0;
  for (const each of column) sum += each;
  return sum;
}

function greatest(column: Float64Array): number {
  return column.reduce((most, each) => Math.max(most, each), 0);
}

/** Part of a whole, 0 … 1 whatever a profile claims. */
function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0;
}

/** The CPU time of one source line, nanoseconds. */
export interface HotLine {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** With what it called outside of the user's own code, see {@link ownLineCosts}. */
  readonly selfNs: number;
  /** With everything that the line called; null if call sites were not recorded. */
  readonly totalNs: number | null;
}

/** The lines that took time, and the time that they are part of. */
export interface HotLines {
  /** The sum of the self times of all lines and `restNs`, see `LineCosts.whole`. */
  readonly wholeNs: number;
  /** Most self time first, then most total. */
  readonly lines: readonly HotLine[];
  /** Time of none of these lines: of other code, and when nothing ran. */
  readonly restNs: number;
}

/** The lines with CPU time of all files and threads, as {@link ownLineCosts} has them. */
export function hotLines(profile: Profile): HotLines {
  const { lines, whole } = ownLineCosts(profile);
  const timed = lines.map(({ file, line, selfShare, totalShare }) => {
    const totalNs = totalShare === null ? null : totalShare * whole;
    return { file, line, selfNs: selfShare * whole, totalNs };
  });
  const hot = timed.filter(({ selfNs, totalNs }) => selfNs > 0 || (totalNs ?? 0) > 0);
  const sumNs = hot.reduce((sum, { selfNs }) => sum + selfNs, 0);
  // Lines and the whole are of two samplers in files of earlier versions, which differ by chance.
  const wholeNs = Math.max(whole, sumNs);
  return { wholeNs, lines: hot.sort(byTime), restNs: wholeNs - sumNs };
}

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
