import type { SavedFile } from './exportProfile';
import type { CommandedProcesses, ProcessCommand } from './profiler/processCommand';
import { NoAttachedProcessError } from './profiler/processCommand';
import type { ProfilerOptions } from './profiler/config';
import { readConfig } from './profiler/config';
import type { DeprecatedFunctions } from './profiler/deprecated';
import { createDeprecated } from './profiler/deprecated';
import type { ProfilerDumpsOptions } from './profiler/dumpsArguments';
import { readDumpsArguments } from './profiler/dumpsArguments';
import { OwnProfiler } from './profiler/ownProfiler';
import type { DumpOptions, ForServer, ForWorker } from './profiler/processArguments';
import { readDumpArguments, readProcessArguments } from './profiler/processArguments';
import type { ProfilerState } from './profiler/state';
import { readState } from './profiler/state';
import type { RecordingHost } from './recordingHost';

/**
 * Profiling by state, as MXNet's module functions do it. Calls for this process have done their work
 * when they return; with `{profileProcess: 'server'}` they are for all attached processes and give a
 * promise. Wrong arguments throw a ProfilerArgumentError at once and change nothing.
 */
export interface Profiler extends DeprecatedFunctions {
  readonly setConfig: {
    /** As for this process, for all attached ones; done when the promise resolves. */
    (options: ProfilerOptions & ForServer): Promise<void>;
    /**
     * Says what is recorded from the next run on, and where it is written. What a call does not
     * state has its default. Files are left alone.
     *
     * @throws ProfilerArgumentError for anything else, with what is valid.
     */
    (options?: ProfilerOptions & ForWorker): void;
    /** For options that say only at run time whom they are for. */
    (options: ProfilerOptions): Promise<void> | undefined;
  };
  readonly setState: {
    /** As for this process, for all attached ones; done when the promise resolves. */
    (state: ProfilerState | undefined, options: ForServer): Promise<void>;
    /**
     * Begins or ends a run; the state it is in already changes nothing. Default `'stop'`. All runs up
     * to the next finished `dump` make one trace; each is kept as `profile.last` too.
     *
     * @throws ProfilerStateError for another state.
     */
    (state?: ProfilerState, options?: ForWorker): void;
  };
  /** `'run'` between `setState('run')` and the stop. */
  readonly state: ProfilerState;
  readonly pause: {
    /** As for this process, for all attached ones; done when the promise resolves. */
    (options: ForServer): Promise<void>;
    /** Holds all recording under way until `resume` or the end of the run. */
    (options?: ForWorker): void;
  };
  readonly resume: {
    /** As for this process, for all attached ones; done when the promise resolves. */
    (options: ForServer): Promise<void>;
    /** Goes on after `pause`. */
    (options?: ForWorker): void;
  };
  readonly dump: {
    /** As for this process, for all attached ones, each of which writes its own `rankN_` files. */
    (options: DumpOptions & ForServer): Promise<readonly SavedFile[]>;
    /**
     * Writes the trace to `filename`, in the format of its ending or else as Chrome JSON, and the
     * memory that is held. Stops the profiler and ends the trace unless `finished` is false; then
     * the file has all that is over, and JSON never becomes smaller. Again after that: the same file.
     *
     * @throws ProfilerNotRunError before the first run; OutputFileError for a file that cannot be
     *   written: all that was recorded is kept for the next `dump`.
     */
    (options?: DumpOptions & ForWorker): readonly SavedFile[];
  };
  readonly dumps: {
    /**
     * The statistics of all runs since the last reset as text, of a run under way up to now without
     * slices that are still open. `''` before the first run, and without `aggregateStats`. Inside a
     * `%%profile` cell, where the profiler was never run, those of the cell.
     *
     * @throws DumpsOptionError for a value that is not supported.
     */
    (options?: ProfilerDumpsOptions): string;
  };
}

/** What a profiler works with besides its host. */
export interface ProfilerParts {
  /** Whom calls with `{profileProcess: 'server'}` are for. */
  readonly processes?: CommandedProcesses;
  /** Receives what to tell the user, and the name of the warning. */
  readonly warn?: (message: string, name: string) => void;
}

/** The `profiler` object over one host. Its functions need no `this`. */
export function createProfiler(host: RecordingHost, parts: ProfilerParts = {}): Profiler {
  const { warn = emitWarning } = parts;
  const own = new OwnProfiler(host, message => warn(message, 'KernelscopeWarning'));
  const controls = controlsOf(own, command => requireProcesses(parts).request(command));
  const deprecated = createDeprecated(controls, message => warn(message, 'DeprecationWarning'));
  return {
    ...controls,
    ...deprecated,
    dumps: options => own.dumps(readDumpsArguments(options)),
    get state() {
      return own.state;
    }
  };
}

type Controls = Pick<Profiler, 'setConfig' | 'setState' | 'pause' | 'resume' | 'dump'>;

/** Each of them for this process or, by `ask`, for the attached ones. */
function controlsOf(own: OwnProfiler, ask: CommandedProcesses['request']): Controls {
  const tell = (command: ProcessCommand): Promise<void> => ask(command).then(() => undefined);
  const isForServer = (call: string, options: unknown): boolean =>
    readProcessArguments(call, options).profileProcess === 'server';
  return {
    setConfig: ((options?: unknown) => {
      const config = readConfig(options);
      if (config.profileProcess === 'server') return tell({ command: 'setConfig', config });
      return own.setConfig(config);
    }) as Controls['setConfig'],
    setState: ((wanted: unknown = 'stop', options?: unknown) => {
      const state = readState(wanted);
      if (isForServer('setState', options)) return tell({ command: 'setState', state });
      return own.setState(state);
    }) as Controls['setState'],
    pause: ((options?: unknown) =>
      isForServer('pause', options)
        ? tell({ command: 'pause' })
        : own.pause()) as Controls['pause'],
    resume: ((options?: unknown) =>
      isForServer('resume', options)
        ? tell({ command: 'resume' })
        : own.resume()) as Controls['resume'],
    dump: ((options?: unknown) => {
      const { finished, profileProcess } = readDumpArguments(options);
      if (profileProcess === 'server') return ask({ command: 'dump', finished });
      return own.dump(finished);
    }) as Controls['dump']
  };
}

function requireProcesses({ processes }: ProfilerParts): CommandedProcesses {
  if (!processes || processes.size === 0) throw new NoAttachedProcessError();
  return processes;
}

function emitWarning(message: string, name: string): void {
  process.emitWarning(message, name);
}
