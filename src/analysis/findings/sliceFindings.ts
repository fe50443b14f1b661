import { type FindingOf, isRemark } from '../../model/output/findings';
import { OPERATOR_CATEGORIES } from '../../model/profile/categories';
import { selectQuantiles } from '../../base/stats';
import type { Profile } from '../../model/profile/profile';
import {
  type FindingContext,
  type RankedFinding,
  exactShare,
  functionFacts
} from './findingContext';
import { hotCode } from './hotCode';
import { type LabelledRuns, labelledRuns } from './labelledRuns';
import { lengthOf, lengthWithin } from '../slices/intervals';
import { timesOf, unqueuedDurations } from '../slices/recordedTimes';
import { effectiveSamples, shareInterval } from '../slices/shareInterval';
import { shareOf, timeOf } from '../slices/scopedTime';
import { NO_FRAME, ownFrames } from '../stacks/ownFrames';
import { greatest } from './sampleUses';

/** Slices that take a smaller share of the run do not dominate it. */
const DOMINANT_SHARE = 0.3;

/** A name with so much of the run leaves others nothing that is worth a sentence. */
const ALL = 0.95;

/** Runs that are needed to speak of growth and of outliers. */
const MIN_RUNS = 8;

/** The ratio of the last runs to the first from which they count as grown. */
const GROWTH = 1.5;

/** An outlier takes so many times as long as the median. */
const OUTLIER = 5;

/** Outliers are so few of all runs at most, and cost so much of the run at least. */
const MAX_OUTLIERS = 0.1;
const OUTLIER_SHARE = 0.05;

/** Importance of the share of slices that dominate: operators say more than the line that runs them. */
const OPERATOR_WEIGHT = 0.95;
const RANGE_WEIGHT = 0.75;

/** A line that explains so much of a range is named before it. */
const EXPLAINED = 0.6;

/**
 * Of the operators and ranges one that grew, one that has outliers, and one that dominates the others.
 */
export function sliceFindings(context: FindingContext): readonly RankedFinding[] {
  const runs = labelledRuns(context);
  const changing = runs.filter(hasManyRuns).flatMap(each => changesOf(context, each));
  const told = new Set(
    changing.flatMap(({ finding }) => (isRemark(finding) ? [] : [finding.facts.name]))
  );
  const steady = isAllOfOne(context, runs) ? [] : runs.filter(({ name }) => !told.has(name));
  const lineShare = hotCode(context)[0]?.finding.share ?? 0;
  const all = [...changing, ...steady.flatMap(each => dominant(context, each, lineShare))];
  return KINDS.flatMap(kind => {
    const best = all
      .filter(({ finding }) => finding.kind === kind)
      .sort((a, b) => b.weight - a.weight);
    return best.slice(0, 1);
  });
}

/** Whether one name has taken as good as all of the run: it dominates nothing. */
function isAllOfOne({ whole }: FindingContext, runs: readonly LabelledRuns[]): boolean {
  return runs.length === 1 && shareOf(runs[0].selfNs, whole.run) >= ALL;
}

const KINDS = ['grew', 'outliers', 'dominates'] as const;

interface SliceFinding extends RankedFinding {
  readonly finding: FindingOf<'grew'> | FindingOf<'outliers'> | FindingOf<'dominates'>;
}

/** Runs are compared without the time for which their threads waited for a core: others decide how long that is. */
function changesOf(context: FindingContext, runs: LabelledRuns): SliceFinding[] {
  const durations = unqueuedDurations(context.profile, runs.rows);
  return [...grown(context, runs, durations), ...outliersOf(context, runs, durations)];
}

/** Whether enough of the runs were kept to speak of how they change. */
function hasManyRuns({ rows, count }: LabelledRuns): boolean {
  return rows.length >= MIN_RUNS && rows.length >= count / 2;
}

