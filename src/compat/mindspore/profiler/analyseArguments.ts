import type { OptionTable } from '../../../engine/arguments/argumentTypes';
import {
  oneOfArgument,
  orNull,
  booleanArgument,
  pathArgument
} from '../../../engine/arguments/argumentTypes';
import { stepListArgument } from '../outputTree/stepList';
import { readOptions } from '../../../engine/arguments/readArguments';
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

/** @throws ProfilerArgumentError for unknown options and values that are not valid */
export function readAnalyseArguments(options: unknown): Required<AnalyseArguments> {
  return readOptions('analyse', TABLE, options);
}
