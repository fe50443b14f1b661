import {
  IGNORED,
  type Option,
  type OptionTable,
  booleanArgument,
  type ArgumentType,
  anyTextArgument,
  booleanOrNull,
  countOrNull,
  flag,
  functionArgument,
  limitArgument,
  option,
  positiveAutoOrNull,
  positiveOrNull,
  timeoutArgument
} from '../../engine/arguments/argumentTypes';
import { readOptions, readGivenOptions } from '../../engine/arguments/readArguments';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOptionName,
  type RecordingOptionValues,
  type RecordingValueType,
  recordingOption
} from '../../settings/table/recordingOptions';
import {
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS,
  NO_CPU_WORK,
  NO_OWN_FACTS
} from '../../engine/arguments/recordingOptions';
import type { ScheduleFunction } from '../../engine/sessions/schedule';
import type { Activity } from '../../engine/sessions/activityLog';
import { readActivities } from './activities';
import type { SessionResults } from './sessionResults';
import { KernelscopeError } from '../../base/errors';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';

/** PyTorch's experimental settings. Those that mean nothing here warn and are ignored. */
export interface ExperimentalConfig {
  /** Record garbage collections; another name for `gc`. */
  readonly recordPythonGcInfo?: boolean;
  /** Keep only the trace: there are no function events, and no time is spent on them. */
  readonly traceOnly?: boolean;
  /** Leave out the number of the operator in what GPUs do, `External id`. */
  readonly disableExternalCorrelation?: boolean;
  /** Record waits for the GPU, with the activity `'GPU'`. */
  readonly enableCudaSyncEvents?: boolean;
  /** Counters of a GPU to read, in PyTorch. @deprecated Has no effect here. */
  readonly profilerMetrics?: readonly string[];
  /** Counters for each GPU kernel, in PyTorch. @deprecated Has no effect here. */
  readonly profilerMeasurePerKernel?: boolean;
  /** Call stacks in the trace, in PyTorch. @deprecated Has no effect here. */
  readonly verbose?: boolean;
  /** Further events to measure, in PyTorch. @deprecated Has no effect here. */
  readonly performanceEvents?: readonly string[];
  /** Steps made as long as the call around them, in PyTorch. @deprecated Has no effect here: steps are exact. */
  readonly adjustProfilerStep?: boolean;
  /** Times moved so that children lie within parents, in PyTorch. @deprecated Has no effect here. */
  readonly adjustTimestamps?: boolean;
  /** Operators of all threads, in PyTorch. @deprecated Has no effect here. */
  readonly profileAllThreads?: boolean;
  /** The overload of each operator, in PyTorch. @deprecated Has no effect here. */
  readonly captureOverloadNames?: boolean;
  /** Kineto's metadata of events, in PyTorch. @deprecated Has no effect here. */
  readonly exposeKinetoEventMetadata?: boolean;
  /** Settings of a custom profiler, in PyTorch. @deprecated Has no effect here. */
  readonly customProfilerConfig?: string;
}

/** The settings as they were read. */
interface ExperimentalSettings extends Readonly<Record<FlagName, boolean>> {
  /** Names of settings that were given and have no effect. */
  readonly ignored: readonly string[];
}

type FlagName =
  | 'recordPythonGcInfo'
  | 'traceOnly'
  | 'enableCudaSyncEvents'
  | 'disableExternalCorrelation';

type SettingTable = OptionTable<{
  readonly [K in keyof Required<ExperimentalConfig>]: K extends FlagName ? boolean : unknown;
}>;

const FLAG: Option<boolean> = { type: booleanArgument, default: false };

const SETTINGS: SettingTable = {
  recordPythonGcInfo: FLAG,
  traceOnly: FLAG,
  enableCudaSyncEvents: FLAG,
  disableExternalCorrelation: FLAG,
  profilerMetrics: IGNORED,
  profilerMeasurePerKernel: IGNORED,
  verbose: IGNORED,
  performanceEvents: IGNORED,
  adjustProfilerStep: IGNORED,
  adjustTimestamps: IGNORED,
  profileAllThreads: IGNORED,
  captureOverloadNames: IGNORED,
  exposeKinetoEventMetadata: IGNORED,
  customProfilerConfig: IGNORED
};

