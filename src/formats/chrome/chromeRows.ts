import type { Profile, Track, TrackKind } from '../../model/profile/profile';
import { type JsonWriter, quoteText } from '../shared/text/jsonWriter';
import { processName } from '../shared/rows/trackTitle';

/** The row of a track in Chrome JSON: the numbers of a process and of a thread in it. */
export interface ChromeRow {
  readonly pid: number;
  readonly tid: number;
}

/** Rows of slices that nest, of which only the first two are threads of the process. */
const THREAD_ROWS: readonly TrackKind[] = ['thread', 'worker', 'gc', 'waiting', 'cudaStream'];

/** Rows that have the thread number of another row. */
const ROWS_BESIDE_THREADS: readonly TrackKind[] = ['gc', 'waiting'];

/** Whether a kind of track is shown as a thread; the others hold async events and counters. */
export function isThreadRow(kind: TrackKind): boolean {
  return THREAD_ROWS.includes(kind);
}

/**
 * A process and thread number for each track. Processes, threads and workers keep theirs; a GPU becomes
 * a process whose threads are its streams; a thread number that is taken is replaced. A track that is
 * not a thread has the number of its process, or that of the worker that it is under.
 */
export function chromeRows({ tracks }: Profile): readonly ChromeRow[] {
  const taken = new Set<string>();
  let freePid = 1 + maxOf(tracks, track => track.pid);
  let freeTid = freePid + maxOf(tracks, track => track.tid) + tracks.length;
  const rows: ChromeRow[] = [];
  const deviceAbove = (track: Track): ChromeRow | undefined => {
    if (track.parent < 0) return undefined;
    const parent = tracks[track.parent];
    return parent.kind === 'device' ? rows[track.parent] : deviceAbove(parent);
  };
  const workerAbove = (track: Track): ChromeRow | undefined => {
    if (track.parent < 0) return undefined;
    const parent = tracks[track.parent];
    return parent.kind === 'worker' ? rows[track.parent] : workerAbove(parent);
  };
  for (const track of tracks) {
    const pid = track.kind === 'device' ? freePid++ : (deviceAbove(track)?.pid ?? track.pid);
    const isThread = isThreadRow(track.kind);
    const isThreads = !ROWS_BESIDE_THREADS.includes(track.kind);
    const isFree = track.tid > 0 && isThreads && !taken.has(`${pid} ${track.tid}`);
    const tid = isFree ? track.tid : freeTid++;
    if (isThread) taken.add(`${pid} ${tid}`);
    rows.push({ pid, tid: isThread ? tid : (workerAbove(track)?.tid ?? pid) });
  }
  return rows;
}

function maxOf(tracks: readonly Track[], value: (track: Track) => number): number {
  return tracks.reduce((largest, track) => Math.max(largest, value(track)), 0);
}

/** Names processes and threads and puts them in the order of the tracks. */
export function writeRowNames(
  writer: JsonWriter,
  profile: Profile,
  rows: readonly ChromeRow[]
): void {
  profile.tracks.forEach((track, index) => {
    const { name, kind } = track;
    const { pid, tid } = rows[index];
    const event = (type: string, args: string): void => {
      writer.raw(`{"ph":"M","pid":${pid},"tid":${tid},"name":"${type}","args":{${args}}},\n`);
    };
    if (isThreadRow(kind)) {
      event('thread_name', `"name":${quoteText(name)}`);
      event('thread_sort_index', `"sort_index":${index}`);
    } else if (kind === 'process' || kind === 'device') {
      event('process_name', `"name":${quoteText(processName(profile, track))}`);
      event('process_sort_index', `"sort_index":${index}`);
    }
  });
}
