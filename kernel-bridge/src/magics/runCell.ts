import { findMagic } from 'kernelscope/settings';
import { runTypeScript } from '../requests/cellRunner';
import type { RunCell } from '../requests/executeRequest';
import { lightOptions } from './lightOptions';
import type { MagicSession } from './magicSession';
import { profileCell } from './profileCell';
import { runMagic } from './runMagic';
import { noteRecorded } from './tryCell';

/** Runs cells: with a magic, bare, or lightly profiled while `%profile on` is in force. */
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
    const options = lightOptions(settings.defaults);
    const cell = { ...request, written: request.source, name: null, options };
    const outcome = await profileCell(session, { ...cell, isLight: true });
    if (outcome.status === 'ok') noteRecorded(session, cell);
    return outcome;
  };
}
