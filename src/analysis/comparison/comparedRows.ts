import { compareText } from '../../base/text';
import { COLUMN_FACTS } from '../../facts/table';
import {
  EVENT_LOOP_CATEGORY,
  MESSAGE_CATEGORY,
  REPETITION_CATEGORY
} from '../../model/profile/categories';
import type { ComparedRow } from '../../model/output/comparison';
import type { Profile } from '../../model/profile/profile';
import { ownFrames } from '../stacks/ownFrames';
import { type DiffRow, comparedValue, diffSections } from '../statistics/diff';
import { calledFunction } from '../stacks/calledFunctions';
import { type ComparedSide, comparedFile, repeatedMean, runsOf } from './comparedSide';
import { meanDifference } from './meanChange';

/** The rows of a comparison; of each list the greatest change comes first. */
export interface ComparedRows {
  readonly rows: readonly ComparedRow[];
  readonly counters: readonly ComparedRow[];
}

/** Slices that a profiler records by itself, in code that nobody annotated too. */
const UNASKED: readonly string[] = [
  EVENT_LOOP_CATEGORY,
  MESSAGE_CATEGORY,
  ...COLUMN_FACTS.flatMap(({ categories }) => categories)
];

/**
 * The names of both profiles: slices, with the functions of the user's own code where nothing was
 * annotated; and counters.
 */
export function comparedRows(before: ComparedSide, after: ComparedSide): ComparedRows {
  const diffs = diffSections(before.sections, after.sections).filter(
    ({ category }) => category !== REPETITION_CATEGORY
  );
  const runs = { before: runsOf(before), after: runsOf(after) };
  const all = diffs.map(diff => sectionRow(diff, runs));
  const slices = all.filter(({ kind }) => kind === 'slices');
  const isAnnotated = slices.some(({ category }) => !UNASKED.includes(category));
  const rows = isAnnotated ? slices : [...functionRows(before, after), ...slices];
  return {
    rows: rows.sort(byChange),
    counters: all.filter(({ kind }) => kind === 'counter')
  };
}

/** What a row changed by; a profile without it counts as 0. */
export function changeOf({ before, after }: Pick<ComparedRow, 'before' | 'after'>): number {
  return (after ?? 0) - (before ?? 0);
}

interface Runs {
  readonly before: number;
  readonly after: number;
}

function sectionRow({ category, name, unit, before, after }: DiffRow, runs: Runs): ComparedRow {
  const isTime = unit === 'nanoseconds';
  const means = [repeatedMean(before, runs.before), repeatedMean(after, runs.after)] as const;
  const [from, to] = means;
  const interval = isTime && from !== null && to !== null ? meanDifference(from, to) : NO_INTERVAL;
  return {
    kind: isTime ? 'slices' : 'counter',
    category,
    name,
    unit,
    before: before && comparedValue(before, unit),
    after: after && comparedValue(after, unit),
    ...interval
  };
}

const NO_INTERVAL = { low: null, high: null } as const;

/** Time of the user's own functions with what they called in libraries: each sample counts once. */
function functionRows(before: ComparedSide, after: ComparedSide): ComparedRow[] {
  const times = [before, after].map(ownFunctionTimes);
  const keys = new Set(times.flatMap(each => [...each.keys()]));
  return [...keys].map((key): ComparedRow => {
    const [name, category] = JSON.parse(key) as readonly [string, string];
    const [from = null, to = null] = times.map(each => each.get(key));
    return {
      kind: 'function',
      category,
      name,
      unit: 'nanoseconds',
      before: from,
      after: to,
      ...NO_INTERVAL
    };
  });
}

function byChange(a: ComparedRow, b: ComparedRow): number {
  return Math.abs(changeOf(b)) - Math.abs(changeOf(a)) || compareText(a.name, b.name);
}

function ownFunctionTimes(side: ComparedSide): Map<string, number> {
  const { profile } = side;
  const runs = runsOf(side);
  const own = ownFrames(profile);
  const times = new Map<string, number>();
  const { samples } = profile;
  for (let row = 0; row < samples.length; row++) {
    const frame = samples.stack[row] < 0 ? -1 : own[samples.stack[row]];
    if (frame < 0) continue;
    const key = functionKey(profile, frame);
    times.set(key, (times.get(key) ?? 0) + samples.weight[row] / runs);
  }
  return times;
}

function functionKey(profile: Profile, frame: number): string {
  const { name, file } = calledFunction(profile, frame);
  return JSON.stringify([name, comparedFile(profile, file)]);
}
