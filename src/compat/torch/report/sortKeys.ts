import type { AnyEvent } from '../events/averages';
import { EventOptionError } from '../events/eventErrors';
import { stableOrder } from '../../../base/stableOrder';
import { didYouMean } from '../../../base/text';

/** The sort keys of a table. `device_…` is an alias of `cuda_…`. */
const READERS: Readonly<Record<string, (event: AnyEvent) => number>> = {
  cpu_time: event => event.cpuTime,
  cpu_time_total: event => event.cpuTimeTotal,
  self_cpu_time_total: event => event.selfCpuTimeTotal,
  device_time: event => event.deviceTime,
  device_time_total: event => event.deviceTimeTotal,
  self_device_time_total: event => event.selfDeviceTimeTotal,
  cpu_memory_usage: event => event.cpuMemoryUsage,
  self_cpu_memory_usage: event => event.selfCpuMemoryUsage,
  device_memory_usage: event => event.deviceMemoryUsage,
  self_device_memory_usage: event => event.selfDeviceMemoryUsage,
  flops: event => event.flops ?? 0,
  count: event => event.count
};

/** In the first layout the GPU time of an event is that of its own kernels. */
const OWN_KERNELS: Readonly<Record<string, (event: AnyEvent) => number>> = {
  device_time: event => event.cudaTime,
  device_time_total: event => event.cudaTimeTotal
};

/** The keys as messages list them. */
const EVENT_SORT_KEYS: readonly string[] = Object.keys(READERS).map(key =>
  key.replace('device', 'cuda')
);

/** Rows of `events` in descending order of the key `sortBy`, ties as they were. */
export function descendingRows(events: readonly AnyEvent[], sortBy: string): Uint32Array {
  return orderedRows(events, READERS[canonicalKey(sortBy)], -1);
}

/** The same in ascending order, by the times of the first layout. */
export function ascendingRows(events: readonly AnyEvent[], sortBy: string): Uint32Array {
  const key = canonicalKey(sortBy);
  return orderedRows(events, OWN_KERNELS[key] ?? READERS[key], 1);
}

/** @throws EventOptionError that lists the keys. */
export function checkSortKey(sortBy: string): void {
  if (Object.hasOwn(READERS, canonicalKey(sortBy))) return;
  const hint = didYouMean(sortBy, EVENT_SORT_KEYS);
  throw new EventOptionError(
    `Invalid value provided for sortBy: ${sortBy}. Support: ${EVENT_SORT_KEYS.join(', ')}.${hint}`
  );
}

/** In snake case, with the one name of all devices. */
function canonicalKey(sortBy: string): string {
  const snake = sortBy.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return snake.replace(/cuda|xpu|privateuse1/, 'device');
}

function orderedRows(
  events: readonly AnyEvent[],
  read: (event: AnyEvent) => number,
  direction: 1 | -1
): Uint32Array {
  const values = new Float64Array(events.length);
  for (let row = 0; row < events.length; row++) values[row] = direction * read(events[row]);
  return stableOrder(values);
}
