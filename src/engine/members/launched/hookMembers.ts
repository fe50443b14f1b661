import { hookKills } from './hookKills';
import { hookLaunches } from './hookLaunches';
import { hookWorkers } from './hookWorkers';
import { type MemberPlace, MemberSite } from './memberPlace';

let hooked: MemberSite | null = null;

/**
 * Makes all threads and Node programs that this thread starts members of the recording, until the
 * result is moved.
 */
export function hookMembers(place: MemberPlace): MemberSite {
  if (hooked !== null) {
    hooked.moveTo(place.folder);
    return hooked;
  }
  const site = new MemberSite(place);
  hooked = site;
  hookLaunches(site);
  hookKills(site);
  hookWorkers(site);
  return site;
}

/**
 * Makes all Node programs that this process starts members of the recording, but no thread: for a process
 * that cannot be inspected, as it only runs others.
 */
export function hookProcesses(place: MemberPlace): void {
  const site = new MemberSite(place, { forThreads: false });
  hookLaunches(site);
  hookKills(site);
}
