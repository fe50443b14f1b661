import { KernelscopeError } from '../../../base/errors';

/** An event, an interval or a list of events was given something that it cannot hold. */
export class EventArgumentError extends KernelscopeError {}

/** Two events of one list have the same id. */
export class DuplicateEventError extends EventArgumentError {
  constructor(
    /** The id that both events have. */
    readonly id: number
  ) {
    super(`duplicate key: (${id},): two events of a list have the same id; give each its own`);
  }
}

/** A table, an average or a file of events was requested with an unknown option. */
export class EventOptionError extends KernelscopeError {}

/** Results of a session were requested that it does not have yet, or never will. */
export class UnfinishedSessionError extends KernelscopeError {
  constructor(instead = 'call stop() or finish() first') {
    super(`can't export a trace that didn't finish running: ${instead}`);
  }
}
