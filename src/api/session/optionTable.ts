import type { Argument, ArgumentTable, ArgumentType } from '../profiler/readArguments';
import { booleanArgument } from '../profiler/readArguments';
import type { RecordingOptions } from '../recordingOptions';
import { DEFAULT_RECORDING_OPTIONS as USUAL } from '../recordingOptions';
import type { ScheduleFunction } from '../schedule/profilerAction';
import type { Activity } from './activities';
import { readActivities } from './activities';
import type { ExperimentalSettings } from './experimentalConfig';
import { readExperimentalConfig } from './experimentalConfig';
import {
  anyTextArgument,
  booleanOrNull,
  functionArgument,
  IGNORED,
  limitArgument,
  positiveOrNull,
  timeoutArgument
} from './optionTypes';
import type { SessionResults } from './sessionResults';

/** The options of `profile` that say what a recording collects. */
export type OwnOptions = Omit<RecordingOptions, 'optionTexts' | 'cell'>;

/** All options of `profile` with their values, read but not yet weighed against each other. */
export interface ReadOptions extends OwnOptions {
  readonly enabled: boolean;
  readonly useCuda: boolean;
  readonly recordShapes: boolean;
  readonly profileMemory: boolean;
  readonly withStack: boolean;
  readonly withFlops: boolean;
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

/** Every option of `profile`, in the order in which errors list them. */
export const OPTION_TABLE: ArgumentTable<ReadOptions> = {
  enabled: flag(true, 'Record; otherwise the session costs nothing.'),
  name: option(anyTextArgument, USUAL.name, 'Name to find the profile again by.'),
  activities: option(activitiesArgument, ['CPU'], 'What to record.'),
  useCuda: flag(false, 'Record GPU work as well.'),
  recordShapes: flag(USUAL.shapes, 'Keep the input shapes of operators, as shapes does.'),
  profileMemory: flag(USUAL.tensorMemory, 'Record the bytes of tensors, as tensorMemory does.'),
  withStack: flag(USUAL.stacks, 'Keep the stack of each operator, as stacks does.'),
  withFlops: flag(USUAL.flops, 'Keep the floating-point operations, as flops does.'),
  schedule: option(functionArgument(), null, 'What to do at each step; see schedule().'),
  onTraceReady: option(functionArgument(), null, 'Called when a window is complete.'),
  accEvents: flag(false, 'Keep the events of all windows, not of the last one alone.'),
  postProcessingTimeoutMs: option(timeoutArgument, Infinity, 'Longest time for making events.'),
  experimentalConfig: option(
    experimentalArgument,
    { recordPythonGcInfo: false, traceOnly: false, ignored: [] },
    "PyTorch's experimental settings."
  ),
  cpuIntervalUs: option(positiveOrNull, USUAL.cpuIntervalUs, 'Microseconds between CPU samples.'),
  lines: flag(USUAL.lines, 'Record the lines of calls with the CPU samples.'),
  memoryPeriodMs: option(positiveOrNull, USUAL.memoryPeriodMs, 'Milliseconds between samples.'),
  gc: flag(USUAL.gc, 'Record garbage collections.'),
  operators: flag(USUAL.operators, 'Record eager operators and instrumented functions.'),
  graphOperators: flag(USUAL.graphOperators, 'Record operators inside compiled graphs.'),
  api: flag(USUAL.api, 'Record calls into the API of libraries.'),
  tensorMemory: flag(USUAL.tensorMemory, 'Record the bytes of tensors by device.'),
  nodeShares: flag(USUAL.nodeShares, 'Run ONNX Runtime models again for shares of nodes.'),
  shapes: flag(USUAL.shapes, 'Keep the input shapes of operators.'),
  stacks: flag(USUAL.stacks, 'Keep the stack that each operator is run from.'),
  flops: flag(USUAL.flops, 'Keep the floating-point operations of operators.'),
  allocationBytes: option(positiveOrNull, USUAL.allocationBytes, 'Bytes between heap samples.'),
  async: option(booleanOrNull, USUAL.async, 'Attribute work after an await to its range.'),
  limit: option(limitArgument, USUAL.limit, 'How many slices are kept, and which.'),
  withModules: IGNORED,
  useKineto: IGNORED,
  useCpu: IGNORED,
  useDevice: IGNORED
};

function flag(usual: boolean, help: string): Argument<boolean> {
  return option(booleanArgument, usual, help);
}

function option<V>(type: ArgumentType<V>, usual: V, help: string): Argument<V> {
  return { type, default: usual, help };
}
