import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../model/categories';
import type { SliceTable, Track } from '../model/profile';
import { assignAsyncLanes, NOT_ASYNC } from './asyncLanes';
import type { LabelRegistry } from './labelRegistry';
import type { RecordingWindow } from './recordingWindow';
import { UNKNOWN_LABEL } from './slicePlace';
import type { WindowSlices } from './windowSlices';
import { withoutRows } from './windowSlices';

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

/** Names of the lanes by group; group 0 is that of slices that need none. */
const LANE_NAMES = ['', 'operators', 'async'] as const;

/**
 * Puts the slices of the thread on its track and asynchronous ones on lanes: operators on lanes of
 * their own, apart from all others. Slices for which no lane is left go into the window's totals.
 */
export function placeOnTracks(
  own: WindowSlices,
  labels: LabelRegistry,
  process: TracksOfProcess,
  window: RecordingWindow
): PlacedSlices {
  const { table, firstToken } = own;
  const group = groupsOf(own, labels);
  const { lane, lanes, homeless } = assignAsyncLanes(table, group, LANE_NAMES.length - 1);
  const firstLane = addLanes(process, lanes);
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
  const { table: kept, rowOf } = withoutRows(table, homeless);
  return {
    table: kept,
    rowOf: token => {
      const row = rowWithin(token - firstToken, table.length);
      return row < 0 ? -1 : rowOf[row];
    }
  };
}

function groupsOf({ table, isAsync }: WindowSlices, labels: LabelRegistry): Uint8Array {
  const groupOfLabel = Uint8Array.from({ length: labels.length }, (_, label) =>
    isOperator(labels.categoryNameOf(label)) ? 1 : 2
  );
  const group = new Uint8Array(table.length);
  for (let row = 0; row < table.length; row++) {
    group[row] = isAsync[row] === 0 ? NOT_ASYNC : groupOfLabel[table.label[row]];
  }
  return group;
}

function isOperator(category: string): boolean {
  return category === OPERATOR_CATEGORY || category === CUSTOM_OPERATOR_CATEGORY;
}

/** Adds the lanes of all groups; returns for each group the track of its first lane. */
function addLanes({ tracks, pid }: TracksOfProcess, lanes: readonly number[]): number[] {
  let tid = pid;
  return lanes.map((count, group) => {
    const first = tracks.length;
    for (let index = 0; index < count; index++) {
      const name = index === 0 ? LANE_NAMES[group] : `${LANE_NAMES[group]} ${index + 1}`;
      tracks.push({ name, kind: 'asyncLane', parent: 0, pid, tid: ++tid });
    }
    return first;
  });
}

function rowWithin(row: number, length: number): number {
  return row >= 0 && row < length ? row : -1;
}