/** Reads the settings. @throws ProfilerArgumentError for unknown ones and values other than booleans */
function readExperimentalConfig(config: unknown): ExperimentalSettings {
  const read = readOptions('experimentalConfig', SETTINGS, config);
  const { recordPythonGcInfo, traceOnly, enableCudaSyncEvents, ...others } = read;
  const { disableExternalCorrelation, ...without } = others;
  const ignored = Object.entries(without).flatMap(([name, value]) =>
    value === undefined ? [] : [name]
  );
  const flags = { recordPythonGcInfo, traceOnly, enableCudaSyncEvents };
  return { ...flags, disableExternalCorrelation, ignored };
}

/** The options of `profile` that select what a recording collects. */
type OwnOptions = Omit<RecordingOptions, 'optionTexts' | 'cell' | 'gpu'>;

/** PyTorch's names for options of a recording, each with ours. */
const TORCH_NAMES = {
  recordShapes: 'shapes',
  withStack: 'stacks',
  withFlops: 'flops',
  profileMemory: 'tensorMemory'
} as const;

type TorchNames = {
  readonly [
    Theirs in keyof typeof TORCH_NAMES
  ]: RecordingOptionValues[(typeof TORCH_NAMES)[Theirs]];
};

/** All options of `profile` with their values, read but not yet weighed against each other. */
interface ReadOptions extends OwnOptions, TorchNames {
  readonly enabled: boolean;
  readonly useCuda: boolean;
  readonly schedule: ScheduleFunction | null;
  readonly onTraceReady: ((session: SessionResults) => unknown) | null;
  readonly accEvents: boolean;
  readonly activities: readonly Activity[];
  readonly postProcessingTimeoutMs: number;
  readonly experimentalConfig: ExperimentalSettings;
  readonly withModules: unknown;
  readonly useKineto: unknown;
  readonly useCpu: unknown;
  readonly useDevice: unknown;
}

/** Options of PyTorch's profilers that have no effect here. */
const IGNORED_OPTIONS = ['withModules', 'useKineto', 'useCpu', 'useDevice'] as const;

const activitiesArgument: ArgumentType<readonly Activity[]> = {
  name: "array of 'CPU', 'GPU'",
  read: (_argument, value) => readActivities(value)
};

const experimentalArgument: ArgumentType<ExperimentalSettings> = {
  name: 'object of settings',
  read: (_argument, value) => readExperimentalConfig(value)
};

const TYPES: { readonly [Type in RecordingValueType]: ArgumentType<unknown> } = {
  boolean: booleanArgument,
  ...{ booleanOrNull, positiveOrNull, positiveAutoOrNull, countOrNull }
};

function recorded(name: RecordingOptionName): Option<unknown> {
  const { type, default: usual } = recordingOption(name);
  return option(TYPES[type], usual);
}

/** The options of a recording, by our names and by PyTorch's. */
const RECORDED = Object.fromEntries(
  RECORDING_OPTION_NAMES.map(name => [name, recorded(name)])
) as OptionTable<RecordingOptionValues>;
const BY_TORCH = Object.fromEntries(
  Object.entries(TORCH_NAMES).map(([theirs, ours]) => [theirs, recorded(ours)])
) as OptionTable<TorchNames>;

/** Every option of `profile`, in the order in which errors list them. */
export const OPTION_TABLE: OptionTable<ReadOptions> = {
  enabled: flag(true),
  name: option(anyTextArgument, DEFAULT_RECORDING_OPTIONS.name),
  activities: option(activitiesArgument, ['CPU']),
  useCuda: flag(false),
  ...BY_TORCH,
  schedule: option(functionArgument(), null),
  onTraceReady: option(functionArgument(), null),
  accEvents: flag(false),
  postProcessingTimeoutMs: option(timeoutArgument, Infinity),
  experimentalConfig: option(experimentalArgument, {
    recordPythonGcInfo: false,
    traceOnly: false,
    enableCudaSyncEvents: false,
    disableExternalCorrelation: false,
    ignored: []
  }),
  ...RECORDED,
  limit: option(limitArgument, DEFAULT_RECORDING_OPTIONS.limit),
  withModules: IGNORED,
  useKineto: IGNORED,
  useCpu: IGNORED,
  useDevice: IGNORED
};

