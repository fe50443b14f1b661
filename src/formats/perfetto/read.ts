import type { Profile } from '../../model/profile/profile';
import { CLOCK_ID, PACKET, PERF_SAMPLE, SEQUENCE_FLAGS, TRACE } from './perfettoSchema';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import { TraceImportError } from '../shared/imported/importLimits';
import { PerfettoRows } from './perfettoRows';
import { ProtobufError, ProtobufReader, Wire } from '../shared/protobufReader';
import { PACKET_READ } from './readSchema';
import { SequenceState } from './sequenceState';
import { type ClockStamp, TraceClocks } from './traceClocks';
import { StackSamples } from './stackSamples';
import { TrackEvents } from './trackEvents';

/** Parts of packets that are read have smaller numbers. */
const FIELDS = 136;

/** Sequences that a trace may have. */
const MAX_SEQUENCES = 1 << 20;

/** Packets that may wait for a snapshot of their clock. */
const MAX_WAITING = 1 << 22;

/**
 * A Perfetto trace (protobuf, TrackEvent) as a profile, whatever wrote it. From a trace that was cut
 * off the complete parts are read, marked `truncated`; a damaged packet is left out and counted. Times
 * are whole nanoseconds.
 *
 * @throws TraceImportError for anything else, or a trace beyond the limits.
 */
export function readPerfettoTrace(bytes: Uint8Array, options: ImportOptions): Profile {
  return new PerfettoDocument(bytes).read(options);
}

/** The facts in a packet, and the offsets of its parts, which are read once all of it is known. */
interface PacketParts {
  sequence: number;
  flags: number;
  clockId: number;
  timeLow: number;
  timeHigh: number;
  hasTime: boolean;
  isAfterLoss: boolean;
  /** Parts that are read, and by field where each begins and ends. */
  readonly fields: number[];
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Fields of records that are not read. */
  readonly unread: number[];
}

/** A packet whose clock no snapshot knew when it came. */
interface WaitingPacket {
  readonly stamp: ClockStamp;
  readonly from: number;
  readonly to: number;
  readonly state: SequenceState;
}

