import {
  type BundleComparison,
  type ComparedWhole,
  type RunningChange,
  type ComparedFunction,
  type ComparedTree,
  MAX_COMPARED_CALLS
} from '../../model/output/comparison';
import { comparedRows } from './comparedRows';
import {
  type ComparedSide,
  comparedRun,
  repeatedMean,
  repetitionRow,
  runsOf,
  comparedFile
} from './comparedSide';
import { comparedSource } from './comparedSource';
import { coreWaitNs } from '../slices/recordedTimes';
import { profiledTracks } from '../slices/recordedThreads';
import { repetitionTimes, unqueuedTimes } from '../statistics/repetitions';
import { relativeChange } from './meanChange';
import { medianChange } from './medianChange';
import type { Profile } from '../../model/profile/profile';
import { calledFunction } from '../stacks/calledFunctions';
import { type CallTree, callTree, TreeBuilder } from '../stacks/callTree';
import { nestedSlices, sampleStacks } from '../stacks/stackWeights';

/** The comparison of two profiles, bounded in its lines and calls. Times are of one run. */
export function compareProfiles(before: ComparedSide, after: ComparedSide): BundleComparison {
  return {
    before: comparedRun(before),
    after: comparedRun(after),
    whole: comparedWhole(before, after),
    ...comparedRows(before, after),
    hiddenRows: 0,
    source: comparedSource(before, after),
    tree: comparedTree(before, after)
  };
}

/** The time of a run of the whole cell in both profiles: the median, where all runs are known. */
function comparedWhole(before: ComparedSide, after: ComparedSide): ComparedWhole {
  const [beforeTimes, afterTimes] = [runTimes(before), runTimes(after)];
  if (beforeTimes !== null && afterTimes !== null) {
    const running = runningChange(before, after);
    return { ...medianChange(beforeTimes, afterTimes), ...(running && { running }) };
  }
  const [from, to] = [before, after].map(side => repeatedMean(repetitionRow(side), runsOf(side)));
  const [beforeNs, afterNs] = [wholeNs(before), wholeNs(after)];
  const isKnown = from !== null && to !== null && beforeNs > 0 && afterNs > 0;
  const interval = isKnown ? relativeChange(from, to) : UNKNOWN;
  const running = runsOf(before) + runsOf(after) > 2 ? null : singleRunningChange(before, after);
  return { beforeNs, afterNs, ...interval, ...(running && { running }) };
}

const UNKNOWN = { low: null, high: null } as const;

/** The times of all runs; null of one that was not repeated, or of which not all were kept or took time. */
function runTimes(side: ComparedSide): readonly number[] | null {
  const times = repetitionTimes(side.profile);
  const isKnown = times.length === runsOf(side) && times.every(each => each > 0);
  return isKnown && times.length > 1 ? times : null;
}

/** Waits for processors that are a smaller part of the time change no verdict. */
const LEAST_QUEUED = 0.05;

/** The change of the whole cell without waits for a processor; null where they are unknown or short. */
function runningChange(before: ComparedSide, after: ComparedSide): RunningChange | null {
  const [from, to] = [before, after].map(({ profile }) => unqueuedTimes(profile));
  if (from === null || to === null) return null;
  const isBusy =
    waitingShare(before, from) >= LEAST_QUEUED || waitingShare(after, to) >= LEAST_QUEUED;
  const isMeasured = [from, to].every(times => times.every(each => each > 0));
  return isBusy && isMeasured ? medianChange(from, to) : null;
}

/** The same of single runs. */
function singleRunningChange(before: ComparedSide, after: ComparedSide): RunningChange | null {
  const [from, to] = [before, after].map(({ profile }) => {
    const { durationNs } = profile.meta;
    const queuedNs = coreWaitNs(profile, profiledTracks(profile));
    if (queuedNs === undefined || durationNs === 0) return null;
    return {
      ranNs: Math.max(0, durationNs - queuedNs),
      isBusy: queuedNs >= LEAST_QUEUED * durationNs
    };
  });
  if (!from || !to || !(from.isBusy || to.isBusy)) return null;
  return { beforeNs: from.ranNs, afterNs: to.ranNs, ...UNKNOWN };
}

/** The share of waits for a processor in the time of all runs. */
function waitingShare({ profile }: ComparedSide, runningNs: readonly number[]): number {
  const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
  const wholeNs = sum(repetitionTimes(profile));
  return wholeNs > 0 ? 1 - sum(runningNs) / wholeNs : 0;
}

function wholeNs(side: ComparedSide): number {
  return repetitionRow(side)?.perRun?.mean ?? side.profile.meta.durationNs;
}

