import { numberedLabels } from '../../analysis/slices/sliceTitle';
import { type CounterSeries, type Profile, instantScopeName } from '../../model/profile/profile';
import { writeLanes, wholeNs } from '../shared/rows/traceTime';
import { PerfettoInterning } from './perfettoInterning';
import { writeSamples } from './perfettoSamples';
import {
  CLOCK_ID,
  DEBUG_ANNOTATION,
  EVENT_TYPE,
  PACKET,
  TRACE,
  TRACK_EVENT
} from './perfettoSchema';
import { openSequence, SequenceNumbers, writeClock, writePacket } from './perfettoSequence';
import { writeSlices } from './perfettoSlices';
import {
  firstFreeUuid,
  uuidOfCounter,
  uuidOfTrack,
  uuidOfWholeTrace,
  writeIdleGpus,
  writeOverlapTrack,
  writeTracks,
  writeWholeTraceTrack
} from './perfettoTracks';
import { ProtobufWriter } from '../shared/protobufWriter';
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

/**
 * Writes every instant on the row that its scope names: its own track, the process of that, or a row
 * for the whole trace. One of a task or a marker is on its own track and says its scope.
 */
function writeInstants(writer: ProtobufWriter, profile: Profile, sequences: SequenceNumbers): void {
  const interning = new PerfettoInterning(writer, profile);
  const places = rowsByPlace(profile);
  if (places.has(uuidOfWholeTrace(profile))) writeWholeTraceTrack(writer, profile);
  for (const [uuid, rows] of places) {
    const sequence = sequences.next();
    openSequence(writer, sequence, uuid);
    interning.startSequence(sequence);
    let now = 0;
    for (const row of rows) {
      const time = wholeNs(profile.instants.time[row]);
      writeInstant({ writer, interning, profile, sequence }, row, time - now);
      now = time;
    }
  }
}

/** Rows of the instants on each row of the trace, by its uuid, in order of time. */
function rowsByPlace(profile: Profile): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let row = 0; row < profile.instants.length; row++) {
    const uuid = uuidOfInstant(profile, row);
    const known = places.get(uuid);
    if (known) known.push(row);
    else places.set(uuid, [row]);
  }
  return places;
}

function uuidOfInstant(profile: Profile, row: number): number {
  const { instants, tracks } = profile;
  const own = instants.track[row];
  switch (instantScopeName(instants.scope[row])) {
    case 'global':
      return uuidOfWholeTrace(profile);
    case 'process': {
      let track = own;
      while (track >= 0 && tracks[track].kind !== 'process') track = tracks[track].parent;
      return uuidOfTrack(track < 0 ? own : track);
    }
    default:
      return uuidOfTrack(own);
  }
}

interface InstantOutput {
  readonly writer: ProtobufWriter;
  readonly interning: PerfettoInterning;
  readonly profile: Profile;
  readonly sequence: number;
}

function writeInstant(
  { writer, interning, profile, sequence }: InstantOutput,
  row: number,
  deltaNs: number
): void {
  const label = profile.instants.label[row];
  const scope = instantScopeName(profile.instants.scope[row]);
  const category = interning.categoryOf(label);
  const name = interning.nameOf(label);
  writePacket(writer, sequence, deltaNs, () => {
    writer.message(PACKET.trackEvent, () => {
      writer.uint(TRACK_EVENT.type, EVENT_TYPE.instant);
      writer.uint(TRACK_EVENT.categoryIids, category);
      writer.uint(TRACK_EVENT.nameIid, name);
      if (scope !== 'task' && scope !== 'marker') return;
      writer.message(TRACK_EVENT.debugAnnotations, () => {
        writer.text(DEBUG_ANNOTATION.name, 'scope');
        writer.text(DEBUG_ANNOTATION.stringValue, scope);
      });
    });
  });
}
