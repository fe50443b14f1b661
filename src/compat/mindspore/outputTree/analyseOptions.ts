/** How the files of an output tree are made from what was recorded. */
export interface AnalyseOptions {
  /** Whether JSON files are indented. */
  readonly pretty: boolean;
  /** Consecutive numbers of the steps to analyse; null for all. */
  readonly stepList: readonly number[] | null;
  /** Whether `FRAMEWORK/` is removed afterwards. */
  readonly dataSimplification: boolean;
}

/** What `Profiler.analyse` does unless told otherwise. */
export const DEFAULT_ANALYSE_OPTIONS: AnalyseOptions = Object.freeze({
  pretty: false,
  stepList: null,
  dataSimplification: true
});
