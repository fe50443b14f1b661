import { KernelscopeError } from '../../base/errors';

/** A query cannot be answered: it is wrong, not allowed, or beyond a limit, as the message says. */
export class QueryError extends KernelscopeError {}
