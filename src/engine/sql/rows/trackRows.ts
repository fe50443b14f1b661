import { deviceNumber } from '../../../analysis/gpu/workFacts';
import type { Profile, Track } from '../../../model/profile/profile';
import { ROW_NUMBERS, type RowTable, column, texts } from './rowTable';

/** The tracks, each with the thread and the GPU that it belongs to. */
export function trackRows({ tracks }: Profile): RowTable {
  return {
    length: tracks.length,
    columns: {
      id: ROW_NUMBERS,
      name: column('VARCHAR', row => tracks[row].name),
      kind: column('VARCHAR', row => tracks[row].kind),
      parent_id: column('INTEGER', row => tracks[row].parent),
      thread: column('VARCHAR', row => threadOf(tracks, row)?.name ?? ''),
      pid: column('DOUBLE', row => tracks[row].pid),
      tid: column('DOUBLE', row => tracks[row].tid),
      is_async: column('BOOLEAN', row => tracks[row].kind === 'asyncLane'),
      device: column('DOUBLE', row => deviceOf(tracks, row))
    }
  };
}

/** The categories and names of slices, instants and flows. */
export function labelRows({ labels, strings }: Profile): RowTable {
  return {
    length: labels.length,
    columns: {
      id: ROW_NUMBERS,
      name: texts(strings, labels.name),
      category: texts(strings, labels.category)
    }
  };
}

/** The track itself, or the nearest around it, that is a thread. */
function threadOf(tracks: readonly Track[], row: number): Track | undefined {
  let track: Track | undefined = tracks[row];
  while (track && track.kind !== 'thread' && track.kind !== 'worker') track = tracks[track.parent];
  return track;
}

function deviceOf(tracks: readonly Track[], row: number): number {
  let track: Track | undefined = tracks[row];
  while (track && track.kind !== 'device') track = tracks[track.parent];
  return track ? deviceNumber(tracks, row) : -1;
}
