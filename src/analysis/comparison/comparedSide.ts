import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { ComparedRun } from '../../model/output/comparison';
import type { Profile } from '../../model/profile/profile';
import type { AggregateRow, AggregateSection } from '../statistics/aggregateTypes';
import { REPETITION_NAME, repetitionTimes } from '../statistics/repetitions';
import type { RepeatedMean } from './meanChange';

/** One of two profiles to compare. */
export interface ComparedSide {
  readonly profile: Profile;
  /** The result of `aggregate(profile)`: exact, also where the profile has only a part of the slices. */
  readonly sections: readonly AggregateSection[];
}

/** The row of the repetitions of a cell; null if it was run once, and for several cells. */
export function repetitionRow({ sections }: ComparedSide): AggregateRow | null {
  const section = sections.find(({ category }) => category === REPETITION_CATEGORY);
  const row = section?.rows.find(({ name }) => name === REPETITION_NAME);
  return row?.perRun !== undefined && row.runs === undefined && row.count > 1 ? row : null;
}

/** How often the cell was run: 1 unless it was repeated. */
export function runsOf(side: ComparedSide): number {
  return repetitionRow(side)?.count ?? 1;
}

export function comparedRun(side: ComparedSide): ComparedRun {
  const { id, name, startedAtMs, durationNs, cell } = side.profile.meta;
  const runs = runsOf(side);
  const repetitionsNs = runs > 1 ? repetitionTimes(side.profile) : [];
  const cellFile = cell?.file ?? null;
  return { id, name, startedAtMs, cellFile, wallNs: durationNs, runs, repetitionsNs };
}

/** The mean time of a row with its uncertainty; null where that is not known. */
export function repeatedMean(row: AggregateRow | null, runs: number): RepeatedMean | null {
  if (runs < 2) return null;
  if (row === null) return { mean: 0, halfWidth: 0, runs };
  const { mean, halfWidth } = row.perRun ?? { mean: 0, halfWidth: null };
  return halfWidth === null ? null : { mean, halfWidth, runs };
}

/** The file of the profiled cell, whose number changes from run to run, in either profile. */
const CELL_FILE = 'Cell';

/** A file by a name that it has in both profiles. */
export function comparedFile({ meta }: Profile, file: string): string {
  return file !== '' && file === meta.cell?.file ? CELL_FILE : file;
}
