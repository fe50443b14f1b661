/*
 * Further numbers of the Perfetto trace format, from `protos/perfetto/trace/*.proto`: of what others
 * write and is only read here.
 */

/** Fields of `TracePacket`. */
export const PACKET_READ = {
  incrementalStateCleared: 41,
  previousPacketDropped: 42,
  timestampClockId: 58
} as const;

/** Fields of `TracePacketDefaults` and `ClockSnapshot`. */
export const CLOCKS_READ = { primaryTraceClock: 2, unitMultiplierNs: 4 } as const;

/** Fields of `TrackDescriptor`. */
export const TRACK_READ = { staticName: 10, atraceName: 13 } as const;

/** Fields of `CounterDescriptor`. */
export const COUNTER_READ = { unitMultiplier: 4, isIncremental: 5 } as const;

/** Fields of `TrackEvent`. */
export const EVENT_READ = {
  legacyEvent: 6,
  trackUuid: 11,
  categories: 22,
  flowIdsOld: 36,
  terminatingFlowIdsOld: 42
} as const;

/** Fields of `TrackEvent`, the tracks also of `TrackEventDefaults`: counters beside the event. */
export const EXTRA_COUNTERS = { tracks: 31, values: 12, doubleTracks: 45, doubles: 46 } as const;

/** Fields of `DebugAnnotation`. */
export const ANNOTATION_READ = {
  uintValue: 3,
  pointerValue: 7,
  legacyJsonValue: 9,
  dictEntries: 11,
  arrayValues: 12
} as const;
