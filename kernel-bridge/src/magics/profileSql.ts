import { queryProfiles } from 'kernelscope/host';
import { removeMagic } from 'kernelscope/settings';
import type { CellOutcome } from '../cells/cellRun';
import { askForDisplay } from '../requests/displayMethod';
import type { CellRequest } from '../requests/executeRequest';
import { findProfile } from './findProfile';
import type { MagicSession } from './magicSession';
import { showText } from './showProfile';

/**
 * `%%profile_sql [A [B]]`: shows the rows of the query below, over the newest profile, or the one or two of these names
 * or files.
 *
 * @throws {KernelscopeError} for a profile that is not there, and a query that cannot be answered
 */
export async function profileSql(
  session: MagicSession,
  { source }: CellRequest,
  names: readonly string[]
): Promise<CellOutcome> {
  const [first = 'last', second] = names;
  const { data } = findProfile(session, first);
  const query = removeMagic(source);
  const rows =
    second === undefined
      ? await queryProfiles([data], query)
      : await queryProfiles([data, findProfile(session, second).data], query);
  const { display } = askForDisplay(rows);
  if (display === null) showText(session.display, rows.table());
  else session.showResult(display);
  return { status: 'ok' };
}
