import { type LineCode, removeMagic } from 'kernelscope/settings';
import { runTypeScript } from '../requests/cellRunner';
import type { CellRequest } from '../requests/executeRequest';
import type { CellOutcome } from '../cells/cellRun';
import type { MagicSession } from './magicSession';

/**
 * The code of a magic: the code on its line, in place, or, for null, the cell without its magic. No
 * line and no column of it moves.
 */
export function magicCode({ source }: CellRequest, code: LineCode | null): string {
  if (code === null) return removeMagic(source);
  return source.slice(0, code.start).replace(/[^\r\n]/g, ' ') + code.text;
}

/** The code below a line magic runs as if the magic were not there. */
export async function runRest(session: MagicSession, request: CellRequest): Promise<CellOutcome> {
  const source = removeMagic(request.source);
  return source.trim() === ''
    ? { status: 'ok' }
    : runTypeScript(session, { source, number: request.number });
}
