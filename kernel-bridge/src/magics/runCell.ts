import { findMagic } from 'kernelscope/settings';
import { runTypeScript } from '../requests/cellRunner';
import type { RunCell } from '../requests/executeRequest';
import type { MagicSession } from './magicSession';
import { profileCell } from './profileCell';
import { runMagic } from './runMagic';

/** Runs cells: with a magic, bare, or bare while `%profile on` is in force. */
export function createCellRunner(session: MagicSession): RunCell {
  return async request => {
    const magic = findMagic(request.source);
    if (magic !== null) {
      return runMagic(session, request, magic);
    }
    const { settings } = session;
    if (!settings.everyCell) {
      session.host.release();
      return runTypeScript(session, request);
    }
    const options = { ...settings.defaults, cpuIntervalUs: null };
    return profileCell(session, { ...request, written: request.source, name: null, options });
  };
}
