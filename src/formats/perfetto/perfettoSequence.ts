import type { ProtobufWriter } from '../shared/protobufWriter';
import {
  CLOCK,
  CLOCK_ID,
  CLOCK_SNAPSHOT,
  DEFAULTS,
  PACKET,
  SEQUENCE_FLAGS,
  TRACE,
  TRACK_EVENT_DEFAULTS
} from './perfettoSchema';

/** Assigns the numbers of packet sequences. */
export class SequenceNumbers {
  #last = 0;

  /** A number that no other sequence of the trace has. */
  next(): number {
    return ++this.#last;
  }
}

/**
 * Begins a packet sequence: its clock counts nanoseconds from the packet before, the first from the
 * profile's origin, and its track events belong to the track `trackUuid`. `writeDefaults` adds more defaults.
 */
export function openSequence(
  writer: ProtobufWriter,
  sequence: number,
  trackUuid: number,
  writeDefaults?: () => void
): void {
  writer.message(TRACE.packet, () => {
    writer.uint(PACKET.sequenceId, sequence);
    writer.uint(PACKET.sequenceFlags, SEQUENCE_FLAGS.stateCleared);
    writer.message(PACKET.clockSnapshot, () => {
      writeClock(writer, CLOCK_ID.boottime, 0n);
      writer.message(CLOCK_SNAPSHOT.clocks, () => {
        writer.uint(CLOCK.id, CLOCK_ID.ofSequence);
        writer.uint(CLOCK.timestamp, 0);
        writer.uint(CLOCK.isIncremental, 1);
      });
    });
    writer.message(PACKET.defaults, () => {
      writer.uint(DEFAULTS.clockId, CLOCK_ID.ofSequence);
      writer.message(DEFAULTS.trackEvent, () => {
        writer.uint(TRACK_EVENT_DEFAULTS.trackUuid, trackUuid);
      });
      writeDefaults?.();
    });
  });
}

/** One packet of an open sequence, `deltaNs` after the one before; `write` adds its content. */
export function writePacket(
  writer: ProtobufWriter,
  sequence: number,
  deltaNs: number,
  write: () => void
): void {
  writer.message(TRACE.packet, () => {
    writer.uint(PACKET.timestamp, deltaNs);
    writer.uint(PACKET.sequenceId, sequence);
    writer.uint(PACKET.sequenceFlags, SEQUENCE_FLAGS.needsState);
    write();
  });
}

/** A clock's reading within a clock snapshot. */
export function writeClock(writer: ProtobufWriter, id: number, timestampNs: bigint): void {
  writer.message(CLOCK_SNAPSHOT.clocks, () => {
    writer.uint(CLOCK.id, id);
    writer.uint64(CLOCK.timestamp, timestampNs);
  });
}
