import type { CrossRankBundle } from '../../../formats';
import { compareRanks } from './compareRanks';
import type { CycleDirectories } from './cycleDirectories';
import type { ReadOptions } from './offlineOptions';
import type { AnalysedCycle, OfflineResults } from './offlineReport';
import type { WorkedDirectories, WorkedDirectory } from './outcomes';
import { type CyclePlace, type NumberedCycles, numberRanks } from './rankNumbers';
import { type RowSource, stepRange } from './rows/rowSql';

/** How cycles are compared. */
export interface ReportOptions extends Pick<ReadOptions, 'pretty' | 'stepList'> {
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
}

/** Why there are no rows to compare. */
export type NoRows = Partial<Pick<OfflineResults, 'notes' | 'problems'>>;

export interface ReportedCycles {
  readonly results: OfflineResults;
  /** The heat map of the ranks; null if there is none. */
  readonly view: CrossRankBundle | null;
}

/** The report of directories: the work done, and the comparison of their ranks where there are rows. */
export async function reportCycles(
  { root, isSingle, unreadable }: CycleDirectories,
  { worked, skipped, failed }: WorkedDirectories,
  rows: RowSource | NoRows,
  { pretty, stepList, sqlFolder }: ReportOptions
): Promise<ReportedCycles> {
  const numbered = numberRanks(worked.map(({ facts }) => facts));
  const results = {
    path: root,
    analysed: analysedCycles(worked, numbered),
    skipped,
    failed: [...failed, ...unreadable]
  };
  const nothing = { crossRank: null, files: [], problems: [], notes: [] };
  if (worked.length === 0) return { results: { ...results, ...nothing }, view: null };
  if (!('database' in rows)) return { results: { ...results, ...nothing, ...rows }, view: null };
  const { report, view, files, problems } = await compareRanks(rows, {
    root,
    worked,
    numbered,
    steps: stepRange(stepList),
    sqlFolder,
    files: isSingle ? null : { pretty }
  });
  const { notes } = rows;
  return { results: { ...results, crossRank: report, files, problems, notes }, view };
}

function analysedCycles(
  worked: readonly WorkedDirectory[],
  { places }: NumberedCycles
): AnalysedCycle[] {
  return worked.map(({ directory, analysed, facts, steps }, at): AnalysedCycle => {
    const place: CyclePlace = places[at];
    return {
      directory,
      ...place,
      steps,
      slices: facts.slices,
      isRecovered: facts.isRecovered,
      files: analysed.files,
      notes: analysed.notes
    };
  });
}
