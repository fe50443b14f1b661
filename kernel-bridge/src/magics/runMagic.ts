import { type Magic, type MagicCommand, parseMagicLine } from 'kernelscope/settings';
import type { CellRequest } from '../requests/executeRequest';
import type { CellOutcome } from '../cells/cellRun';
import { magicFailure } from './magicFailure';
import type { MagicSession } from './magicSession';
import { RUNNERS, type Runner } from './runnerTable';

/** Runs a cell that begins with `magic`. A line that cannot be understood runs nothing. */
export async function runMagic(
  session: MagicSession,
  request: CellRequest,
  magic: Magic
): Promise<CellOutcome> {
  try {
    const command = parseMagicLine(magic, session.settings.defaults);
    // Of the table each runner takes the command that it stands for.
    const run = RUNNERS[command.command] as Runner<MagicCommand>;
    return await run(session, request, command);
  } catch (error) {
    return magicFailure(error);
  }
}
