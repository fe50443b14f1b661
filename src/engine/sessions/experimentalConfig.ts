import {
  IGNORED,
  type Option,
  type OptionTable,
  booleanArgument
} from '../arguments/argumentTypes';
import { readOptions } from '../arguments/readArguments';

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
export interface ExperimentalSettings extends Readonly<Record<FlagName, boolean>> {
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
export function readExperimentalConfig(config: unknown): ExperimentalSettings {
  const read = readOptions('experimentalConfig', SETTINGS, config);
  const { recordPythonGcInfo, traceOnly, enableCudaSyncEvents, ...others } = read;
  const { disableExternalCorrelation, ...without } = others;
  const ignored = Object.entries(without).flatMap(([name, value]) =>
    value === undefined ? [] : [name]
  );
  const flags = { recordPythonGcInfo, traceOnly, enableCudaSyncEvents };
  return { ...flags, disableExternalCorrelation, ignored };
}
