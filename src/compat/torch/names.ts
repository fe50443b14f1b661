import {
  AVERAGE_NAMES,
  EVENT_NAMES,
  INTERVAL_NAMES,
  LIST_NAMES,
  PROFILE_NAMES,
  REFUSED_EVENT_NAMES,
  REFUSED_SESSION_NAMES,
  RESULT_NAMES,
  SESSION_NAMES,
  TIME_NAMES
} from './events/pythonNames';

/** Functions of PyTorch's modules, under the names that this package exports them by as well. */
export const FUNCTION_NAMES = {
  record_function: 'recordFunction',
  emit_nvtx: 'emitNvtx',
  load_nvprof: 'loadNvprof',
  parse_nvprof_trace: 'loadNvprof',
  tensorboard_trace_handler: 'tensorboardTraceHandler',
  format_time: 'formatTime',
  build_table: 'buildTable',
  parse_cpu_trace: 'parseCpuTrace',
  Kernel: 'GpuKernel'
} as const;

/**
 * All names of PyTorch's Python API that stand for one here: functions, and members by their class,
 * and members that there are none of, with what takes their place.
 */
export const TORCH_NAMES = {
  functions: FUNCTION_NAMES,
  classes: {
    FormattedTimes: TIME_NAMES,
    FunctionEvent: EVENT_NAMES,
    FunctionEventAvg: AVERAGE_NAMES,
    Interval: INTERVAL_NAMES,
    EventList: LIST_NAMES,
    SessionResults: RESULT_NAMES,
    ProfileSession: SESSION_NAMES,
    FinishedProfile: PROFILE_NAMES
  },
  refused: { FunctionEvent: REFUSED_EVENT_NAMES, ProfileSession: REFUSED_SESSION_NAMES }
} as const;
