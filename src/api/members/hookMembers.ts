import { hookKills } from './hookKills';
import { hookLaunches } from './hookLaunches';
import { hookWorkers } from './hookWorkers';
import type { MemberPlace } from './memberPlace';
import { shareWithThreads } from './memberPlace';

/** Makes all threads and Node programs that this thread starts members of the recording. */
export function hookMembers(place: Omit<MemberPlace, 'threadId'>): void {
  shareWithThreads(place);
  hookLaunches(place);
  hookKills(place.folder);
  hookWorkers(place);
}
