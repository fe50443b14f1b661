import type { ArgumentType } from '../../../engine/arguments/argumentTypes';
import { shown } from '../../../base/errors';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';

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

/** A list of steps is not a list of consecutive integers. */
export class StepListError extends ProfilerArgumentError {
  constructor(argument: string, value: unknown, rule: string) {
    const text = Array.isArray(value) ? `[${value.map(shown).join(', ')}]` : shown(value);
    super(`Invalid value for ${argument}: ${text}. ${rule}, such as [2, 3, 4]`);
  }
}

const RULE = 'Give an array of consecutive whole numbers, 0 or more';

/**
 * Numbers of the steps to analyse, each one more than the one before it, or `null` for all steps.
 *
 * Reading throws StepListError for anything else, also for an empty array.
 */
export const stepListArgument: ArgumentType<readonly number[] | null> = {
  name: 'array of consecutive whole numbers, or null',
  read: (argument, value) => {
    if (value === null) return null;
    if (!Array.isArray(value) || value.length === 0) {
      throw new StepListError(argument, value, RULE);
    }
    const steps: readonly unknown[] = value;
    const first = steps[0];
    const isStep = (step: unknown): step is number =>
      Number.isSafeInteger(step) && Number(step) >= 0;
    const follows = (step: unknown, at: number): step is number => step === Number(first) + at;
    if (!steps.every(isStep) || !steps.every(follows)) {
      throw new StepListError(argument, value, RULE);
    }
    return [...steps];
  }
};

/** The result for the directory of one cycle. */
export interface AnalysedDirectory {
  readonly directory: string;
  /** Paths of the files that were written. */
  readonly files: readonly string[];
  /** Numbers of the steps that they tell of, in order of start. */
  readonly steps: readonly number[];
  readonly slices: number;
  /** Missing or damaged data that was skipped, a sentence each. */
  readonly notes: readonly string[];
}
