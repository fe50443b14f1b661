import { KernelscopeError } from '../../base/errors';

/** The bytes are not a readable `.kscope` file; the message gives the reason and what to do next. */
export class KscopeError extends KernelscopeError {}
