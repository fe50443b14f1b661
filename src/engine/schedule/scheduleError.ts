import { KernelscopeError, messageOf } from '../../base/errors';

/** A schedule got invalid numbers, or returned something other than an action. */
export class ScheduleError extends KernelscopeError {}

/** The error that a schedule threw, or a ScheduleError if it threw anything else. */
export function asScheduleError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new ScheduleError(`The schedule failed: ${messageOf(thrown)}`, { cause: thrown });
}
