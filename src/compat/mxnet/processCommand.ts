import { KernelscopeError } from '../../base/errors';
import type { SavedFile } from '../../engine/results/atomicWrite';
import {
  type ProfilerState,
  type ProfilerConfig,
  PROFILE_PROCESS,
  type ProfileProcess
} from './config';
import type { EitherCase } from '../../base/snakeCase';
import { type ArgumentTable, booleanArgument } from '../../engine/arguments/argumentTypes';
import { readCall } from '../../engine/arguments/readArguments';

/** A command for the profiler of an attached process or thread. */
export type ProcessCommand =
  | { readonly command: 'setConfig'; readonly config: ProfilerConfig }
  | { readonly command: 'setState'; readonly state: ProfilerState }
  | { readonly command: 'pause' }
  | { readonly command: 'resume' }
  | { readonly command: 'dump'; readonly finished: boolean };

/** The worker threads, child and cluster processes whose profilers this process commands. */
export interface CommandedProcesses {
  /** The number of attached processes. */
  readonly size: number;
  /** Carries out the command in all of them; returns the files that they wrote. */
  request(command: ProcessCommand): Promise<readonly SavedFile[]>;
}

/** A call was for attached processes, and there are none. */
export class NoAttachedProcessError extends KernelscopeError {
  constructor() {
    super(
      'No worker, child or cluster process is attached: call profiler.attach(...) first, ' +
        "or leave out profileProcess: 'server'."
    );
  }
}

/** For the profiler of this process, which is the default. */
export type ForWorker = EitherCase<For<'worker'>>;

/** For the profilers of all attached processes and threads. */
export type ForServer =
  | {
      /** All attached processes and threads. */
      readonly profileProcess: 'server';
    }
  | {
      /** MXNet's name of `profileProcess`: all attached processes and threads. */
      readonly profile_process: 'server';
    };

/** For whom a call is, where one type covers both. */
export interface For<P extends ProfileProcess> {
  /** `'worker'`, the default, for this process; `'server'` for all attached ones. */
  readonly profileProcess?: P;
}

/** The result of a call: immediate for this process, a promise for the attached ones. */
export type Answer<P extends ProfileProcess, T> = P extends 'server' ? Promise<T> : T;

/** Options of `dump`. */
export interface DumpOptions {
  /** Stop the profiler first, and let the next run begin a new trace. Default true. */
  readonly finished?: boolean;
}

interface ProcessArguments {
  readonly profileProcess: ProfileProcess;
}

interface DumpArguments extends ProcessArguments, Required<DumpOptions> {}

const PROCESS: ArgumentTable<ProcessArguments> = { profileProcess: PROFILE_PROCESS };

const DUMP: ArgumentTable<DumpArguments> = {
  finished: {
    type: booleanArgument,
    default: true,
    help: 'Whether to stop the profiler and to end the trace with this dump. Default is true.'
  },
  profileProcess: PROFILE_PROCESS
};

/** The arguments of a call that only says whom it is for. @throws ProfilerArgumentError */
export function readProcessArguments(call: string, given: readonly unknown[]): ProcessArguments {
  return readCall(call, PROCESS, given);
}

/** The arguments of `dump`. @throws ProfilerArgumentError */
export function readDumpArguments(given: readonly unknown[]): DumpArguments {
  return readCall('dump', DUMP, given);
}
