/*
 * Numbers of the Perfetto trace format, from `protos/perfetto/trace/*.proto`; only those that are
 * written here.
 */

/** Fields of `Trace`. */
export const TRACE = { packet: 1 } as const;

/** Fields of `TracePacket`. */
export const PACKET = {
  clockSnapshot: 6,
  timestamp: 8,
  sequenceId: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  defaults: 59,
  trackDescriptor: 60,
  perfSample: 66
} as const;

/** Fields of `TracePacketDefaults`. */
export const DEFAULTS = { trackEvent: 11, perfSample: 12, clockId: 58 } as const;

/** Fields of `TrackEventDefaults`. */
export const TRACK_EVENT_DEFAULTS = { trackUuid: 11 } as const;

/** Fields of `ClockSnapshot`. */
export const CLOCK_SNAPSHOT = { clocks: 1 } as const;

/** Fields of `ClockSnapshot.Clock`. */
export const CLOCK = { id: 1, timestamp: 2, isIncremental: 3 } as const;

/** Fields of `TrackDescriptor`. */
export const TRACK_DESCRIPTOR = {
  uuid: 1,
  name: 2,
  process: 3,
  thread: 4,
  parentUuid: 5,
  counter: 8,
  childOrdering: 11,
  siblingOrderRank: 12,
  description: 14,
  siblingMergeBehavior: 15
} as const;

/** Fields of `ProcessDescriptor`. */
export const PROCESS = { pid: 1, name: 6 } as const;

/** Fields of `ThreadDescriptor`. */
export const THREAD = { pid: 1, tid: 2, name: 5 } as const;

/** Fields of `CounterDescriptor`. */
export const COUNTER = { categories: 2, unit: 3, unitName: 6 } as const;

/** Fields of `TrackEvent`. */
export const TRACK_EVENT = {
  categoryIids: 3,
  debugAnnotations: 4,
  type: 9,
  nameIid: 10,
  name: 23,
  counterValue: 30,
  doubleCounterValue: 44,
  flowIds: 47,
  terminatingFlowIds: 48
} as const;

/** `TrackEvent.type`. */
export const EVENT_TYPE = { sliceBegin: 1, sliceEnd: 2, instant: 3, counter: 4 } as const;

/** Fields of `DebugAnnotation`. */
export const DEBUG_ANNOTATION = {
  nameIid: 1,
  boolValue: 2,
  intValue: 4,
  doubleValue: 5,
  stringValue: 6,
  name: 10,
  stringValueIid: 17
} as const;

/** Fields of `InternedData`. */
export const INTERNED = {
  eventCategories: 1,
  eventNames: 2,
  debugAnnotationNames: 3,
  functionNames: 5,
  frames: 6,
  callstacks: 7,
  mappingPaths: 17,
  sourcePaths: 18,
  mappings: 19,
  debugAnnotationStringValues: 29
} as const;

/** Fields of `EventName`, `EventCategory`, `InternedString` and their like. */
export const INTERNED_TEXT = { iid: 1, text: 2 } as const;

/** Fields of `Frame`. */
export const FRAME = {
  iid: 1,
  functionNameId: 2,
  mappingId: 3,
  sourcePathIid: 5,
  line: 6
} as const;

/** Fields of `Mapping`. */
export const MAPPING = { iid: 1, pathStringIds: 7 } as const;

/** Fields of `Callstack`. */
export const CALLSTACK = { iid: 1, frameIds: 2 } as const;

/** Fields of `PerfSample`. */
export const PERF_SAMPLE = {
  ...{ cpu: 1, pid: 2, tid: 3, callstackIid: 4, cpuMode: 5 },
  timebaseCount: 6
} as const;

/** Fields of `PerfSampleDefaults`, and of the `PerfEvents.Timebase` in it. */
export const PERF_SAMPLE_DEFAULTS = { timebase: 1 } as const;
export const TIMEBASE = { counter: 4, name: 10 } as const;

/** The software counter of CPU time, nanoseconds. */
export const CPU_CLOCK = 1;

/** The name of the counter in which samples that we write have the time that all of them so far stand for. */
export const SAMPLED_TIME = 'kernelscope: sampled time';

/** `TracePacket.sequence_flags`: the first packet of a sequence, and each that builds on it. */
export const SEQUENCE_FLAGS = { stateCleared: 1, needsState: 2 } as const;

/** Built-in clocks, and the first of the numbers that each sequence may assign to its own clocks. */
export const CLOCK_ID = { realtime: 1, monotonic: 3, boottime: 6, ofSequence: 64 } as const;
