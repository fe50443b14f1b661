import type { EitherCase } from '../../../base/snakeCase';
import {
  type OptionTable,
  booleanArgument,
  functionArgument,
  pathArgument,
  wholeOrNull
} from '../../../engine/arguments/argumentTypes';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';
import { readOptionCall } from '../../../engine/arguments/readArguments';
import { stepListArgument } from '../outputTree/analyseOptions';
import { type OfflineEngine, type ReadEngine, engineArgument } from './offlineEngine';

/** The progress of an offline analysis. */
export interface OfflineProgress {
  /** Directories that are analysed or have failed; 0 in the first report. */
  readonly done: number;
  /** The number of directories to analyse. */
  readonly total: number;
  /** The one that was finished last, or null in the first report and on a cluster, which does not say. */
  readonly directory: string | null;
  /** Why it could not be analysed, or null. */
  readonly failure: string | null;
}

/** Receives reports of progress: one before the first directory, one after each. */
export type OnOfflineProgress = (progress: OfflineProgress) => void;

/** The options of `Profiler.offlineAnalyse`. */
export interface OfflineAnalyseOptions {
  /** Indent JSON files; default false. */
  readonly pretty?: boolean;
  /** Consecutive numbers of the steps to analyse; `null`, the default, takes all. */
  readonly stepList?: readonly number[] | null;
  /** Remove `FRAMEWORK/` from each directory afterwards; default false. */
  readonly dataSimplification?: boolean;
  /** Leave out the files of each directory, and read again only what has changed; default false. */
  readonly tablesOnly?: boolean;
  /** Worker threads; `null`, the default, takes half the cores, one at least. */
  readonly workers?: number | null;
  /** The cluster that reads and compares, in place of this process; `tablesOnly` is then on. Default `null`. */
  readonly engine?: OfflineEngine | null;
  /** Called before the first directory and after each; `null`, the default, for nothing. */
  readonly onProgress?: OnOfflineProgress | null;
}

/** The arguments of `Profiler.offlineAnalyse` after the path: by name, or by position as in MindSpore. */
export type OfflineArguments =
  | [options?: EitherCase<OfflineAnalyseOptions>]
  | [pretty: boolean, stepList?: readonly number[] | null, dataSimplification?: boolean];

const ARGUMENT_NAMES: readonly (keyof OfflineAnalyseOptions)[] = [
  'pretty',
  'stepList',
  'dataSimplification'
];

/** More threads than this are a slip of the pen. */
export const MAX_WORKERS = 1024;

/** The options as they were read. */
export interface ReadOptions extends Required<OfflineAnalyseOptions> {
  readonly engine: ReadEngine | null;
}

/** Options for work of this process, which a cluster does otherwise. */
const OWN_WORK = ['dataSimplification', 'workers'] as const;

const TABLE: OptionTable<ReadOptions> = {
  pretty: { type: booleanArgument, default: false },
  stepList: { type: stepListArgument, default: null },
  dataSimplification: { type: booleanArgument, default: false },
  tablesOnly: { type: booleanArgument, default: false },
  workers: { type: wholeOrNull(1, MAX_WORKERS), default: null },
  engine: { type: engineArgument, default: null },
  onProgress: { type: functionArgument<OnOfflineProgress>(), default: null }
};

/**
 * Reads the options for a folder, or for a bucket of an object store.
 *
 * @throws ProfilerArgumentError for unknown options, and values that are not valid or exclude each other
 */
export function readOfflineOptions(
  given: readonly unknown[],
  { isBucket }: { readonly isBucket: boolean }
): ReadOptions {
  const options = readOptionCall('offlineAnalyse', TABLE, given, ARGUMENT_NAMES);
  const excluded = OWN_WORK.find(name => options[name]);
  if (options.engine !== null && excluded) {
    throw new ProfilerArgumentError(`${excluded} cannot be used with an engine: leave it out.`);
  }
  if (isBucket && options.engine !== null) {
    throw new ProfilerArgumentError(
      'engine cannot be used with a bucket: leave it out, or mount the bucket as a folder.'
    );
  }
  if (isBucket && options.dataSimplification) {
    throw new ProfilerArgumentError(
      'dataSimplification cannot be used with a bucket, whose directories are not touched: leave it out.'
    );
  }
  return options;
}

/** @throws ProfilerArgumentError for a value that is not a path */
export function readOfflinePath(path: unknown): string {
  return pathArgument.read('path', path);
}