/** `lineShare` is the share of the hottest line or function, 0 if none stands out. */
function dominant(context: FindingContext, runs: LabelledRuns, lineShare: number): SliceFinding[] {
  const { whole, profile } = context;
  const { category, name, count, sumNs: timeNs, threads } = runs;
  const share = shareOf(runs.selfNs, whole.run);
  const isOperator = OPERATOR_CATEGORIES.includes(category);
  const [first] = runs.rows;
  const isLane =
    first !== undefined && profile.tracks[profile.slices.track[first]].kind === 'asyncLane';
  const isMuch = share >= DOMINANT_SHARE && share * unqueuedPart(context, runs) >= DOMINANT_SHARE;
  if (!isMuch || (isLane && !isOperator)) return [];
  const within = functionWithin(context, runs);
  const finding = {
    kind: 'dominates',
    ...exactShare(share),
    facts: { category, name, timeNs, count, threads, function: within },
    target: { view: 'table', selection: { type: 'label', category, name }, window: null }
  } as const;
  if (isOperator) return [{ finding, weight: OPERATOR_WEIGHT * share }];
  const weight = lineShare >= EXPLAINED * share ? EXPLAINED * share : RANGE_WEIGHT * share;
  return [{ finding, weight }];
}

/** How much of the time of slices their threads had a core, relative to the whole run: what others do says nothing of a name. */
function unqueuedPart({ profile, unqueued }: FindingContext, { rows }: LabelledRuns): number {
  const sum = (all: Float64Array): number => all.reduce((total, each) => total + each, 0);
  const allNs = sum(Float64Array.from(rows, row => profile.slices.duration[row]));
  return allNs > 0 ? sum(unqueuedDurations(profile, rows)) / allNs / unqueued : 1;
}

/**
 * The function of the user's own code that took most of the self time of slices, by the samples of their
 * threads; '' if none surely did.
 */
function functionWithin({ profile }: FindingContext, runs: LabelledRuns): string {
  const { samples, tracks } = profile;
  const own = ownFrames(profile);
  const times = new Map<number, number>();
  const rows: number[] = [];
  for (let row = 0; row < samples.length; row++) {
    const within = runs.innermost.get(samples.track[row]);
    if (within === undefined || tracks[samples.track[row]].kind === 'asyncLane') continue;
    const from = samples.time[row];
    const ns = lengthWithin(within, from, from + samples.weight[row]);
    if (ns === 0) continue;
    rows.push(row);
    const stack = samples.stack[row];
    const frame = stack < 0 ? NO_FRAME : own[stack];
    if (frame !== NO_FRAME) times.set(frame, (times.get(frame) ?? 0) + ns);
  }
  const most = greatest(times);
  if (most === null) return '';
  const surely = (most.value - unkeptNs(profile, runs)) / runs.sumNs;
  const count = effectiveSamples(samples, rows);
  const isMost = surely > 0 && shareInterval(Math.min(1, surely), count).low > 1 / 2;
  return functionFacts(profile, isMost ? most.key : NO_FRAME).function;
}

/** Slices of other names that were not kept may have run for so long where these seem the innermost. */
function unkeptNs({ droppedTotals, labels, strings }: Profile, runs: LabelledRuns): number {
  let sumNs = 0;
  droppedTotals.label.forEach((label, row) => {
    const isOther =
      strings[labels.name[label]] !== runs.name ||
      strings[labels.category[label]] !== runs.category;
    if (isOther) sumNs += droppedTotals.total[row];
  });
  return sumNs;
}

function grown(
  { profile, whole }: FindingContext,
  runs: LabelledRuns,
  durations: Float64Array
): SliceFinding[] {
  const { category, name, count, rows } = runs;
  if (!isRising(durations) || !isRising(inTurn(profile, rows, durations))) return [];
  const { firstNs, lastNs } = endsOf(durations);
  const excessNs = durations.reduce((sum, each) => sum + Math.max(0, each - firstNs), 0);
  if (excessNs < OUTLIER_SHARE * whole.run) return [];
  const share = shareOf(runs.totalNs, whole.run);
  const last = rows[rows.length - 1];
  const finding = {
    kind: 'grew',
    ...exactShare(share),
    facts: { category, name, count, firstNs, lastNs },
    target: {
      view: 'timeline',
      selection: selectionOf(runs),
      window: windowOf(profile.slices.start[rows[0]], endOf(profile, last))
    }
  } as const;
  return [{ finding, weight: share }];
}

