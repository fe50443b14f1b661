import { KernelscopeError } from 'kernelscope';
import type { CellOutcome } from '../cells/cellRun';
import { describeThrown } from '../tslab/failure';

/** A magic cannot do its work because something is missing. */
export class MagicRequestError extends KernelscopeError {}

/** An error in the magic's own line: only the message, since no user code failed. */
export function magicFailure(error: unknown): CellOutcome {
  if (!(error instanceof KernelscopeError)) {
    return { status: 'error', failure: describeThrown(error) };
  }
  const { name, message } = error;
  const [evalue = ''] = message.split('\n');
  const traceback = `${name}: ${message}`.split('\n');
  return { status: 'error', failure: { ename: name, evalue, traceback } };
}
