import { KernelscopeError, messageOf } from '../../../base/errors';
import { type AnalyseOptions, stepListArgument } from '../outputTree/analyseOptions';
import type { EitherCase } from '../../../base/snakeCase';
import {
  type OptionTable,
  booleanArgument,
  oneOfArgument,
  orNull,
  pathArgument
} from '../../../engine/arguments/argumentTypes';
import { readOptionCall } from '../../../engine/arguments/readArguments';
import { ProfilerOptionError } from './profilerErrors';

/** Makes the files of an output tree from the recording. */
export interface CycleAnalysis {
  /** The directories of cycles at a path: itself, or those in it. @throws OfflinePathError */
  readonly find: (path: string) => readonly string[];
  /** Analyses one directory here and now. @throws Error that names one that cannot be analysed */
  readonly here: (directory: string, options: AnalyseOptions) => AnalysedCycle;
  /** Does the same in a worker thread; rejects as `here` throws. */
  readonly inWorker: (directory: string, options: AnalyseOptions) => Promise<AnalysedCycle>;
}

/** The findings of an analysis. */
export interface AnalysedCycle {
  /** Missing or damaged data that was skipped, a sentence each. */
  readonly notes: readonly string[];
}

/** Several directories of cycles could not be analysed; the others were. */
export class CycleAnalysisError extends KernelscopeError {}

/** How directories of cycles are analysed. */
export interface CycleWork {
  readonly analysis: CycleAnalysis;
  readonly options: AnalyseOptions;
  /** Called with notes about missing parts of the recording. */
  readonly warn: (message: string) => void;
}

/**
 * Analyses directories one after the other; a damaged one does not keep the others from it.
 *
 * @throws Error of the one directory that failed; CycleAnalysisError with those of several
 */
export function analyseHere(directories: readonly string[], work: CycleWork): void {
  const failures: unknown[] = [];
  for (const directory of directories) {
    try {
      work.analysis.here(directory, work.options).notes.forEach(work.warn);
    } catch (error) {
      failures.push(error);
    }
  }
  throwFailures(failures);
}

/** Does the same in a worker thread; rejects as {@link analyseHere} throws. */
export async function analyseInWorker(
  directories: readonly string[],
  work: CycleWork
): Promise<void> {
  const failures: unknown[] = [];
  for (const directory of directories) {
    try {
      (await work.analysis.inWorker(directory, work.options)).notes.forEach(work.warn);
    } catch (error) {
      failures.push(error);
    }
  }
  throwFailures(failures);
}

function throwFailures(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  const [cause] = failures;
  throw new CycleAnalysisError(failures.map(messageOf).join('\n'), { cause });
}

/** The options of `analyse` of a `Profiler`. */
export interface AnalyseArguments {
  /**
   * Analyse this path, one directory of a cycle or a parent of many, instead of this profiler's own
   * cycles; `null`, the default, does not.
   */
  readonly offlinePath?: string | null;
  /** Indent JSON files; default false. */
  readonly pretty?: boolean;
  /** Consecutive numbers of the steps to analyse; `null`, the default, takes all. */
  readonly stepList?: readonly number[] | null;
  /** `'sync'`, the default, works here and now; `'async'` in a worker thread. */
  readonly mode?: 'sync' | 'async';
}

/** The arguments of `analyse`: options by name, or by position as in MindSpore. */
export type AnalyseCall =
  | [options?: EitherCase<AnalyseArguments>]
  | [
      offlinePath: string | null,
      pretty?: boolean,
      stepList?: readonly number[] | null,
      mode?: AnalyseArguments['mode']
    ];

const MODES = ['sync', 'async'] as const;

const modeArgument = oneOfArgument(
  "'sync' or 'async'",
  MODES,
  (option, value) => new ProfilerOptionError(option, value, MODES)
);

const TABLE: OptionTable<Required<AnalyseArguments>> = {
  offlinePath: { type: orNull(pathArgument), default: null },
  pretty: { type: booleanArgument, default: false },
  stepList: { type: stepListArgument, default: null },
  mode: { type: modeArgument, default: 'sync' }
};

/** @throws ProfilerArgumentError for unknown options, too many, and values that are not valid */
export function readAnalyseArguments(given: readonly unknown[]): Required<AnalyseArguments> {
  return readOptionCall('analyse', TABLE, given);
}
