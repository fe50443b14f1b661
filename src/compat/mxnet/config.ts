import {
  type Argument,
  type ArgumentTable,
  booleanArgument,
  choiceArgument,
  floatArgument,
  pathArgument
} from '../../engine/arguments/argumentTypes';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';
import { NO_OWN_FACTS, type RecordingOptions } from '../../engine/arguments/recordingOptions';
import { DumpPeriodError, ProfilerArgumentError } from '../../engine/arguments/argumentErrors';
import { readArguments } from '../../engine/arguments/readArguments';
import { shown } from '../../base/errors';

/** Whom a call is for: this process, or the processes and threads attached to it. */
export type ProfileProcess = 'server' | 'worker';

/** The records and files of the profiler, as in MXNet's `set_config`. */
export interface ProfilerConfig {
  /** Record all four kinds, whatever the other keys say. */
  readonly profileAll: boolean;
  /** Record operators that run inside a compiled graph. */
  readonly profileSymbolic: boolean;
  /** Record eager operators and instrumented functions. */
  readonly profileImperative: boolean;
  /** Record the memory of the process and of tensors. */
  readonly profileMemory: boolean;
  /** Record calls into the public interface of libraries. */
  readonly profileApi: boolean;
  /** File that `dump` writes; its ending decides on the format, Chrome JSON unless known. */
  readonly filename: string;
  /** Beginning of the name of the memory profile that `dump` writes. */
  readonly gpuMemoryProfileFilenamePrefix: string;
  /** Write `filename` every `dumpPeriod` while the profiler runs. */
  readonly continuousDump: boolean;
  /** Seconds, above 0 with `continuousDump`. */
  readonly dumpPeriod: number;
  /** Let `dumps` give the statistics. */
  readonly aggregateStats: boolean;
  /** Whom this configuration is for. */
  readonly profileProcess: ProfileProcess;
}

/** Options of `setConfig`; those that are absent or `undefined` have their defaults. */
export type ProfilerOptions = Partial<ProfilerConfig>;

/** The argument that every function for several processes takes. */
export const PROFILE_PROCESS: Argument<ProfileProcess> = {
  type: choiceArgument<ProfileProcess>(['server', 'worker']),
  default: 'worker',
  help:
    'Specifies which process to profile: worker: this is default, this process. ' +
    'server: the threads and processes given to profiler.attach.'
};

const CONFIG: ArgumentTable<ProfilerConfig> = {
  profileAll: flag(false, 'Profile all. Default is false.'),
  profileSymbolic: flag(true, 'Profile operators inside compiled graphs. Default is true.'),
  profileImperative: flag(true, 'Profile eager operators. Default is true.'),
  profileMemory: flag(true, 'Profile memory. Default is true.'),
  profileApi: flag(true, 'Profile calls into the API of libraries. Default is true.'),
  filename: file('profile.json', 'File name to write profiling info.'),
  gpuMemoryProfileFilenamePrefix: file(
    'gpu_memory_profile',
    'File name prefix to write the memory profile.'
  ),
  continuousDump: flag(
    true,
    'Periodically dump profiling data to file while running. Default is true.'
  ),
  dumpPeriod: {
    type: floatArgument,
    default: 1,
    help: 'When continuous dump is enabled, the seconds between subsequent dumps.'
  },
  aggregateStats: flag(false, 'Let dumps return aggregate statistics. Default is false.'),
  profileProcess: PROFILE_PROCESS
};

function flag(usual: boolean, help: string): Argument<boolean> {
  return { type: booleanArgument, default: usual, help };
}

function file(usual: string, help: string): Argument<string> {
  return { type: pathArgument, default: usual, help };
}

/**
 * A configuration from the options of `setConfig`, with defaults for the rest.
 *
 * @throws ProfilerArgumentError that lists the valid options or values.
 */
export function readConfig(options: unknown): ProfilerConfig {
  const config = readArguments('setConfig', CONFIG, options);
  if (config.continuousDump && config.dumpPeriod <= 0) throw new DumpPeriodError(config.dumpPeriod);
  return config;
}

/**
 * The recording options of a run with this configuration. It samples no stacks and records neither garbage
 * collections, waits, requests nor timings of the program.
 */
export function recordingOptions(config: ProfilerConfig): Partial<RecordingOptions> {
  const { profileAll: all } = config;
  const memory = all || config.profileMemory;
  return {
    ...NO_OWN_FACTS,
    name: 'profiler',
    cpuIntervalUs: null,
    lines: false,
    gc: false,
    ...(!memory && { memoryPeriodMs: null }),
    tensorMemory: memory,
    operators: all || config.profileImperative,
    graphOperators: all || config.profileSymbolic,
    api: all || config.profileApi,
    gpu: gpuRecording(config, memory)
  };
}

/**
 * As in MXNet, GPUs are recorded if there are any; their work depends on the switch for operators,
 * calls on that for the API.
 */
function gpuRecording(config: ProfilerConfig, memory: boolean): GpuRecording | null {
  const { profileAll: all, profileImperative, profileSymbolic, profileApi } = config;
  const hasWork = all || profileImperative || profileSymbolic;
  if (!hasWork && !profileApi && !memory) return null;
  return { ...GPU_WHERE_FOUND, level: all || profileApi ? 2 : 1, waits: all || profileApi, memory };
}

/** `setState` was given something else than `'run'` or `'stop'`. */
export class ProfilerStateError extends ProfilerArgumentError {}

/** The state a profiler can be put into. */
export type ProfilerState = 'run' | 'stop';

const STATES: readonly ProfilerState[] = ['run', 'stop'];

/** `state`, if it is one. @throws ProfilerStateError that lists the states. */
export function readState(state: unknown): ProfilerState {
  const known = STATES.find(one => one === state);
  if (known) return known;
  const valid = STATES.map(one => `'${one}'`).join(', ');
  throw new ProfilerStateError(`Unknown profiler state: ${shown(state)}. Support: ${valid}`);
}
