import { existsSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../base/errors';
import { NS_PER_US } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { writeFileAtomically } from '../../engine/files/atomicWrite';
import { hiddenFromHooks } from '../../sources/process/nodeInternals';
import { packQuickly } from '../../engine/members/messages/memberProfile';
import {
  type Claim,
  cpuFile,
  finalFile,
  forgetSaving,
  leaveNothing
} from '../../engine/members/launched/memberFiles';

/**
 * Saves the profile of a member in the expected place, or else the reason why there is none; never
 * throws.
 */
export function saveMember(folder: string, member: Claim, take: () => Profile): void {
  if (!existsSync(folder)) return;
  try {
    const bytes = packQuickly(take());
    if (member.threadId === 0) writeFileSync(cpuFile(folder, member), String(cpuTimeNs()));
    // From here on it may be killed: it has saved.
    hiddenFromHooks(() => writeFileAtomically(finalFile(folder, member), bytes, false));
  } catch (error) {
    leaveNothing(folder, member, `could not save its recording: ${messageOf(error)}`);
  } finally {
    forgetSaving(folder, member);
  }
}

/** CPU time of this process so far, nanoseconds. */
function cpuTimeNs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * NS_PER_US;
}
