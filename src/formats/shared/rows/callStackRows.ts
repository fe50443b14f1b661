import type { Profile, SliceTable, Track } from '../../../model/profile/profile';
import {
  FrameLabels,
  type SampleSlices,
  type SampleSlicesOptions,
  sampleSlices,
  sampledThreads
} from './sampleSlices';

const ROW_NAME = 'Call stack';

/** A profile with call stacks as slices. */
export interface CallStackRows {
  readonly profile: Profile;
  /** The row of each track of the profile as it was. */
  readonly newRow: readonly number[];
  /** The row of `frames` that each label of call stacks stands for; -1 for other labels. */
  readonly frameOfLabel: Int32Array;
}

/** {@link callStackRows} for an encoder of traces. */
export function withCallStackRows(profile: Profile): Profile {
  return callStackRows(profile).profile;
}

/**
 * A profile with a track `Call stack` below each thread that has CPU samples, with slices made of
 * its samples. They come after all other slices, whose rows stay as they are; on each track slices are
 * in order of start, but not across tracks.
 */
export function callStackRows(
  profile: Profile,
  options: Pick<SampleSlicesOptions, 'isFolded'> = {}
): CallStackRows {
  const threads = sampledThreads(profile);
  if (threads.size === 0) {
    const frameOfLabel = new Int32Array(profile.labels.length).fill(-1);
    return { profile, newRow: profile.tracks.map((_, track) => track), frameOfLabel };
  }
  const { tracks, newRow, stackRow } = withRowsBelow(profile.tracks, [...threads.keys()]);
  const labels = new FrameLabels(profile);
  const added = Array.from(threads, ([thread, rows]) => ({
    track: stackRow.get(thread) ?? 0,
    slices: sampleSlices(profile, rows, options)
  }));
  const moved = <T extends { readonly track: Uint16Array }>(table: T): T => {
    return { ...table, track: movedTracks(table.track, newRow, table.track.length) };
  };
  const slices = joined(profile.slices, added, labels, newRow);
  const changed = {
    ...profile,
    strings: labels.strings,
    labels: labels.table(),
    tracks,
    slices,
    instants: moved(profile.instants),
    samples: moved(profile.samples),
    counters: profile.counters.map(series => ({ ...series, track: newRow[series.track] }))
  };
  return { profile: changed, newRow, frameOfLabel: labels.frames() };
}

interface MovedTracks {
  readonly tracks: readonly Track[];
  /** The new row of each track. */
  readonly newRow: readonly number[];
  /** The row of the call stacks of each thread. */
  readonly stackRow: ReadonlyMap<number, number>;
}

function withRowsBelow(tracks: readonly Track[], threads: readonly number[]): MovedTracks {
  const above = new Set(threads);
  const newRow: number[] = [];
  const stackRow = new Map<number, number>();
  const all: Track[] = [];
  let freeTid = 1 + tracks.reduce((largest, { pid, tid }) => Math.max(largest, pid, tid), 0);
  tracks.forEach((track, row) => {
    const parent = track.parent < 0 ? -1 : newRow[track.parent];
    newRow.push(all.push({ ...track, parent }) - 1);
    if (!above.has(row)) return;
    const { pid } = track;
    const below: Track = { name: ROW_NAME, kind: 'thread', parent, pid, tid: freeTid++ };
    stackRow.set(row, all.push(below) - 1);
  });
  return { tracks: all, newRow, stackRow };
}

interface AddedSlices {
  readonly track: number;
  readonly slices: SampleSlices;
}

/** A column of `length` that begins with the new rows of the tracks in `track`. */
// hot
function movedTracks(track: Uint16Array, newRow: readonly number[], length: number): Uint16Array {
  const moved = new Uint16Array(length);
  const rows = Uint16Array.from(newRow);
  for (let row = 0; row < track.length; row++) moved[row] = rows[track[row]];
  return moved;
}

function joined(
  slices: SliceTable,
  added: readonly AddedSlices[],
  labels: FrameLabels,
  newRow: readonly number[]
): SliceTable {
  const length = added.reduce((sum, each) => sum + each.slices.length, slices.length);
  const all: SliceTable = {
    length,
    start: new Float64Array(length),
    duration: new Float64Array(length),
    label: new Uint32Array(length),
    track: movedTracks(slices.track, newRow, length),
    parent: new Int32Array(length)
  };
  all.start.set(slices.start);
  all.duration.set(slices.duration);
  all.label.set(slices.label);
  all.parent.set(slices.parent);
  all.parent.fill(-1, slices.length);
  let at = slices.length;
  for (const { track, slices: own } of added) {
    all.start.set(own.start, at);
    all.duration.set(own.duration, at);
    for (let row = 0; row < own.length; row++) {
      all.label[at + row] = labels.of(own.frame[row], own.folded?.[row]);
    }
    all.track.fill(track, at, at + own.length);
    at += own.length;
  }
  return all;
}
