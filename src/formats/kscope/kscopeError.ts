import { KernelscopeError } from '../../base/errors';

/** The bytes are no `.kscope` file that can be read; the message says why and what to do next. */
export class KscopeError extends KernelscopeError {}
