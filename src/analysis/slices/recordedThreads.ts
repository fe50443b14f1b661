import { CELL_CATEGORY, REPETITION_CATEGORY } from '../../model/profile/categories';
import type { Profile, Track } from '../../model/profile/profile';
import { testRun } from './testRun';
import type { TimeWindow } from './window';

/**
 * The tracks of the profiled thread: one, or that of each process where a run was repeated, or cells ran,
 * in one process after the other; none of a profile without threads.
 */
export function profiledTracks(profile: Profile): readonly number[] {
  const first = profiledTrack(profile);
  if (first < 0) return [];
  const { tracks } = profile;
  const processes = processesInTurn(profile);
  if (processes.length < 2 || !processes.includes(tracks[first].pid)) return [first];
  return processes.map(pid =>
    tracks.findIndex(({ kind, pid: each }) => kind === 'thread' && each === pid)
  );
}

/** The thread that ran tests for longest, or else the first that has samples, else the first one; -1 for none. */
function profiledTrack(profile: Profile): number {
  const tested = testRun(profile)?.threads[0];
  if (tested !== undefined) return tested;
  const { tracks, samples } = profile;
  const isSampled = new Uint8Array(tracks.length);
  for (const track of samples.track) isSampled[track] = 1;
  const sampled = tracks.findIndex(({ kind }, row) => kind === 'thread' && isSampled[row] === 1);
  if (sampled >= 0) return sampled;
  const worker = isSampled.indexOf(1);
  return worker >= 0 ? worker : tracks.findIndex(({ kind }) => kind === 'thread');
}

/** Slices around all that a process, or a cell, did. */
const WHOLE_RUNS: readonly string[] = [CELL_CATEGORY, REPETITION_CATEGORY];

/** The processes that did what was recorded one after the other; none where any two did so at a time. */
function processesInTurn({ slices, labels, strings, tracks }: Profile): readonly number[] {
  const isRun = Uint8Array.from(labels.category, text =>
    Number(WHOLE_RUNS.includes(strings[text]))
  );
  const processes = new Set<number>();
  if (!isRun.includes(1)) return [];
  let [last, until] = [-1, -Infinity];
  for (let row = 0; row < slices.length; row++) {
    if (isRun[slices.label[row]] === 0) continue;
    const { pid } = tracks[slices.track[row]];
    if (pid !== last && slices.start[row] < until) return [];
    processes.add(pid);
    last = pid;
    until = Math.max(until, slices.start[row] + slices.duration[row]);
  }
  return [...processes];
}

/**
 * The row of the thread that each track belongs to: itself, the one that it is below, or the main thread for a
 * lane below its process; -1 for none.
 */
export function threadsOfTracks(tracks: readonly Track[]): Int32Array {
  const threads = new Int32Array(tracks.length).fill(-1);
  tracks.forEach((track, row) => {
    if (isThread(track)) threads[row] = row;
    else if (track.parent >= 0) threads[row] = threads[track.parent];
    if (threads[row] >= 0 || track.kind !== 'asyncLane') return;
    threads[row] = tracks.findIndex(({ kind, pid }) => kind === 'thread' && pid === track.pid);
  });
  return threads;
}

function isThread({ kind }: Track): boolean {
  return kind === 'thread' || kind === 'worker';
}

/**
 * When each thread was recorded, by its track: from the first to the last of its samples, slices and
 * values of counters. The only thread of a profile was recorded all the time.
 */
export function threadSpans(profile: Profile): ReadonlyMap<number, TimeWindow> {
  const { tracks, slices, samples, counters, meta } = profile;
  const threads = threadsOfTracks(tracks);
  const rows = tracks.flatMap((track, row) => (isThread(track) ? [row] : []));
  if (rows.length === 1) return new Map([[rows[0], { fromNs: 0, toNs: meta.durationNs }]]);
  const from = new Float64Array(tracks.length).fill(Infinity);
  const to = new Float64Array(tracks.length);
  const widen = (track: number, fromNs: number, toNs: number): void => {
    const thread = threads[track];
    if (thread < 0) return;
    if (fromNs < from[thread]) from[thread] = fromNs;
    if (toNs > to[thread]) to[thread] = toNs;
  };
  for (let row = 0; row < slices.length; row++) {
    widen(slices.track[row], slices.start[row], slices.start[row] + slices.duration[row]);
  }
  for (let row = 0; row < samples.length; row++) {
    widen(samples.track[row], samples.time[row], samples.time[row] + samples.weight[row]);
  }
  for (const { track, time } of counters) {
    if (time.length > 0) widen(track, time[0], time[time.length - 1]);
  }
  const seen = rows.filter(row => from[row] < to[row]);
  return new Map(seen.map(row => [row, { fromNs: from[row], toNs: to[row] }]));
}