/** The medians of the first quarter of runs and of the last. */
function endsOf(durations: Float64Array): { readonly firstNs: number; readonly lastNs: number } {
  const quarter = Math.floor(durations.length / 4);
  return {
    firstNs: medianOf(durations.slice(0, quarter)),
    lastNs: medianOf(durations.slice(-quarter))
  };
}

function isRising(durations: Float64Array): boolean {
  const { firstNs, lastNs } = endsOf(durations);
  return lastNs >= GROWTH * firstNs && risingShare(durations) >= RISING;
}

/**
 * The part of each duration since another run ended, of runs that overlap: in a queue all begin together and end one by one,
 * so that they take ever longer though none does more.
 */
function inTurn({ slices }: Profile, rows: Uint32Array, durations: Float64Array): Float64Array {
  const { start, duration } = slices;
  const endNs = Float64Array.from(rows, row => start[row] + duration[row]);
  const inOrder = Array.from(rows.keys()).sort((a, b) => endNs[a] - endNs[b]);
  const parts = new Float64Array(rows.length);
  let lastNs = -Infinity;
  for (const run of inOrder) {
    const since = endNs[run] - Math.max(start[rows[run]], lastNs);
    parts[run] = durations[run] * (since / Math.max(1, duration[rows[run]]));
    lastNs = endNs[run];
  }
  return parts;
}

/** The share of pairs of a run in the first half and one in the second that rise, at least. */
const RISING = 0.8;

/** Of pairs of a run and the one half of all runs later, the share in which the later one is longer. */
function risingShare(durations: Float64Array): number {
  const half = Math.floor(durations.length / 2);
  let rising = 0;
  for (let run = 0; run < half; run++) rising += Number(durations[run + half] > durations[run]);
  return rising / half;
}

function outliersOf(
  { profile, whole }: FindingContext,
  runs: LabelledRuns,
  durations: Float64Array
): SliceFinding[] {
  const { category, name, rows } = runs;
  const { start } = profile.slices;
  const medianNs = medianOf(durations);
  const isSlow = (ns: number): boolean => ns > OUTLIER * medianNs;
  const slow = rows.filter((_, run) => isSlow(durations[run]));
  const excessNs = durations.reduce((sum, ns) => sum + (isSlow(ns) ? ns - medianNs : 0), 0);
  const isFew = slow.length <= Math.max(1, MAX_OUTLIERS * rows.length);
  if (!isFew || excessNs < OUTLIER_SHARE * whole.run) return [];
  const run = durations.reduce((most, ns, at) => (ns > durations[most] ? at : most), 0);
  const [longestNs, longest] = [durations[run], rows[run]];
  const slowNs = lengthOf(timesOf(profile.slices, slow));
  const share = shareOf(timeOf('run', Math.min(excessNs, slowNs)), whole.run);
  const margin = longestNs / 4;
  const finding = {
    kind: 'outliers',
    ...exactShare(share),
    facts: {
      ...{ category, name, count: rows.length, outliers: slow.length },
      ...{ run: run + 1, medianNs, longestNs }
    },
    target: {
      view: 'timeline',
      selection: selectionOf(runs),
      window: windowOf(start[longest] - margin, endOf(profile, longest) + margin)
    }
  } as const;
  return [{ finding, weight: share }];
}

function selectionOf({ category, name }: LabelledRuns) {
  return { type: 'label', category, name } as const;
}

function endOf({ slices }: FindingContext['profile'], row: number): number {
  return slices.start[row] + slices.duration[row];
}

function windowOf(fromNs: number, toNs: number) {
  return { fromNs: Math.max(0, fromNs), toNs };
}

function medianOf(values: Float64Array): number {
  return selectQuantiles(values.slice(), 0, values.length, [0.5])[0];
}
