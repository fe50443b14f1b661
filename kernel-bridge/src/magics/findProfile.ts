import { existsSync } from 'node:fs';
import { type RecordedProfile, loadProfile } from 'kernelscope/host';
import { MagicRequestError } from './magicFailure';
import type { MagicSession } from './magicSession';

/** The message if a profile is requested and there is none. */
export const NONE_YET = 'There is no profile yet. Run a cell under %%profile first.';

function inMemory({ host, recovery }: MagicSession, name: string): RecordedProfile | undefined {
  if (name === 'last') return host.last;
  return host.get(name) ?? recovery.load().find(one => one.id === name || one.name === name);
}

/**
 * The profile of that name or id, in memory or recovered; `last` is the newest.
 * @throws {MagicRequestError} that lists the names there are
 */
export function findInMemory(session: MagicSession, name: string): RecordedProfile {
  const profile = inMemory(session, name);
  if (profile !== undefined) return profile;
  const names = session.host.list().map(one => one.name);
  if (names.length === 0) throw new MagicRequestError(NONE_YET);
  throw new MagicRequestError(
    `There is no profile ${JSON.stringify(name)}. In memory: ${names.join(', ')}.`
  );
}

/**
 * Like {@link findInMemory}, or the profile in the `.kscope` file of that path.
 * @throws {MagicRequestError} for an unknown name, {ProfileFileError} for a file that is not a profile
 */
export function findProfile(session: MagicSession, nameOrFile: string): RecordedProfile {
  const profile = inMemory(session, nameOrFile);
  if (profile !== undefined) return profile;
  const isFile = nameOrFile.endsWith('.kscope') || existsSync(nameOrFile);
  return isFile ? loadProfile(nameOrFile) : findInMemory(session, nameOrFile);
}
