/** Options for making the files of an output tree. */
export interface AnalyseOptions {
  /** Whether JSON files are indented. */
  readonly pretty: boolean;
  /** Consecutive numbers of the steps to analyse; null for all. */
  readonly stepList: readonly number[] | null;
  /** Whether `FRAMEWORK/` is removed afterwards. */
  readonly dataSimplification: boolean;
}

/** The defaults of `Profiler.analyse`. */
export const DEFAULT_ANALYSE_OPTIONS: AnalyseOptions = Object.freeze({
  pretty: false,
  stepList: null,
  dataSimplification: true
});
