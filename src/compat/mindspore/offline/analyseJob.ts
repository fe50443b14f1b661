import type { AnalysedDirectory } from '../outputTree/analyseDirectory';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { CycleRows } from './cycleRows';

/** A job for a worker thread. */
export interface AnalyseJob {
  readonly directory: string;
  readonly options: AnalyseOptions;
  /**
   * Whether it is one of many directories: then the rows of the tables across runs are needed, and it
   * may lack some of the listed steps.
   */
  readonly isOneOfMany: boolean;
}

/** The reply of a worker thread. */
export type AnalyseReply =
  | { readonly kind: 'done'; readonly analysed: AnalysedDirectory; readonly rows: CycleRows | null }
  /** It contains none of the requested steps. */
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
