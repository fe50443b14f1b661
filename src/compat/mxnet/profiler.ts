import { type Aliases, type EitherCase, defineAliases } from '../../base/snakeCase';
import { ProfilerArgumentError } from '../../engine/arguments/argumentErrors';
import {
  type CommandedProcesses,
  NoAttachedProcessError,
  type ProcessCommand,
  type Answer,
  type DumpOptions,
  type For,
  type ForServer,
  type ForWorker,
  readDumpArguments,
  readProcessArguments
} from './processCommand';
import {
  type ProfileProcess,
  type ProfilerOptions,
  readConfig,
  type ProfilerState,
  readState
} from './config';
import { type DeprecatedFunctions, createDeprecated } from './deprecated';
import {
  type ProfilerDumps,
  type ProfilerDumpsOptions,
  readDumpsArguments
} from './dumpsArguments';
import { FUNCTION_NAMES } from './names';
import { OwnProfiler } from './ownProfiler';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import type { SavedFile } from '../../engine/results/atomicWrite';

/**
 * Profiling by state, like MXNet's module functions. Calls for this process are done when they return;
 * with `{profileProcess: 'server'}` they apply to all attached processes and return a promise. Wrong
 * arguments throw a ProfilerArgumentError immediately and change nothing.
 */
export interface ProfilerModule extends ProfilerFunctions, PythonFunctions {}

/** The functions under their names in Python. */
type PythonFunctions = Aliases<ProfilerFunctions, typeof FUNCTION_NAMES>;

/** The functions, and the state. */
interface ProfilerFunctions extends DeprecatedFunctions {
  /**
   * Sets what is recorded from the next run on, and where it is written; MXNet's `set_config`.
   *
   * @throws ProfilerArgumentError for anything else, with the valid values.
   */
  readonly setConfig: SetConfigFunction;
  /**
   * Begins or ends a run, of this process or of all attached ones; MXNet's `set_state`.
   *
   * @throws ProfilerStateError for another state than `'run'` and `'stop'`.
   */
  readonly setState: SetStateFunction;
  /** `'run'` between `setState('run')` and the stop. */
  readonly state: ProfilerState;
  /** Holds all recording under way until `resume` or the end of the run; MXNet's `pause`. */
  readonly pause: PauseFunction;
  /** Goes on after `pause`; MXNet's `resume`. */
  readonly resume: ResumeFunction;
  /**
   * Writes the trace to `filename`, and stops the profiler unless `finished` is false; MXNet's `dump`.
   *
   * @throws ProfilerNotRunError before the first run; OutputFileError for a file that cannot be
   *   written.
   */
  readonly dump: DumpFunction;
  /**
   * The statistics of all runs since the last reset as text, `''` before the first run; MXNet's `dumps`.
   *
   * @throws DumpsOptionError for a value that is not supported.
   */
  readonly dumps: DumpsFunction;
  /** There is no key-value store. @throws ProfilerArgumentError that names what takes its place. */
  readonly setKvstoreHandle: (handle?: unknown) => never;
}

/** The dependencies of a profiler besides its host. */
export interface ProfilerDeps {
  /** Whom calls with `{profileProcess: 'server'}` are for. */
  readonly processes?: CommandedProcesses;
  /** Receives a message for the user, and the name of the warning. */
  readonly warn?: (message: string, name: string) => void;
}

/** The `profiler` object over one host. Its functions need no `this`. */
export function createProfiler(host: RecordingHost, parts: ProfilerDeps = {}): ProfilerModule {
  const { warn = emitWarning } = parts;
  const own = new OwnProfiler(host, message => warn(message, 'KernelscopeWarning'));
  const controls = controlsOf(own, command => requireProcesses(parts).request(command));
  const current = { ...controls, dump: () => own.dump(true) };
  const deprecated = createDeprecated(current, message => warn(message, 'DeprecationWarning'));
  const functions: ProfilerFunctions = {
    ...controls,
    ...deprecated,
    setKvstoreHandle: refuseKvstore,
    dumps: (...given: readonly unknown[]) => own.dumps(readDumpsArguments(given)),
    get state() {
      return own.state;
    }
  };
  return defineAliases(functions, FUNCTION_NAMES);
}

function refuseKvstore(): never {
  throw new ProfilerArgumentError(
    'There is no key-value store here. Give threads and processes to profiler.attach(); calls with ' +
      "{ profileProcess: 'server' } are then for them"
  );
}

type Controls = Pick<ProfilerModule, 'setConfig' | 'setState' | 'pause' | 'resume' | 'dump'>;

