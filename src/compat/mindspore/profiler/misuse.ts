/** Warnings about calls and options that change nothing, in MindSpore's words if it has any. */
export const MISUSE = {
  startedTwice: 'The profiler has already started. Do not turn on again in the open state.',
  stopWithoutStart: 'The profiler has not started. Do not turn off again in the closed state.',
  stopWithoutStep: 'The profiler has schedule. Please use step() to collect data.',
  stepWithoutSchedule: 'With no schedule in the Profiler, step takes no effect!',
  stepWithoutStart: 'Profiler is stopped, step takes no effect!',
  analyseWithSchedule: "The profiler has schedule. Please use 'on_trace_ready' to analyse data.",
  dataProcessWithoutData:
    'Profiler: dataProcess takes no effect without a loop over profiler.instrumentIterator(data).',
  endOfProgram: 'Profiler is stopped at the end of the program.'
} as const;
