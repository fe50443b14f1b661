import { FunctionEvent } from '../../analysis/events/functionEvent';
import { NS_PER_US } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { devicePlace } from './devicePlace';
import type { EventIds } from './eventIds';

/** Name of the events of pieces of memory. */
const MEMORY_EVENT_NAME = '[memory]';

/** Numbers of kinds of devices in the metadata of memory events. */
const DeviceType = { cpu: 0, cuda: 1 } as const;

/**
 * An instant for each allocation, with positive bytes, and for each release, with negative ones. They
 * state the address (`Addr`, -1 when unknown), and take no part in nesting: the memory counts in the
 * operator as well.
 */
export function memoryEvents(profile: Profile, ids: EventIds): FunctionEvent[] {
  const { allocations } = profile;
  const thread = profile.tracks.find(({ kind }) => kind === 'thread' || kind === 'worker');
  const events: FunctionEvent[] = [];
  const add = (row: number, timeNs: number, bytes: number): void => {
    const place = devicePlace(profile.strings[allocations.device[row]]);
    const [id, time, tid] = [ids.take(1), timeNs / NS_PER_US, thread?.tid ?? 0];
    const event = new FunctionEvent(id, MEMORY_EVENT_NAME, tid, time, time, {
      isAsync: true,
      ...(place.isGpu ? { deviceMemoryUsage: bytes } : { cpuMemoryUsage: bytes }),
      metadata: {
        Addr: allocations.address[row],
        'Device Type': place.isGpu ? DeviceType.cuda : DeviceType.cpu,
        'Device Id': place.id,
        Bytes: bytes
      }
    });
    events.push(event);
  };
  for (let row = 0; row < allocations.length; row++) {
    const { time, lifetime, bytes, isHeld } = allocations;
    add(row, time[row], bytes[row]);
    if (isHeld[row] === 0) add(row, time[row] + lifetime[row], -bytes[row]);
  }
  return events;
}