/** Each of them for this process or, by `ask`, for the attached ones. */
function controlsOf(own: OwnProfiler, ask: CommandedProcesses['request']): Controls {
  const tell = (command: ProcessCommand): Promise<void> => ask(command).then(() => undefined);
  const isForServer = (call: string, given: readonly unknown[]): boolean =>
    readProcessArguments(call, given).profileProcess === 'server';
  return {
    setConfig: ((options?: unknown) => {
      const config = readConfig(options);
      if (config.profileProcess === 'server') return tell({ command: 'setConfig', config });
      return own.setConfig(config);
    }) as Controls['setConfig'],
    setState: ((wanted: unknown = 'stop', ...rest: readonly unknown[]) => {
      const state = readState(wanted);
      if (isForServer('setState', rest)) return tell({ command: 'setState', state });
      return own.setState(state);
    }) as Controls['setState'],
    pause: ((...given: readonly unknown[]) =>
      isForServer('pause', given) ? tell({ command: 'pause' }) : own.pause()) as Controls['pause'],
    resume: ((...given: readonly unknown[]) =>
      isForServer('resume', given)
        ? tell({ command: 'resume' })
        : own.resume()) as Controls['resume'],
    dump: (...given: readonly unknown[]) => {
      const { finished, profileProcess } = readDumpArguments(given);
      if (profileProcess === 'server') return ask({ command: 'dump', finished });
      return own.dump(finished);
    }
  };
}

function requireProcesses({ processes }: ProfilerDeps): CommandedProcesses {
  if (!processes || processes.size === 0) throw new NoAttachedProcessError();
  return processes;
}

function emitWarning(message: string, name: string): void {
  process.emitWarning(message, name);
}

/** The type of `setConfig`. */
export interface SetConfigFunction {
  /**
   * Sets what is recorded from the next run on, and where it is written: relative to the current
   * folder, even if the process changes folders later. Options that a call leaves out have their
   * defaults. Files are left alone. With `{ profileProcess: 'server' }` for all attached processes;
   * done when the promise resolves.
   *
   * @throws ProfilerArgumentError for anything else, with the valid values.
   */
  <P extends ProfileProcess = 'worker'>(
    options?: EitherCase<ProfilerOptions> & EitherCase<For<P>>
  ): Answer<P, void>;
}

/** The type of `setState`. */
export interface SetStateFunction {
  /** Begins or ends a run of all attached threads and processes; done when the promise resolves. */
  (state: ProfilerState | undefined, options: ForServer | 'server'): Promise<void>;
  /**
   * Begins or ends a run; the state it is in already changes nothing. Default `'stop'`. All runs up
   * to the next finished `dump` make one trace; each is kept as `profile.last` too.
   *
   * @throws ProfilerStateError for another state.
   */
  (state?: ProfilerState, options?: ForWorker | 'worker'): void;
}

/** The type of `pause`. */
export interface PauseFunction {
  /** Holds the recording of all attached threads and processes; done when the promise resolves. */
  (options: ForServer | 'server'): Promise<void>;
  /** Holds all recording under way until `resume` or the end of the run. */
  (options?: ForWorker | 'worker'): void;
}

/** The type of `resume`. */
export interface ResumeFunction {
  /** Goes on after `pause` in all attached threads and processes; done when the promise resolves. */
  (options: ForServer | 'server'): Promise<void>;
  /** Goes on after `pause`. */
  (options?: ForWorker | 'worker'): void;
}

/** The type of `dump`. */
export interface DumpFunction {
  /**
   * Writes the trace to `filename`, in the format of its ending or else as Chrome JSON, and the
   * memory that is held. Stops the profiler and ends the trace unless `finished` is false; then
   * the file has all that is over, and JSON never becomes smaller. Again after that: the same file.
   * With `{ profileProcess: 'server' }` each attached process writes its own `rankN_` files.
   *
   * @throws ProfilerNotRunError before the first run; OutputFileError for a file that cannot be
   *   written: all that was recorded is kept for the next `dump`.
   */
  <P extends ProfileProcess = 'worker'>(
    options?: DumpOptions & EitherCase<For<P>>
  ): Answer<P, readonly SavedFile[]>;
  /** Writes the trace, as with options; here with arguments by position, as in Python. */
  <P extends ProfileProcess = 'worker'>(
    finished: boolean,
    profileProcess?: P
  ): Answer<P, readonly SavedFile[]>;
}

/** The type of `dumps`. */
export interface DumpsFunction {
  /**
   * The statistics of all runs since the last reset as text, of a run under way up to now without
   * slices that are still open. `''` before the first run, and without `aggregateStats`. Inside a
   * `%%profile` cell, where the profiler was never run, those of the cell.
   *
   * @throws DumpsOptionError for a value that is not supported.
   */
  (options?: EitherCase<ProfilerDumpsOptions>): string;
  /** The statistics as text, as with options; here with arguments by position, as in Python. */
  (
    reset: boolean,
    format?: ProfilerDumps['format'],
    sortBy?: ProfilerDumps['sortBy'],
    ascending?: boolean
  ): string;
}
