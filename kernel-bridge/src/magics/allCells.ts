import { randomUUID } from 'node:crypto';
import type { FinishedProfile } from 'kernelscope/host';
import { profileOfCells } from 'kernelscope/host';
import { NONE_YET } from './findProfile';
import { MagicRequestError } from './magicFailure';
import type { MagicSession } from './magicSession';

/**
 * One profile of all cells that this kernel has run and whose profiles are in memory.
 * @throws {MagicRequestError} when there is none
 */
export function allCells({ host }: MagicSession): FinishedProfile {
  const own = host
    .list()
    .filter(({ data: { meta } }) => meta.cell !== null && meta.pid === process.pid);
  if (own.length === 0) throw new MagicRequestError(NONE_YET);
  return profileOfCells([...new Map(own.map(one => [one.id, one])).values()], randomUUID());
}
