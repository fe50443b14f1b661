import { PACKET } from './perfettoSchema';
import { PACKET_READ } from './readSchema';

/** Parts of packets that are records of what happened at the packet's time. */
export const RECORDS: ReadonlySet<number> = new Set([
  ...[PACKET.trackEvent, PACKET.perfSample, PACKET_READ.stackSample]
]);

/** Parts of packets that are read. */
export const READ_PACKETS: ReadonlySet<number> = new Set([
  ...RECORDS,
  ...[PACKET.clockSnapshot, PACKET.internedData, PACKET.defaults, PACKET.trackDescriptor]
]);

/**
 * Fields of packets that say how the trace was written, and hold no records: who wrote the packet, the
 * configuration and its events, statistics, marks for readers of a stream, and descriptions of other
 * fields.
 */
export const FACTS_OF_PACKETS: ReadonlySet<number> = new Set([
  ...Object.values(PACKET),
  ...Object.values(PACKET_READ),
  ...[3, 33, 34, 35, 36, 45, 46, 69, 72, 78, 79, 82, 87, 89, 90, 98, 107, 109, 113, 124, 126, 134]
]);

/** Names of records that are not read, by their field. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'ftrace'],
  [2, 'process trees'],
  [4, 'inodes'],
  [5, 'events of Chrome'],
  [7, 'system statistics'],
  [9, 'process statistics'],
  [37, 'heap profiles'],
  [38, 'batteries'],
  [39, 'Android’s log'],
  [40, 'power rails'],
  [43, 'process descriptors'],
  [44, 'thread descriptors'],
  [47, 'Android’s packages'],
  [49, 'Perfetto’s own events'],
  [50, 'compressed packets'],
  [51, 'facts of Chrome'],
  [52, 'GPU counters'],
  [53, 'GPU render stages'],
  [54, 'streaming profiles'],
  [56, 'heap graphs'],
  [57, 'graphics frames'],
  [61, 'symbols'],
  [62, 'Vulkan’s memory'],
  [63, 'GPU logs'],
  [64, 'deobfuscation'],
  [65, 'calls of Vulkan'],
  [67, 'CPUs'],
  [68, 'memory maps'],
  [71, 'GPU memory'],
  [73, 'memory snapshots'],
  [74, 'streaming allocations'],
  [75, 'streaming frees'],
  [84, 'statsd'],
  [95, 'ETW'],
  [99, 'code of V8'],
  [100, 'code of V8'],
  [101, 'code of V8'],
  [102, 'code of V8'],
  [103, 'code of V8'],
  [129, 'GPU frequencies'],
  [132, 'the journal of systemd'],
  [133, 'compressed packets']
]);

/** The name of records that are not read. */
export function nameOfPacket(field: number): string {
  return NAMES.get(field) ?? `field ${field}`;
}
