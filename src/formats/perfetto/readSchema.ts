/*
 * Further numbers of the Perfetto trace format, from `protos/perfetto/trace/*.proto`: of what others
 * write and is only read here.
 */

/** Fields of `TracePacket`. */
export const PACKET_READ = {
  incrementalStateCleared: 41,
  previousPacketDropped: 42,
  timestampClockId: 58,
  stackSample: 135
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

/** Fields of `TracePacketDefaults` and `StackSampleDefaults`. */
export const STACK_SAMPLE_DEFAULTS = { ofPacket: 100, primaryDescriptor: 2 } as const;

/** Fields of `StackSample`. */
export const STACK_SAMPLE = {
  taskContext: 1,
  taskContextIid: 2,
  callstack: 5,
  callstackIid: 6,
  primaryDescriptor: 9,
  primaryDescriptorIid: 10,
  primaryWeight: 11,
  followerWeights: 14
} as const;

/** Fields of `StackSample.TaskContext`. */
export const TASK_CONTEXT = { iid: 1, pid: 2, tid: 3, asyncId: 4 } as const;

/** Fields of `StackSample.AsyncContextDescriptor`. */
export const ASYNC_CONTEXT = { iid: 1, name: 2 } as const;

/** Fields of `StackSample.CounterDescriptor`. */
export const COUNTER_DESCRIPTOR = { iid: 1, unit: 3, unitName: 4, unitMultiplier: 5 } as const;

/** Fields of `InternedData` that samples of stacks refer to. */
export const STACK_SAMPLE_INTERNED = {
  taskContexts: 48,
  counterDescriptors: 50,
  asyncContexts: 51
} as const;

/** Fields of `InlineCallstack` and of its frames. */
export const INLINE_STACK = { frames: 1, functionName: 1, sourceFile: 2, lineNumber: 3 } as const;