/**
 * The calls of both profiles in one tree, functions of the same name and file merged, of siblings the
 * heavier first; null if there are none. They are those of samples or, unless both were sampled, of
 * slices. If there are too many rows, those with the least time are left out.
 */
function comparedTree(before: ComparedSide, after: ComparedSide): ComparedTree | null {
  const isSampled = [before, after].every(({ profile }) => profile.samples.length > 0);
  const weightsOf = isSampled ? sampleStacks : nestedSlices;
  const trees = [before, after].map(side => callTree(weightsOf(side.profile)));
  const calls = trees[0].length + trees[1].length;
  if (calls === 0) return null;
  const merged = new MergedTree(calls);
  merged.add(trees[0], before, 'before');
  merged.add(trees[1], after, 'after');
  return merged.finish();
}

type Side = 'before' | 'after';

/** Times of both sides by row of a tree that grows. */
class MergedTree {
  readonly #functions: ComparedFunction[] = [];
  readonly #known = new Map<string, number>();
  readonly #builder: TreeBuilder;
  readonly #self: Readonly<Record<Side, Float64Array>>;

  /** There are `most` rows at most, and as many functions. */
  constructor(most: number) {
    this.#builder = new TreeBuilder(most);
    this.#self = { before: new Float64Array(most), after: new Float64Array(most) };
  }

  add(tree: CallTree, side: ComparedSide, name: Side): void {
    const runs = runsOf(side);
    const rows = new Int32Array(tree.length);
    for (let row = 0; row < tree.length; row++) {
      const above = tree.parent[row];
      const callee = this.#functionOf(side.profile, tree.callee[row]);
      rows[row] = this.#builder.row(above < 0 ? -1 : rows[above], callee);
      this.#self[name][rows[row]] += tree.self[row] / runs;
    }
  }

  finish(): ComparedTree {
    const builder = this.#builder;
    const self = this.#self;
    const functions = this.#functions;
    self.before.forEach((time, row) => {
      const most = Math.max(time, self.after[row]);
      if (most > 0) builder.add(row, most);
    });
    const { length, parent, callee, total } = builder.build();
    const rows = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      rows[row] = builder.row(parent[row] < 0 ? -1 : rows[parent[row]], callee[row]);
    }
    const times = (name: Side) =>
      timesOf(
        Float64Array.from(rows, row => self[name][row]),
        parent
      );
    const kept = heaviest(total, MAX_COMPARED_CALLS);
    return keptRows({ parent, callee, functions, kept }, times('before'), times('after'));
  }

  #functionOf(profile: Profile, callee: number): number {
    const called = calledFunction(profile, callee);
    const { name } = called;
    const file = comparedFile(profile, called.file);
    const key = JSON.stringify([name, file]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#functions.push({ name, file }) - 1;
    this.#known.set(key, made);
    return made;
  }
}

interface Times {
  readonly self: Float64Array;
  readonly total: Float64Array;
}

function timesOf(self: Float64Array, parent: Int32Array): Times {
  const total = self.slice();
  for (let row = parent.length - 1; row >= 0; row--) {
    if (parent[row] >= 0) total[parent[row]] += total[row];
  }
  return { self, total };
}

/** The rows with the greatest totals, of equal ones the first: with each row the row above it is kept. */
function heaviest(total: Float64Array, limit: number): readonly number[] {
  const rows = Array.from(total, (_, row) => row);
  if (rows.length <= limit) return rows;
  rows.sort((a, b) => total[b] - total[a] || a - b);
  return rows.slice(0, limit).sort((a, b) => a - b);
}

interface KeptRows {
  readonly parent: Int32Array;
  readonly callee: Uint32Array;
  readonly functions: readonly ComparedFunction[];
  readonly kept: readonly number[];
}

function keptRows(
  { parent, callee, functions, kept }: KeptRows,
  before: Times,
  after: Times
): ComparedTree {
  const placeOf = new Int32Array(parent.length).fill(-1);
  kept.forEach((row, place) => (placeOf[row] = place));
  const used = [...new Set(kept.map(row => callee[row]))];
  const functionOf = new Map(used.map((each, place) => [each, place]));
  const column = (times: Float64Array): number[] => kept.map(row => Math.round(times[row]));
  return {
    parent: kept.map(row => (parent[row] < 0 ? -1 : placeOf[parent[row]])),
    function: kept.map(row => functionOf.get(callee[row]) ?? 0),
    functions: used.map(each => functions[each]),
    selfBefore: column(before.self),
    selfAfter: column(after.self),
    totalBefore: column(before.total),
    totalAfter: column(after.total),
    hiddenRows: parent.length - kept.length
  };
}