class PerfettoDocument {
  readonly #trace: ImportedTrace;
  readonly #rows: PerfettoRows;
  readonly #clocks = new TraceClocks();
  readonly #sequences = new Map<number, SequenceState>();
  readonly #reader: ProtobufReader;
  readonly #events: TrackEvents;
  readonly #stackSamples: StackSamples;
  readonly #packet: PacketParts = {
    ...{ sequence: 0, flags: 0, clockId: 0, timeLow: 0, timeHigh: 0, hasTime: false },
    isAfterLoss: false,
    fields: [],
    from: new Uint32Array(FIELDS),
    to: new Uint32Array(FIELDS),
    unread: []
  };
  readonly #waiting: WaitingPacket[] = [];
  #intact = 0;

  constructor(bytes: Uint8Array) {
    this.#trace = new ImportedTrace(bytes);
    this.#reader = new ProtobufReader(bytes);
    this.#rows = new PerfettoRows(this.#trace);
    this.#events = new TrackEvents(this.#trace, this.#rows, this.#reader);
    this.#stackSamples = new StackSamples(this.#trace, this.#rows, this.#reader);
  }

  read(options: ImportOptions): Profile {
    const trace = this.#trace;
    const clocks = this.#clocks;
    this.#readPackets();
    if (this.#intact === 0) throw new TraceImportError('it has no packets of a Perfetto trace');
    this.#readWaiting();
    this.#rows.finish();
    const { facts } = trace;
    const realtime = clocks.atZero(CLOCK_ID.realtime);
    if (realtime !== null) facts.startedAtMs = Number(realtime) / 1e6;
    facts.originNs = clocks.atZero(CLOCK_ID.monotonic) ?? clocks.zero;
    facts.isOriginKnown = clocks.startsAtZero;
    return finishTrace(trace, options);
  }

  #readPackets(): void {
    const { bytes } = this.#reader;
    const outer = new ProtobufReader(bytes);
    try {
      while (outer.next()) this.#readField(outer);
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      this.#trace.facts.isTruncated = true;
    }
  }

  #readField(outer: ProtobufReader): void {
    if (outer.field === TRACE.packet && outer.wire === Wire.bytes) {
      this.#readPacket(outer.content(), outer.at);
    } else {
      outer.skip();
    }
  }

  #readPacket(from: number, to: number): void {
    try {
      this.#collect(from, to);
      this.#apply(from, to);
      this.#intact++;
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      this.#trace.notes.add('damaged');
    }
  }

  /** Packets whose clock is known now; the first of them decides where no time is known at all. */
  #readWaiting(): void {
    if (this.#waiting.length > 0) this.#clocks.settle(this.#waiting[0].stamp);
    for (const { stamp, from, to, state } of this.#waiting) {
      this.#collect(from, to);
      this.#readRecords(this.#clocks.time(stamp) ?? NaN, state);
    }
  }

  // hot
  #collect(packetFrom: number, packetTo: number): void {
    const reader = this.#reader;
    const packet = this.#packet;
    packet.sequence = 0;
    packet.flags = 0;
    packet.clockId = 0;
    packet.hasTime = false;
    packet.isAfterLoss = false;
    packet.fields.length = 0;
    packet.unread.length = 0;
    reader.open(packetFrom, packetTo);
    while (reader.next()) this.#collectField();
  }

  // hot
  #collectField(): void {
    const reader = this.#reader;
    const packet = this.#packet;
    const { field } = reader;
    if (field === PACKET.sequenceId) packet.sequence = reader.uint();
    else if (field === PACKET.sequenceFlags) packet.flags |= reader.uint();
    else if (field === PACKET_READ.timestampClockId) packet.clockId = reader.uint();
    else if (field === PACKET_READ.incrementalStateCleared) {
      packet.flags |= reader.uint() === 1 ? SEQUENCE_FLAGS.stateCleared : 0;
    } else if (field === PACKET.timestamp) {
      reader.uint();
      packet.timeLow = reader.low;
      packet.timeHigh = reader.high;
      packet.hasTime = true;
    } else if (field === PACKET_READ.previousPacketDropped) {
      packet.isAfterLoss = reader.uint() > 0;
    } else if (reader.wire === Wire.bytes && READ_PACKETS.has(field)) {
      packet.from[field] = reader.content();
      packet.to[field] = reader.at;
      packet.fields.push(field);
    } else {
      if (!FACTS_OF_PACKETS.has(field)) packet.unread.push(field);
      reader.skip();
    }
  }

  #apply(from: number, to: number): void {
    const packet = this.#packet;
    const reader = this.#reader;
    const trace = this.#trace;
    const { notes } = trace;
    const state = this.#stateOf(packet.sequence);
    if (this.#open(PACKET.defaults)) state.readDefaults(reader);
    if (state.isValid && this.#open(PACKET.internedData)) state.intern(reader);
    if (this.#open(PACKET.clockSnapshot) && !this.#clocks.snapshot(reader, packet.sequence)) {
      notes.add('clocks');
    }
    if (this.#open(PACKET.trackDescriptor)) this.#rows.describe(reader);
    if ((packet.flags & SEQUENCE_FLAGS.needsState) !== 0 && !state.isValid) {
      notes.add('stateless');
      return;
    }
    for (const field of packet.unread) notes.addUnread(nameOfPacket(field));
    if (!packet.fields.some(field => RECORDS.has(field))) return;
    if (!packet.hasTime) {
      this.#readRecords(NaN, state);
      return;
    }
    const clock = packet.clockId || state.clockId;
    const stamp = this.#clocks.stamp(packet.timeLow, packet.timeHigh, clock, packet.sequence);
    const time = this.#clocks.time(stamp);
    if (time !== null) this.#readRecords(time, state);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ stamp, from, to, state });
    else notes.add('untimed');
  }

  #readRecords(time: number, state: SequenceState): void {
    if (this.#open(PACKET.trackEvent)) this.#events.take(time, state);
    if (this.#open(PACKET.perfSample)) this.#readSample(time, state);
    if (this.#open(PACKET_READ.stackSample)) this.#stackSamples.take(time, state);
  }

  /** Moves to a part of the packet; false if it has none. */
  #open(field: number): boolean {
    const packet = this.#packet;
    const reader = this.#reader;
    if (!packet.fields.includes(field)) return false;
    reader.open(packet.from[field], packet.to[field]);
    return true;
  }

  /** The state that the packet builds on; loss of packets before it, or a new beginning, change it. */
  #stateOf(sequence: number): SequenceState {
    const packet = this.#packet;
    const sequences = this.#sequences;
    const trace = this.#trace;
    const known = sequences.get(sequence);
    const isCleared = (packet.flags & SEQUENCE_FLAGS.stateCleared) !== 0;
    if (packet.isAfterLoss && known) trace.notes.add('lost');
    if (packet.isAfterLoss && known) known.isValid = false;
    if (known && !isCleared) return known;
    if (!known && sequences.size >= MAX_SEQUENCES) {
      throw new TraceImportError(`it has more than ${MAX_SEQUENCES} sequences`);
    }
    const state = new SequenceState(trace, isCleared);
    sequences.set(sequence, state);
    return state;
  }

  #readSample(time: number, state: SequenceState): void {
    const reader = this.#reader;
    const trace = this.#trace;
    const found = { pid: 0, tid: 0, stack: 0, countNs: NaN };
    while (reader.next()) {
      const value = reader.uint();
      if (reader.field === PERF_SAMPLE.pid) found.pid = value;
      else if (reader.field === PERF_SAMPLE.tid) found.tid = value;
      else if (reader.field === PERF_SAMPLE.callstackIid) found.stack = value;
      else if (reader.field === PERF_SAMPLE.timebaseCount) found.countNs = value;
    }
    const weight = state.sampledNs === null ? NaN : found.countNs - state.sampledNs;
    if (weight >= 0) state.sampledNs = found.countNs;
    const stack = state.stacks.stack(found.stack);
    if (Number.isNaN(time) || stack === undefined) {
      trace.notes.add(stack === undefined ? 'stateless' : 'untimed');
      return;
    }
    trace.see(time);
    const row = this.#rows.thread(found.pid, found.tid);
    trace.samples.add(time, stack, row, weight >= 0 ? weight : NaN);
  }
}

/** Parts of packets that are records of what happened at the packet's time. */
const RECORDS: ReadonlySet<number> = new Set([
  ...[PACKET.trackEvent, PACKET.perfSample, PACKET_READ.stackSample]
]);

/** Parts of packets that are read. */
const READ_PACKETS: ReadonlySet<number> = new Set([
  ...RECORDS,
  ...[PACKET.clockSnapshot, PACKET.internedData, PACKET.defaults, PACKET.trackDescriptor]
]);

/**
 * Fields of packets that say how the trace was written, and hold no records: who wrote the packet, the
 * configuration and its events, statistics, marks for readers of a stream, and descriptions of other
 * fields.
 */
const FACTS_OF_PACKETS: ReadonlySet<number> = new Set([
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
function nameOfPacket(field: number): string {
  return NAMES.get(field) ?? `field ${field}`;
}
