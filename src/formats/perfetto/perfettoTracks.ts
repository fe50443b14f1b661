import type { CounterSeries, CounterUnit, Profile, Track } from '../../model/profile/profile';
import { COUNTER, PACKET, PROCESS, THREAD, TRACE, TRACK_DESCRIPTOR } from './perfettoSchema';
import { gpuDescription, idleGpus, trackDescription } from './gpuDescriptions';
import { processName } from '../shared/rows/trackTitle';
import type { ProtobufWriter } from '../shared/protobufWriter';

const CHILDREN_ORDERED_BY_RANK = 3;
const NEVER_MERGED = 2;

/** Units as Perfetto takes them: a number of `CounterDescriptor.Unit`, or their symbol. */
const UNITS: Readonly<Record<CounterUnit, number | string>> = {
  nanoseconds: 1,
  count: 2,
  bytes: 3,
  percent: '%',
  bytesPerSecond: 'B/s',
  watts: 'W',
  hertz: 'Hz',
  celsius: '°C'
};

/** The number of a track of the profile, in descriptors and as default of events. */
export function uuidOfTrack(track: number): number {
  return track + 1;
}

export function uuidOfCounter({ tracks }: Profile, counter: number): number {
  return tracks.length + 1 + counter;
}

/** The number of the row for the whole trace. */
export function uuidOfWholeTrace({ tracks, counters }: Profile): number {
  return tracks.length + counters.length + 1;
}

/** The first number that nothing of the profile has. */
export function firstFreeUuid(profile: Profile): number {
  return uuidOfWholeTrace(profile) + 1;
}

/** Describes all tracks and counters; the counters of a track are above its other children. */
export function writeTracks(writer: ProtobufWriter, profile: Profile): void {
  const threads = new Set<string>();
  const ranks = new Map<number, number>();
  const nextRank = (parent: number): number => {
    const rank = ranks.get(parent) ?? 0;
    ranks.set(parent, rank + 1);
    return rank;
  };
  profile.counters.forEach((counter, index) => {
    const uuid = uuidOfCounter(profile, index);
    const place = { uuid, parent: counter.track, rank: nextRank(counter.track) };
    writeDescriptor(writer, place, () => writeCounter(writer, counter));
  });
  profile.tracks.forEach((track, index) => {
    const place = { uuid: uuidOfTrack(index), parent: track.parent, rank: nextRank(track.parent) };
    const named = { ...track, name: processName(profile, track) };
    writeDescriptor(writer, place, () => {
      writeKind(writer, named, threads);
      const text = trackDescription(profile, track);
      if (text !== '') writer.text(TRACK_DESCRIPTOR.description, text);
    });
  });
}

/** Describes GPUs that have no track, in rows without events, from the number `uuid` on. */
export function writeIdleGpus(writer: ProtobufWriter, profile: Profile, uuid: number): void {
  idleGpus(profile).forEach((gpu, at) => {
    writeDescriptor(writer, { uuid: uuid + at, parent: -1, rank: uuid + at }, () => {
      writeOwnRow(
        writer,
        gpu.name === '' ? `GPU ${gpu.device}` : `GPU ${gpu.device} (${gpu.name})`
      );
      writer.text(TRACK_DESCRIPTOR.description, gpuDescription(0, gpu));
    });
  });
}

/** Describes a track below `parent` for slices that do not fit on it. */
export function writeOverlapTrack(
  writer: ProtobufWriter,
  uuid: number,
  name: string,
  parent: number
): void {
  writeDescriptor(writer, { uuid, parent, rank: uuid }, () => writeOwnRow(writer, name));
}

/** Describes the row of what refers to the whole trace, below all others. */
export function writeWholeTraceTrack(writer: ProtobufWriter, profile: Profile): void {
  const uuid = uuidOfWholeTrace(profile);
  writeDescriptor(writer, { uuid, parent: -1, rank: uuid }, () => {
    writeOwnRow(writer, 'Whole trace');
  });
}

interface Place {
  readonly uuid: number;
  /** Enclosing track of the profile, or -1. */
  readonly parent: number;
  readonly rank: number;
}

function writeDescriptor(
  writer: ProtobufWriter,
  { uuid, parent, rank }: Place,
  writeContent: () => void
): void {
  writer.message(TRACE.packet, () => {
    writer.message(PACKET.trackDescriptor, () => {
      writer.uint(TRACK_DESCRIPTOR.uuid, uuid);
      if (parent >= 0) writer.uint(TRACK_DESCRIPTOR.parentUuid, uuidOfTrack(parent));
      writer.uint(TRACK_DESCRIPTOR.childOrdering, CHILDREN_ORDERED_BY_RANK);
      writer.uint(TRACK_DESCRIPTOR.siblingOrderRank, rank);
      writeContent();
    });
  });
}

/** A thread id identifies one track; further tracks of that thread are separate rows. */
function writeKind(writer: ProtobufWriter, track: Track, threads: Set<string>): void {
  const { name, kind, pid, tid } = track;
  const thread = `${pid} ${tid}`;
  if (kind === 'process' && pid > 0) {
    writer.message(TRACK_DESCRIPTOR.process, () => {
      writer.uint(PROCESS.pid, pid);
      writer.text(PROCESS.name, name);
    });
    return;
  }
  const isThread = (kind === 'thread' || kind === 'worker') && pid > 0 && tid > 0;
  if (!isThread || threads.has(thread)) {
    writeOwnRow(writer, name);
    return;
  }
  threads.add(thread);
  writer.message(TRACK_DESCRIPTOR.thread, () => {
    writer.uint(THREAD.pid, pid);
    writer.uint(THREAD.tid, tid);
    writer.text(THREAD.name, name);
  });
}

function writeOwnRow(writer: ProtobufWriter, name: string): void {
  writer.text(TRACK_DESCRIPTOR.name, name);
  writer.uint(TRACK_DESCRIPTOR.siblingMergeBehavior, NEVER_MERGED);
}

function writeCounter(writer: ProtobufWriter, { name, category, unit }: CounterSeries): void {
  writer.text(TRACK_DESCRIPTOR.name, name);
  writer.message(TRACK_DESCRIPTOR.counter, () => {
    if (category !== '') writer.text(COUNTER.categories, category);
    const known = UNITS[unit];
    if (typeof known === 'string') writer.text(COUNTER.unitName, known);
    else writer.uint(COUNTER.unit, known);
  });
}
