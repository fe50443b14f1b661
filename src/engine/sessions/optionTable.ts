import {
  type ArgumentType,
  IGNORED,
  type OptionTable,
  anyTextArgument,
  booleanArgument,
  booleanOrNull,
  countOrNull,
  flag,
  functionArgument,
  limitArgument,
  option,
  positiveAutoOrNull,
  positiveOrNull,
  timeoutArgument
} from '../arguments/argumentTypes';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOptionName,
  type RecordingOptionValues,
  type RecordingValueType,
  recordingOption
} from '../../settings/table/recordingOptions';
import {
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS as USUAL
} from '../options/recordingOptions';
import type { ScheduleFunction } from '../schedule/profilerAction';
import { type Activity, readActivities } from './activities';
import { type ExperimentalSettings, readExperimentalConfig } from './experimentalConfig';
import type { SessionResults } from '../results/sessionResults';

/** The options of `profile` that select what a recording collects. */
export type OwnOptions = Omit<RecordingOptions, 'optionTexts' | 'cell' | 'gpu'>;

/** PyTorch's names for options of a recording. */
interface TorchNames {
  readonly recordShapes: boolean;
  readonly profileMemory: boolean;
  readonly withStack: boolean;
  readonly withFlops: boolean;
}

/** All options of `profile` with their values, read but not yet weighed against each other. */
export interface ReadOptions extends OwnOptions, TorchNames {
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
export const IGNORED_OPTIONS = ['withModules', 'useKineto', 'useCpu', 'useDevice'] as const;

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

/** The options of a recording, by our names or by PyTorch's if there are any. */
function recorded(nameOf: (name: RecordingOptionName) => string | undefined): object {
  return Object.fromEntries(
    RECORDING_OPTION_NAMES.flatMap(name => {
      const { type, default: usual } = recordingOption(name);
      const written = nameOf(name);
      return written === undefined ? [] : [[written, option(TYPES[type], usual)]];
    })
  );
}

const RECORDED = recorded(name => name) as OptionTable<RecordingOptionValues>;
const BY_TORCH = recorded(name => recordingOption(name).torch) as OptionTable<TorchNames>;

/** Every option of `profile`, in the order in which errors list them. */
export const OPTION_TABLE: OptionTable<ReadOptions> = {
  enabled: flag(true),
  name: option(anyTextArgument, USUAL.name),
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
  limit: option(limitArgument, USUAL.limit),
  withModules: IGNORED,
  useKineto: IGNORED,
  useCpu: IGNORED,
  useDevice: IGNORED
};
