import type { Profile } from '../../model/profile/profile';
import {
  CLOCK_ID,
  DEFAULTS,
  PACKET,
  PERF_SAMPLE,
  SEQUENCE_FLAGS,
  TRACE,
  TRACK_EVENT_DEFAULTS
} from './schema/perfettoSchema';
import { finishTrace } from '../shared/imported/finishTrace';
import type { ImportOptions } from '../shared/imported/importedTrace';
import { ImportedTrace } from '../shared/imported/importedTrace';
import { TraceImportError } from '../shared/imported/traceImportError';
import { PerfettoRows } from './reader/perfettoRows';
import { ProtobufError, ProtobufReader, Wire } from '../shared/bytes/protobufReader';
import { PACKET_READ } from './reader/readSchema';
import { SequenceState } from './reader/sequenceState';
import { TraceClocks } from './reader/traceClocks';
import { TrackEvents } from './reader/trackEvents';

/** Packets with records of other kinds: of the operating system, of Chrome, of heaps, compressed. */
const UNREAD_PACKETS: ReadonlySet<number> = new Set([1, 5, 37, 50, 52, 53, 54]);

/** Fields of packets that are looked at have smaller numbers. */
const FIELDS = 128;

/** Sequences that a trace may have. */
const MAX_SEQUENCES = 1 << 20;

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
  /** Fields with content, and by field where that begins and ends. */
  readonly fields: number[];
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

class PerfettoDocument {
  private readonly trace: ImportedTrace;
  private readonly rows: PerfettoRows;
  private readonly clocks = new TraceClocks();
  private readonly sequences = new Map<number, SequenceState>();
  private readonly reader: ProtobufReader;
  private readonly events: TrackEvents;
  private readonly packet: PacketParts = {
    ...{ sequence: 0, flags: 0, clockId: 0, timeLow: 0, timeHigh: 0, hasTime: false },
    fields: [],
    from: new Uint32Array(FIELDS),
    to: new Uint32Array(FIELDS)
  };
  private intact = 0;

  constructor(bytes: Uint8Array) {
    this.trace = new ImportedTrace(bytes);
    this.reader = new ProtobufReader(bytes);
    this.rows = new PerfettoRows(this.trace);
    this.events = new TrackEvents(this.trace, this.rows, this.reader);
  }

  read(options: ImportOptions): Profile {
    const { trace, clocks } = this;
    this.readPackets();
    if (this.intact === 0) throw new TraceImportError('it has no packets of a Perfetto trace');
    this.rows.finish();
    const { facts } = trace;
    const { realtimeAtZero, monotonicAtZero, zero } = clocks;
    if (realtimeAtZero !== null) facts.startedAtMs = Number(realtimeAtZero + zero) / 1e6;
    facts.originNs = (monotonicAtZero ?? 0n) + zero;
    facts.isOriginKnown = clocks.startsAtZero && zero === 0n;
    return finishTrace(trace, options);
  }

  private readPackets(): void {
    const { bytes } = this.reader;
    const outer = new ProtobufReader(bytes);
    try {
      while (outer.next()) this.readField(outer);
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      this.trace.facts.isTruncated = true;
    }
  }

  private readField(outer: ProtobufReader): void {
    if (outer.field === TRACE.packet && outer.wire === Wire.bytes) {
      this.readPacket(outer.content(), outer.at);
    } else {
      outer.skip();
    }
  }

  private readPacket(from: number, to: number): void {
    try {
      this.collect(from, to);
      this.apply();
      this.intact++;
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      this.trace.notes.add('damaged');
    }
  }

  // hot
  private collect(packetFrom: number, packetTo: number): void {
    const { reader, packet } = this;
    packet.sequence = 0;
    packet.flags = 0;
    packet.clockId = 0;
    packet.hasTime = false;
    packet.fields.length = 0;
    reader.open(packetFrom, packetTo);
    while (reader.next()) this.collectField();
  }

  // hot
  private collectField(): void {
    const { reader, packet } = this;
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
    } else if (reader.wire === Wire.bytes && field < FIELDS) {
      packet.from[field] = reader.content();
      packet.to[field] = reader.at;
      packet.fields.push(field);
    } else {
      reader.skip();
    }
  }

  private apply(): void {
    const { packet, reader, trace } = this;
    const state = this.stateOf(packet.sequence);
    if ((packet.flags & SEQUENCE_FLAGS.stateCleared) !== 0) state.clear();
    if (this.open(PACKET.clockSnapshot)) this.clocks.snapshot(reader, packet.sequence);
    if (this.open(PACKET.defaults)) this.readDefaults(state);
    if (this.open(PACKET.internedData)) state.intern(reader);
    if (this.open(PACKET.trackDescriptor)) this.rows.describe(reader);
    const time = packet.hasTime ? this.timeOf(state) : NaN;
    if ((packet.flags & SEQUENCE_FLAGS.needsState) !== 0 && !state.isValid) {
      trace.notes.add('stateless');
      return;
    }
    if (this.open(PACKET.trackEvent)) this.events.take(time, state);
    if (this.open(PACKET.perfSample)) this.readSample(time, state);
    for (const field of packet.fields) {
      if (UNREAD_PACKETS.has(field)) trace.notes.add('unread');
    }
  }

  /** Moves to a part of the packet; false if it has none. */
  private open(field: number): boolean {
    const { packet, reader } = this;
    if (!packet.fields.includes(field)) return false;
    reader.open(packet.from[field], packet.to[field]);
    return true;
  }

  private timeOf(state: SequenceState): number {
    const { packet } = this;
    const clock = packet.clockId || state.clockId || CLOCK_ID.boottime;
    return this.clocks.time(packet.timeLow, packet.timeHigh, clock, packet.sequence);
  }

  private stateOf(sequence: number): SequenceState {
    const known = this.sequences.get(sequence);
    if (known) return known;
    if (this.sequences.size >= MAX_SEQUENCES) {
      throw new TraceImportError(`it has more than ${MAX_SEQUENCES} sequences`);
    }
    const state = new SequenceState(this.trace);
    this.sequences.set(sequence, state);
    return state;
  }

  private readDefaults(state: SequenceState): void {
    const { reader } = this;
    while (reader.next()) {
      if (reader.field === DEFAULTS.clockId) state.clockId = reader.uint();
      else if (reader.field !== DEFAULTS.trackEvent) reader.skip();
      else reader.within(() => this.readEventDefaults(state));
    }
  }

  private readEventDefaults(state: SequenceState): void {
    const { reader } = this;
    while (reader.next()) {
      if (reader.field !== TRACK_EVENT_DEFAULTS.trackUuid) {
        reader.skip();
        continue;
      }
      reader.uint();
      state.trackLow = reader.low;
      state.trackHigh = reader.high;
    }
  }

  private readSample(time: number, state: SequenceState): void {
    const { reader, trace } = this;
    const found = { pid: 0, tid: 0, stack: 0 };
    while (reader.next()) {
      const value = reader.uint();
      if (reader.field === PERF_SAMPLE.pid) found.pid = value;
      else if (reader.field === PERF_SAMPLE.tid) found.tid = value;
      else if (reader.field === PERF_SAMPLE.callstackIid) found.stack = value;
    }
    const stack = state.stacks.stack(found.stack);
    if (Number.isNaN(time) || stack === undefined) {
      trace.notes.add(stack === undefined ? 'stateless' : 'untimed');
      return;
    }
    trace.see(time);
    trace.samples.add(time, stack, this.rows.thread(found.pid, found.tid));
  }
}
