import { KernelscopeError } from '../../../base/errors';

/** The directory of a cycle could not be analysed; the message names it and says why. */
export class OfflineAnalysisError extends KernelscopeError {
  constructor(directory: string, reason: string, options?: { readonly cause?: unknown }) {
    super(`Cannot analyse ${directory}: ${reason}`, options);
  }
}

/** A worker thread ended before it had answered; the message says how. */
export class WorkerEndedError extends KernelscopeError {}
