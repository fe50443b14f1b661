import type { FailedCycle } from './offlineReport';
import type { CycleFacts, CycleRows } from './rows/cycleRows';
import type { KnownCycle } from './rows/knownCycles';
import type { AnalyseOptions, AnalysedDirectory } from '../outputTree/analyseOptions';

/** A job for a worker thread. */
export interface AnalyseJob {
  readonly directory: string;
  readonly options: AnalyseOptions;
  /**
   * `tree` makes the files of one directory; the others are for one of many, which may lack some of the
   * listed steps: `tree-and-rows` gives the rows of the tables across runs too, `rows` nothing else.
   */
  readonly wanted: 'tree' | 'tree-and-rows' | 'rows';
}

/** The rows of a cycle, and the results of its analysis. */
interface AnalysedRows {
  /** The files that were written, and notes. */
  readonly analysed: Pick<AnalysedDirectory, 'files' | 'notes'>;
  readonly rows: CycleRows;
  /** The number of its steps, of those that were asked for. */
  readonly steps: number;
}

/** The reply of a worker thread for one of many directories. */
export type RowsReply =
  | ({ readonly kind: 'rows' } & AnalysedRows)
  /** Skipped is a directory without any of the requested steps. */
  | { readonly kind: 'skipped' | 'failed'; readonly reason: string };

/** The reason for which directories are skipped. */
export const NO_STEPS = 'it has none of the requested steps';

/** The reply of a worker thread for one directory. */
export type TreeReply =
  | { readonly kind: 'analysed'; readonly analysed: AnalysedDirectory }
  | { readonly kind: 'failed'; readonly reason: string };

/** A directory that was analysed. */
export interface WorkedDirectory {
  readonly directory: string;
  readonly facts: CycleFacts;
  /** The number of its steps, of those that were asked for. */
  readonly steps: number;
  /** The files that were written, and notes. */
  readonly analysed: AnalysedRows['analysed'];
}

/** The result for many directories; the lists are in the order of the directories. */
export interface WorkedDirectories {
  readonly worked: readonly WorkedDirectory[];
  /** Directories without any of the requested steps, if others have some; they were not touched. */
  readonly skipped: readonly string[];
  readonly failed: readonly FailedCycle[];
}

/** The result for one directory. */
export type Outcome =
  | ({ readonly kind: 'worked' } & WorkedDirectory)
  | ({ readonly kind: 'skipped' | 'failed' } & FailedCycle);

/** The outcome for a directory whose rows are there; `hasStepList` if only some steps were asked for. */
export function knownOutcome(
  directory: string,
  { facts, steps }: KnownCycle,
  hasStepList: boolean
): Outcome {
  if (hasStepList && steps === 0) return { kind: 'skipped', directory, reason: NO_STEPS };
  return { kind: 'worked', directory, facts, steps, analysed: { files: [], notes: [] } };
}

/** Puts outcomes into lists. If no directory has any of the requested steps, all have failed. */
export function sortOutcomes(outcomes: readonly Outcome[]): WorkedDirectories {
  const worked: WorkedDirectory[] = [];
  const skipped: FailedCycle[] = [];
  const failed: FailedCycle[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'worked') worked.push(outcome);
    else (outcome.kind === 'failed' ? failed : skipped).push(outcome);
  }
  if (worked.length === 0) return { worked, skipped: [], failed: [...failed, ...skipped] };
  return { worked, skipped: skipped.map(({ directory }) => directory), failed };
}
