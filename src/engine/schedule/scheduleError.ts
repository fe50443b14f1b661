import { KernelscopeError } from '../../base/errors';

/** A schedule got invalid numbers, or returned something other than an action. */
export class ScheduleError extends KernelscopeError {}
