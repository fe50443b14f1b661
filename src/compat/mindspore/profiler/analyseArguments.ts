import type { EitherCase } from '../../../base/snakeCase';
import {
  type OptionTable,
  booleanArgument,
  oneOfArgument,
  orNull,
  pathArgument
} from '../../../engine/arguments/argumentTypes';
import { stepListArgument } from '../outputTree/stepList';
import { readOptionCall } from '../../../engine/arguments/readCall';
import { ProfilerOptionError } from './profilerErrors';

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
