import { numberedLabels } from '../../analysis/slices/sliceTitle';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { writeLanes } from '../shared/rows/nestedVisit';
import { writeInstants } from './perfettoInstants';
import { PerfettoInterning } from './perfettoInterning';
import { writeSamples } from './perfettoSamples';
import { CLOCK_ID, EVENT_TYPE, PACKET, TRACE, TRACK_EVENT } from './perfettoSchema';
import { openSequence, SequenceNumbers, writeClock, writePacket } from './perfettoSequence';
import { writeSlices } from './perfettoSlices';
import { wholeNs } from '../shared/rows/traceTime';
import {
  firstFreeUuid,
  uuidOfCounter,
  uuidOfTrack,
  writeIdleGpus,
  writeOverlapTrack,
  writeTracks
} from './perfettoTracks';
import { ProtobufWriter } from '../shared/bytes/protobufWriter';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';
import { SliceDetails } from '../shared/rows/sliceDetails';

/** The usual size of one slice, bytes: the writer starts with this much room for each. */
const USUAL_SLICE_BYTES = 32;

/**
 * `profile` as a Perfetto trace (TrackEvent protobuf), uncompressed. Time 0 is the profile's origin;
 * slices that began earlier are cut off there, and times are rounded to whole nanoseconds. Slices that
 * partly overlap others of their track go to extra rows below it. Instants are on the row of their
 * scope: their track, its process, or one for the whole trace. GPUs are described as in Kineto's traces,
 * in the descriptions of their tracks. Counter values that are not finite and
 * allocations are left out. Lone surrogates in texts become U+FFFD.
 */
export function encodePerfetto(profile: Profile): Uint8Array {
  const writer = new ProtobufWriter(4096 + profile.slices.length * USUAL_SLICE_BYTES);
  const sequences = new SequenceNumbers();
  writeClocks(writer, profile);
  writeTracks(writer, profile);
  const freeUuid = writeAllSlices(writer, profile, sequences);
  writeInstants(writer, profile, sequences);
  profile.counters.forEach((counter, index) => {
    const sequence = sequences.next();
    openSequence(writer, sequence, uuidOfCounter(profile, index));
    writeCounterValues(writer, counter, sequence);
  });
  writeSamples(writer, profile, sequences);
  writeIdleGpus(writer, profile, freeUuid);
  return writer.toBytes();
}

/** The values of the clocks at the origin: the trace's own clock 0, wall clock and monotonic clock. */
function writeClocks(writer: ProtobufWriter, { meta }: Profile): void {
  writer.message(TRACE.packet, () => {
    writer.message(PACKET.clockSnapshot, () => {
      writeClock(writer, CLOCK_ID.boottime, 0n);
      writeClock(writer, CLOCK_ID.realtime, BigInt(Math.round(meta.startedAtMs)) * 1_000_000n);
      writeClock(writer, CLOCK_ID.monotonic, BigInt(meta.originNs));
    });
  });
}

/** Returns the first number that no track has. */
function writeAllSlices(
  writer: ProtobufWriter,
  profile: Profile,
  sequences: SequenceNumbers
): number {
  const interning = new PerfettoInterning(writer, profile);
  const details = new SliceDetails(profile);
  const numbered = numberedLabels(profile);
  const byTrack = groupRows(profile.slices.track, profile.tracks.length);
  let freeUuid = firstFreeUuid(profile);
  profile.tracks.forEach(({ name }, track) => {
    writeLanes(profile.slices, rowsOf(byTrack, track), (rows, extra) => {
      if (rows.length === 0) return [];
      const uuid = extra === 0 ? uuidOfTrack(track) : freeUuid++;
      if (extra > 0) writeOverlapTrack(writer, uuid, `${name} (overlapping ${extra})`, track);
      const sequence = sequences.next();
      openSequence(writer, sequence, uuid);
      interning.startSequence(sequence);
      const output = { writer, interning, details, profile, numbered, sequence };
      return writeSlices(output, rows);
    });
  });
  return freeUuid;
}

function writeCounterValues(
  writer: ProtobufWriter,
  { time, value }: CounterSeries,
  sequence: number
): void {
  let now = 0;
  for (let point = 0; point < time.length; point++) {
    if (!Number.isFinite(value[point])) continue;
    const at = wholeNs(time[point]);
    writePacket(writer, sequence, at - now, () => {
      writer.message(PACKET.trackEvent, () => {
        writer.uint(TRACK_EVENT.type, EVENT_TYPE.counter);
        if (Number.isSafeInteger(value[point])) writer.int(TRACK_EVENT.counterValue, value[point]);
        else writer.double(TRACK_EVENT.doubleCounterValue, value[point]);
      });
    });
    now = at;
  }
}