/** Two names of one option were given different values. */
export class ConflictingOptionsError extends KernelscopeError {
  constructor(one: string, other: string) {
    super(
      `${one} and ${other} are two names of one option: give one of them, or the same value to both`
    );
  }
}

/** The settings of a session, from the options of `profile`. */
export interface SessionOptions {
  readonly enabled: boolean;
  readonly recording: Partial<RecordingOptions>;
  /** The activities that its profile may contain. */
  readonly activities: ReadonlySet<Activity>;
  readonly schedule: ScheduleFunction | null;
  readonly onTraceReady: ((session: SessionResults) => unknown) | null;
  readonly accEvents: boolean;
  readonly postProcessingTimeoutMs: number;
  /** Whether memory was requested, not just recorded by default. */
  readonly showsMemory: boolean;
  /** Whether input shapes were requested. */
  readonly showsShapes: boolean;
  /** True if there are no function events. */
  readonly traceOnly: boolean;
  /** Names of options that were given and have no effect here. */
  readonly ignored: readonly string[];
}

/**
 * Reads the options of `profile`.
 *
 * @throws ProfilerArgumentError for unknown options and values of the wrong type, ActivityError,
 *   ConflictingOptionsError
 */
export function readSessionOptions(options: unknown): SessionOptions {
  const { values: read, given } = readGivenOptions('profile', OPTION_TABLE, options);
  const { enabled, schedule, onTraceReady, accEvents, postProcessingTimeoutMs } = read;
  const { traceOnly, recordPythonGcInfo, ignored } = read.experimentalConfig;
  const activities = new Set(read.activities);
  if (read.useCuda) activities.add('GPU');
  const without = IGNORED_OPTIONS.filter(name => given[name] !== undefined);
  const own = recordingOptions(read, given);
  return {
    enabled,
    recording: {
      ...own,
      gpu: activities.has('GPU') ? gpuRecording(read, own) : null,
      ...Object.fromEntries(
        Object.entries(NO_OWN_FACTS).filter(([name]) => given[name] === undefined)
      ),
      ...(recordPythonGcInfo && { gc: true }),
      ...(!activities.has('CPU') && NO_CPU_WORK)
    },
    activities,
    schedule,
    onTraceReady,
    accEvents,
    postProcessingTimeoutMs,
    showsShapes: own.shapes === true,
    showsMemory: given['profileMemory'] === true || given['tensorMemory'] === true,
    traceOnly,
    ignored: [...without, ...ignored.map(name => `experimentalConfig.${name}`)]
  };
}

/** As in PyTorch, waits are recorded on request. */
function gpuRecording(
  { experimentalConfig }: ReadOptions,
  { tensorMemory: memory = false }: Partial<RecordingOptions>
): GpuRecording {
  const { enableCudaSyncEvents: waits, disableExternalCorrelation } = experimentalConfig;
  const operatorIds = !disableExternalCorrelation;
  return { ...GPU_WHERE_FOUND, isRequired: true, operatorIds, waits, memory };
}

/** The options as given: absent ones were left out. */
type GivenOptions = Readonly<Record<string, unknown>>;

function recordingOptions(
  values: Readonly<ReadOptions>,
  given: GivenOptions
): Partial<RecordingOptions> {
  const read: Readonly<Record<string, unknown>> = { ...values };
  const own = Object.keys(read).filter(name => Object.hasOwn(DEFAULT_RECORDING_OPTIONS, name));
  const result = Object.fromEntries(own.map(name => [name, read[name]]));
  for (const [theirs, ours] of Object.entries(TORCH_NAMES)) {
    if (given[theirs] === undefined) continue;
    if (given[ours] !== undefined && read[ours] !== read[theirs]) {
      throw new ConflictingOptionsError(theirs, ours);
    }
    result[ours] = read[theirs];
  }
  return result;
}
