import { instantScopeName } from '../../model/profile/instantScope';
import type { Profile } from '../../model/profile/profile';
import { PerfettoInterning } from './perfettoInterning';
import { DEBUG_ANNOTATION, EVENT_TYPE, PACKET, TRACK_EVENT } from './perfettoSchema';
import { type SequenceNumbers, openSequence, writePacket } from './perfettoSequence';
import { uuidOfTrack, uuidOfWholeTrace, writeWholeTraceTrack } from './perfettoTracks';
import type { ProtobufWriter } from '../shared/bytes/protobufWriter';
import { wholeNs } from '../shared/rows/traceTime';

/**
 * Writes every instant on the row that its scope names: its own track, the process of that, or a row
 * for the whole trace. One of a task or a marker is on its own track and says its scope.
 */
export function writeInstants(
  writer: ProtobufWriter,
  profile: Profile,
  sequences: SequenceNumbers
): void {
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
