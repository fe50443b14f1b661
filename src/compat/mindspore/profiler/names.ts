import { RESULT_NAMES } from '../../torch/events/pythonNames';

/** Functions of MindSpore's profiler, under the names that this package exports them by as well. */
export const FUNCTION_NAMES = {
  tensorboard_trace_handler: 'tensorboardTraceHandler',
  tensor_board_trace_handler: 'tensorboardTraceHandler'
} as const;

/** Members of a `Profiler`. */
export const PROFILER_NAMES = {
  /** MindSpore's name of `stepNumber`: the number of the present step. */
  step_num: 'stepNumber'
} as const;

export type ProfilerNames = typeof PROFILER_NAMES & object;

/** Attributes of MindSpore's `Profiler` that ours is without, each with what takes its place. */
export const REFUSED_PROFILER_NAMES = {
  schedule: 'keep the function that you gave it',
  schedule_arg: 'keep the function that you gave it',
  current_action: 'call the schedule that you gave it with stepNumber',
  action_controller: 'use onTraceReady, which is called at the end of each window'
} as const;

/** Members of the class `Profiler` itself. */
export const CLASS_NAMES = {
  /** MindSpore's name of `offlineAnalyse`: analyses the directories that profilers left behind. */
  offline_analyse: 'offlineAnalyse'
} as const;

/** Options of `tensorboardTraceHandler`, whose names differ from ours in more than their style. */
export const TENSORBOARD_NAMES = {
  worker_name: 'worker',
  workerName: 'worker',
  use_gzip: 'gzip',
  useGzip: 'gzip'
} as const;

/**
 * All names of MindSpore's Python API that stand for one here: functions, members and options, and members that
 * there are none of, with what takes their place.
 */
export const MINDSPORE_NAMES = {
  functions: FUNCTION_NAMES,
  classes: {
    Profiler: PROFILER_NAMES,
    ProfilerConstructor: CLASS_NAMES,
    SessionResults: RESULT_NAMES
  },
  options: { tensorboardTraceHandler: TENSORBOARD_NAMES },
  refused: { Profiler: REFUSED_PROFILER_NAMES }
} as const;
