import { KernelscopeError, messageOf } from '../../base/errors';

/** The action of a profiler during one step. */
export const ProfilerAction = {
  /** Nothing; the step is not part of any window. */
  NONE: 'NONE',
  /** It runs, so that a window can begin without the cost of a start, and keeps nothing. */
  WARMUP: 'WARMUP',
  /** It records, and the window goes on after this step. */
  RECORD: 'RECORD',
  /** It records, and the window ends with this step. */
  RECORD_AND_SAVE: 'RECORD_AND_SAVE'
} as const;

/** One of the values of the object of the same name. */
export type ProfilerAction = keyof typeof ProfilerAction;

/** True for the actions that are part of a window. */
export function isRecording(action: ProfilerAction): boolean {
  return action === 'RECORD' || action === 'RECORD_AND_SAVE';
}

/** The action at each step, counted from 0. */
export type ScheduleFunction = (step: number) => ProfilerAction;

const ACTIONS: ReadonlySet<unknown> = new Set(Object.values(ProfilerAction));

/** True for the four actions, and for nothing else that a schedule may give. */
export function isAction(value: unknown): value is ProfilerAction {
  return ACTIONS.has(value);
}

/** A schedule got invalid numbers, or returned something other than an action. */
export class ScheduleError extends KernelscopeError {}

/** The error that a schedule threw, or a ScheduleError if it threw anything else. */
export function asScheduleError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new ScheduleError(`The schedule failed: ${messageOf(thrown)}`, { cause: thrown });
}
