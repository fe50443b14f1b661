import { joinWords, nearestName } from '../../../base/text';
import { shown } from '../../../base/errors';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';

/** An option of `Profiler` has a value that is none of its valid ones. */
export class ProfilerOptionError extends ProfilerArgumentError {
  constructor(option: string, value: unknown, valid: readonly string[]) {
    const meant = typeof value === 'string' ? nearestName(value.replaceAll('_', ''), valid) : null;
    const hint = meant === null ? '' : ` Did you mean '${meant}'?`;
    const list = joinWords(valid.map(one => `'${one}'`));
    super(`Invalid value for ${option}: '${shown(value)}'. It is ${list}.${hint}`);
  }
}

/** Options of `Profiler` that are valid each, and do not go together; or one that cannot be had. */
export class ProfilerOptionsError extends ProfilerArgumentError {}

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

/** Emits a warning of the process; during its exit, when nothing runs later, prints it immediately. */
export function emitProfilerWarning(message: string, isExiting: boolean): void {
  if (!isExiting) {
    process.emitWarning(message, 'KernelscopeWarning');
    return;
  }
  const warning = new Error(message);
  warning.name = 'KernelscopeWarning';
  process.emit('warning', warning);
}
