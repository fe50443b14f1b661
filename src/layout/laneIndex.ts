import { sliceDepths, type SlicePlaces } from '../analysis/slices/nesting';
import { LaneMip } from './laneMip';

/**
 * Slices sorted into lanes, one lane for each nesting level of each track. An entry is a slice in
 * its lane; the entries of a lane are neighbours, in order of start. It is built once. After that, any
 * window is found without looking at more entries than are drawn.
 */
export interface LaneIndex {
  readonly laneCount: number;
  /** First lane of each track, and after the last track the number of lanes. */
  readonly trackLane: Uint32Array;
  /** First entry of each lane, and after the last lane the number of entries. */
  readonly laneEntry: Uint32Array;
  /** Row of the slice table. */
  readonly slice: Uint32Array;
  /** Nanoseconds from the origin. On a lane both are non-decreasing where slices nest. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly mip: LaneMip;
}

/** Sorts slices, which are ordered by start, into lanes; linear in their number. */
export function buildLaneIndex(slices: SlicePlaces, trackCount: number): LaneIndex {
  const depths = sliceDepths(slices, trackCount);
  const trackLane = firstLanes(slices, depths, trackCount);
  const { length, track } = slices;
  const laneEntry = new Uint32Array(trackLane[trackCount] + 1);
  for (let slice = 0; slice < length; slice++) {
    laneEntry[trackLane[track[slice]] + depths[slice] + 1]++;
  }
  for (let lane = 1; lane < laneEntry.length; lane++) laneEntry[lane] += laneEntry[lane - 1];
  const columns = scattered(slices, depths, trackLane, laneEntry.slice());
  return finished(trackLane, laneEntry, columns);
}

/** Columns of the entries; `next` holds the next free entry of each lane, and is consumed. */
// hot
function scattered(
  { length, track, start, duration }: SlicePlaces,
  depths: Uint16Array,
  trackLane: Uint32Array,
  next: Uint32Array
): EntryColumns {
  const columns = entryColumns(length);
  const { slice: slices, start: starts, end: ends } = columns;
  for (let slice = 0; slice < length; slice++) {
    const entry = next[trackLane[track[slice]] + depths[slice]]++;
    slices[entry] = slice;
    starts[entry] = start[slice];
    ends[entry] = start[slice] + duration[slice];
  }
  return columns;
}

/** The same lanes with only those slices for which `isKept` is true. */
export function filterLaneIndex(index: LaneIndex, isKept: (slice: number) => boolean): LaneIndex {
  const entries = index.slice.reduce((count, slice) => count + (isKept(slice) ? 1 : 0), 0);
  const columns = entryColumns(entries);
  const laneEntry = new Uint32Array(index.laneEntry.length);
  let used = 0;
  let lane = 0;
  for (let entry = 0; entry < index.slice.length; entry++) {
    if (!isKept(index.slice[entry])) continue;
    while (entry >= index.laneEntry[lane + 1]) laneEntry[++lane] = used;
    columns.slice[used] = index.slice[entry];
    columns.start[used] = index.start[entry];
    columns.end[used++] = index.end[entry];
  }
  laneEntry.fill(used, lane + 1);
  return finished(index.trackLane, laneEntry, columns);
}

type EntryColumns = Pick<LaneIndex, 'slice' | 'start' | 'end'>;

function entryColumns(length: number): EntryColumns {
  return {
    slice: new Uint32Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length)
  };
}

function finished(
  trackLane: Uint32Array,
  laneEntry: Uint32Array,
  columns: EntryColumns
): LaneIndex {
  const mip = new LaneMip(columns.start, columns.end);
  return { laneCount: laneEntry.length - 1, trackLane, laneEntry, ...columns, mip };
}

function firstLanes({ length, track }: SlicePlaces, depths: Uint16Array, trackCount: number) {
  const first = new Uint32Array(trackCount + 1);
  for (let slice = 0; slice < length; slice++) {
    const at = track[slice] + 1;
    if (depths[slice] >= first[at]) first[at] = depths[slice] + 1;
  }
  for (let at = 1; at <= trackCount; at++) first[at] += first[at - 1];
  return first;
}
