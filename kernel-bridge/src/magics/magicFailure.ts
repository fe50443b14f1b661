import { KernelscopeError } from 'kernelscope';
import type { CellOutcome } from '../cells/cellRun';
import { describeThrown } from '../tslab/failure';

/** A magic cannot do what it was asked because something is not there. */
export class MagicRequestError extends KernelscopeError {}

/** What a magic has to say against its own line: the message alone, since no user code failed. */
export function magicFailure(error: unknown): CellOutcome {
  if (!(error instanceof KernelscopeError)) {
    return { status: 'error', failure: describeThrown(error) };
  }
  const { name, message } = error;
  const [evalue = ''] = message.split('\n');
  const traceback = `${name}: ${message}`.split('\n');
  return { status: 'error', failure: { ename: name, evalue, traceback } };
}
