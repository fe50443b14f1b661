import { KernelscopeError } from '../../base/errors';

/** A schedule was given numbers that make none, or gave something that is no action. */
export class ScheduleError extends KernelscopeError {}
