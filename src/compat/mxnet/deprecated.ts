import { pathArgument, textArgument } from '../../engine/arguments/argumentTypes';
import type { SavedFile } from '../../engine/results/atomicWrite';
import type { ProfilerOptions, ProfilerState } from './config';
import { readCall } from '../../engine/arguments/readArguments';

/** The current functions behind the deprecated ones. */
export interface CurrentFunctions {
  setConfig(options: ProfilerOptions): void;
  setState(state?: ProfilerState): void;
  dump(): readonly SavedFile[];
}

/** Options of the deprecated `profilerSetConfig`. */
export interface ProfilerModeOptions {
  /** The kind to record, `'symbolic'` unless stated. */
  readonly mode?: 'symbolic' | 'imperative' | 'memory' | 'api' | 'all';
  /** The file that `dump` writes, `'profile.json'` unless stated. */
  readonly filename?: string;
}

/** The type of `profilerSetConfig`. */
export interface ProfilerSetConfigFunction {
  /**
   * Chooses one kind to record, and the file.
   *
   * @deprecated Use `setConfig`.
   */
  (options?: ProfilerModeOptions): void;
  /** Chooses one kind to record, and the file, by position. @deprecated Use `setConfig`. */
  (mode: ProfilerModeOptions['mode'], filename?: string): void;
}

/** The type of `profilerSetState`. */
export interface ProfilerSetStateFunction {
  /**
   * Begins or ends a run.
   *
   * @deprecated Use `setState`.
   */
  (state?: ProfilerState): void;
}

/** The type of `dumpProfile`. */
export interface DumpProfileFunction {
  /**
   * Stops the profiler and writes the trace.
   *
   * @deprecated Use `dump`.
   */
  (): readonly SavedFile[];
}

/** The old names of three functions. Each warns once, when it is first called. */
export interface DeprecatedFunctions {
  /** MXNet's former name of `setConfig`: chooses one kind to record, and the file. Warns once. */
  readonly profilerSetConfig: ProfilerSetConfigFunction;
  /** MXNet's former name of `setState`: begins or ends a run. Warns once. */
  readonly profilerSetState: ProfilerSetStateFunction;
  /** MXNet's former name of `dump`: stops the profiler and writes the trace. Warns once. */
  readonly dumpProfile: DumpProfileFunction;
}

const MODE_OPTIONS = {
  mode: { type: textArgument, default: 'symbolic', help: 'The kind to profile.' },
  filename: { type: pathArgument, default: 'profile.json', help: 'The name of the output file.' }
};

/** The deprecated functions over the current ones; `warn` receives each warning. */
export function createDeprecated(
  current: CurrentFunctions,
  warn: (message: string) => void
): DeprecatedFunctions {
  const warned = new Set<string>();
  const deprecate = (name: string, replacement: string): void => {
    if (warned.has(name)) return;
    warned.add(name);
    warn(`profiler.${name}() is deprecated. Please use profiler.${replacement}() instead`);
  };
  return {
    profilerSetConfig: (...given: readonly unknown[]) => {
      deprecate('profilerSetConfig', 'setConfig');
      const { mode, filename } = readCall('profilerSetConfig', MODE_OPTIONS, given);
      const kind = `profile${mode.slice(0, 1).toUpperCase()}${mode.slice(1)}`;
      current.setConfig({ [kind]: true, filename });
    },
    profilerSetState: state => {
      deprecate('profilerSetState', 'setState');
      current.setState(state);
    },
    dumpProfile: () => {
      deprecate('dumpProfile', 'dump');
      return current.dump();
    }
  };
}
