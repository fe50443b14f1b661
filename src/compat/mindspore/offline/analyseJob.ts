import type { AnalysedDirectory } from '../outputTree/analyseDirectory';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { CycleRows } from './cycleRows';

/** What a worker thread is asked. */
export interface AnalyseJob {
  readonly directory: string;
  readonly options: AnalyseOptions;
  /**
   * Whether it is one of many: then the rows of the tables across runs are wanted, and a list of steps
   * is of those that are looked for, wherever they are.
   */
  readonly isOneOfMany: boolean;
}

/** What it answers. */
export type AnalyseReply =
  | { readonly kind: 'done'; readonly analysed: AnalysedDirectory; readonly rows: CycleRows | null }
  /** None of the steps is in it that are looked for. */
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
