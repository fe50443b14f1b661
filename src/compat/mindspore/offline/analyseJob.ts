import type { AnalysedDirectory } from '../outputTree/analyseDirectory';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { CycleRows } from './rows/cycleRows';

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
export interface AnalysedRows {
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
