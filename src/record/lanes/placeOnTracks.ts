import type { SliceTable, Track } from '../../model/profile/profile';
import { assignAsyncLanes } from './asyncLanes';
import { addLanes, groupSlices } from './laneGroups';
import type { RecordedData } from '../recordedData';
import type { RecordingWindow } from '../slices/recordingWindow';
import { UNKNOWN_LABEL } from '../slices/slicePlace';
import { type WindowSlices, withoutRows } from './windowSlices';

/** Slices on tracks, and where each token's slice has gone. */
export interface PlacedSlices {
  readonly table: SliceTable;
  /** Row of a token's slice, or −1. */
  readonly rowOf: (token: number) => number;
}

/** A profile's tracks, to which lanes are added. */
export interface TracksOfProcess {
  readonly tracks: Track[];
  /** Track of the recorded thread. */
  readonly mainTrack: number;
  readonly pid: number;
}

/**
 * Puts the slices of the thread on its track and asynchronous ones on lanes. Operators have their own
 * lanes, and so do the tasks and frames of each domain, below a worker if they are shown under one. A
 * slice of the thread that ends after the one in which it began also gets a lane: on every track slices
 * are nested or disjoint, except on lanes that more share than there may be lanes. Slices without any lane go
 * into the window's totals.
 */
export function placeOnTracks(
  own: WindowSlices,
  recorded: Pick<RecordedData, 'labels' | 'workers'>,
  process: TracksOfProcess,
  window: RecordingWindow
): PlacedSlices {
  const { table, firstToken } = own;
  const { group, groups, isEmpty } = groupSlices(own, recorded);
  if (isEmpty) return allOnThread(own, process.mainTrack);
  const { lane, lanes, homeless } = assignAsyncLanes(table, group, groups.length - 1);
  const firstLane = addLanes(process.tracks, process.pid, groups, lanes);
  for (let row = 0; row < table.length; row++) {
    table.track[row] = lane[row] < 0 ? process.mainTrack : firstLane[group[row]] + lane[row];
  }
  if (homeless.size === 0) {
    return { table, rowOf: token => rowWithin(token - firstToken, table.length) };
  }
  for (const row of homeless) {
    const place = { label: table.label[row], parent: -1, parentLabel: UNKNOWN_LABEL };
    window.fold(firstToken + row, table.duration[row], place);
  }
  return without({ table, rowOf: token => rowWithin(token - firstToken, table.length) }, homeless);
}

/** Slices of which all stay on the track of the thread. */
function allOnThread({ table, firstToken }: WindowSlices, mainTrack: number): PlacedSlices {
  table.track.fill(mainTrack);
  return { table, rowOf: token => rowWithin(token - firstToken, table.length) };
}

/** The slices that had ended, on the same tracks. */
export function withoutOpen(placed: PlacedSlices, own: WindowSlices): PlacedSlices {
  const rows = own.unfinished.map(row => placed.rowOf(own.firstToken + row));
  const open = new Set(rows.filter(row => row >= 0));
  return open.size === 0 ? placed : without(placed, open);
}

function without(placed: PlacedSlices, rows: ReadonlySet<number>): PlacedSlices {
  const { table, rowOf } = withoutRows(placed.table, rows);
  return {
    table,
    rowOf: token => {
      const row = placed.rowOf(token);
      return row < 0 ? -1 : rowOf[row];
    }
  };
}

function rowWithin(row: number, length: number): number {
  return row >= 0 && row < length ? row : -1;
}
