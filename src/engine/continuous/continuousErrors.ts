import { KernelscopeError } from '../../base/errors';
import { ProfilerArgumentError } from '../arguments/argumentErrors';

/** An option of `profile.continuous` has a value that it cannot have. Values that may be secret are not shown. */
export class ContinuousOptionError extends ProfilerArgumentError {}

/** Continuous profiling cannot begin here; the message says why. */
export class ContinuousProfilingError extends KernelscopeError {}
