import {
  type ArgumentType,
  type OptionTable,
  booleanArgument,
  pathArgument
} from '../../../engine/arguments/argumentTypes';
import { type EitherCase, ownNamed } from '../../../base/snakeCase';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  ArgumentTypeError,
  OptionGivenTwiceError,
  ProfilerArgumentError
} from '../../../engine/arguments/argumentErrors';
import { readOptions, argumentsByPosition } from '../../../engine/arguments/readArguments';
import { SessionResults } from '../../torch/sessionResults';
import { TENSORBOARD_NAMES } from './names';
import { Profiler } from './profiler';

/** Options for the names and format of the files of {@link tensorboardTraceHandler}. */
export interface TensorboardOptions {
  /** The first part of the names of files; `<host>_<pid>` unless given. */
  readonly worker?: string | null;
  /** Compress the files; default false. */
  readonly gzip?: boolean;
}

/** The same options by the names of PyTorch and MindSpore. */
export interface UpstreamTensorboardOptions {
  /** The same as `worker`. */
  readonly workerName?: string | null;
  /** The same as `gzip`. */
  readonly useGzip?: boolean;
}

/** The arguments of {@link tensorboardTraceHandler} after the folder: by name, or by position. */
export type TensorboardArguments =
  | [options?: TensorboardOptions & EitherCase<UpstreamTensorboardOptions>]
  | [worker: string | null, gzip?: boolean];

/** A function for `onTraceReady`. */
export type TraceHandler = (session: SessionResults) => void;

const workerArgument: ArgumentType<string | null> = {
  name: 'part of a file name',
  read: (option, value) => {
    if (value === null) return null;
    const text = pathArgument.read(option, value);
    if (!/[/\\]/.test(text)) return text;
    throw new ArgumentTypeError(option, 'part of a file name, without slashes', value);
  }
};

const TABLE: OptionTable<Required<TensorboardOptions>> = {
  worker: { type: workerArgument, default: null },
  gzip: { type: booleanArgument, default: false }
};

/**
 * Without a folder: analyses each cycle of a `Profiler` in its directory, and removes files according
 * to the profiler's `dataSimplification`. With a folder: writes each cycle of a `Profiler` or a session
 * to `<worker>.<ms>.pt.trace.json`, or `….json.gz`, which PyTorch's plugin for TensorBoard reads;
 * missing folders are made, and no file is overwritten.
 *
 * @throws ProfilerArgumentError for invalid arguments. The returned handler throws the errors of the
 *   analysis or of writing, which profilers and sessions report.
 */
export function tensorboardTraceHandler(
  folder?: string | null,
  ...given: TensorboardArguments
): TraceHandler;
/** The handler without a folder itself, for `onTraceReady: tensorboardTraceHandler`. */
export function tensorboardTraceHandler(session: SessionResults): void;
export function tensorboardTraceHandler(
  first?: string | SessionResults | null,
  ...given: TensorboardArguments
): TraceHandler | void {
  if (first instanceof SessionResults) analyseCycleOf(first);
  else return handlerInto(first, given);
}

function handlerInto(folder: string | null | undefined, given: TensorboardArguments): TraceHandler {
  if (folder === undefined || folder === null) {
    if (given.length === 0 || given[0] === undefined) return analyseCycleOf;
    throw new ProfilerArgumentError(
      'tensorboardTraceHandler takes worker and gzip only with a folder: give it as the first argument'
    );
  }
  const into = path.resolve(pathArgument.read('the folder of tensorboardTraceHandler', folder));
  const { worker, gzip } = readTensorboardOptions(given);
  const name = worker ?? `${hostname()}_${process.pid}`;
  const ending = gzip ? '.pt.trace.json.gz' : '.pt.trace.json';
  let last = 0;
  return session => {
    const fileAt = (ms: number): string => path.join(into, `${name}.${ms}${ending}`);
    last = Math.max(Date.now(), last + 1);
    while (existsSync(fileAt(last))) last++;
    session.exportTensorboardTrace(fileAt(last));
  };
}

function readTensorboardOptions(given: readonly unknown[]): Required<TensorboardOptions> {
  const call = 'tensorboardTraceHandler';
  const names: Readonly<Record<string, string>> = TENSORBOARD_NAMES;
  const options = ownNamed(
    argumentsByPosition(call, Object.keys(TABLE), given),
    name => (Object.hasOwn(names, name) ? names[name] : name),
    name => new OptionGivenTwiceError(call, name)
  );
  return readOptions(call, TABLE, options);
}

function analyseCycleOf(session: SessionResults): void {
  if (session instanceof Profiler) {
    session.analyseCycle();
    return;
  }
  throw new ProfilerArgumentError(
    'tensorboardTraceHandler() analyses the cycles of a Profiler. ' +
      "For a session of profile, give it the folder to write to: tensorboardTraceHandler('./log')"
  );
}
