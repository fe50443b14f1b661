import { partitionPoint } from '../base/partitionPoint';
import type { LaneIndex } from './laneIndex';

/**
 * The first of the rows `from … to` for which `holds` is false, or `to`; `holds` must be true up to
 * some row and false from there on. Steps double, so that a near answer is found fast.
 */
export function firstFailing(from: number, to: number, holds: (row: number) => boolean): number {
  let low = from;
  let step = 1;
  while (low + step - 1 < to && holds(low + step - 1)) {
    low += step;
    step *= 2;
  }
  return partitionPoint(low, Math.min(to, low + step - 1), holds);
}

/** First entry of a lane that ends at or after `timeNs`, or the entry after its last. */
export function firstEntryEnding(index: LaneIndex, lane: number, timeNs: number): number {
  const { laneEntry, end } = index;
  return partitionPoint(laneEntry[lane], laneEntry[lane + 1], at => end[at] < timeNs);
}

/** First entry of a lane that starts at or after `timeNs`, or the entry after its last. */
function firstEntryStarting(index: LaneIndex, lane: number, timeNs: number): number {
  const { laneEntry, start } = index;
  return partitionPoint(laneEntry[lane], laneEntry[lane + 1], at => start[at] < timeNs);
}

export function laneOfEntry({ laneEntry, laneCount }: LaneIndex, entry: number): number {
  return partitionPoint(0, laneCount, lane => laneEntry[lane + 1] <= entry);
}

export function trackOfLane({ trackLane }: LaneIndex, lane: number): number {
  return partitionPoint(0, trackLane.length - 1, track => trackLane[track + 1] <= lane);
}

/** The entry of a slice on `track`, or -1 if it is not in the index. */
export function entryOfSlice(index: LaneIndex, slice: number, track: number): number {
  for (let lane = index.trackLane[track]; lane < index.trackLane[track + 1]; lane++) {
    const last = index.laneEntry[lane + 1];
    const entry = firstFailing(index.laneEntry[lane], last, at => index.slice[at] < slice);
    if (entry < last && index.slice[entry] === slice) return entry;
  }
  return -1;
}

/** The entries from `from` up to but not including `to`; none if both are equal. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** The direction in which {@link neighbourOf} looks, from an entry. */
export type Direction = 'previous' | 'next' | 'parent' | 'child';

/** The entry beside, around or in `entry`, or -1 when there is none. */
export function neighbourOf(index: LaneIndex, entry: number, direction: Direction): number {
  const lane = laneOfEntry(index, entry);
  switch (direction) {
    case 'previous':
      return entry > index.laneEntry[lane] ? entry - 1 : -1;
    case 'next':
      return entry + 1 < index.laneEntry[lane + 1] ? entry + 1 : -1;
    case 'parent':
      return parentOf(index, entry, lane);
    case 'child': {
      const { from, to } = entriesInside(index, entry);
      return from < to ? from : -1;
    }
  }
}

/** The duration of an entry minus that of the entries directly inside it, nanoseconds; never negative. */
export function selfTimeOf(index: LaneIndex, entry: number): number {
  const { from, to } = entriesInside(index, entry);
  const sum = { coverNs: 0, longest: -1 };
  index.mip.sumUp(from, to, sum);
  return Math.max(0, index.end[entry] - index.start[entry] - sum.coverNs);
}

function parentOf(index: LaneIndex, entry: number, lane: number): number {
  if (lane === index.trackLane[trackOfLane(index, lane)]) return -1;
  const { start, end, laneEntry } = index;
  const first = laneEntry[lane - 1];
  const outer = firstFailing(first, laneEntry[lane], at => start[at] <= start[entry]) - 1;
  return outer >= first && end[outer] >= end[entry] ? outer : -1;
}

/** The entries directly inside `entry`: `from … to` of the next lane of its track. */
export function entriesInside(index: LaneIndex, entry: number): EntryRange {
  const lane = laneOfEntry(index, entry);
  const { start, end, trackLane } = index;
  if (lane + 1 === trackLane[trackOfLane(index, lane) + 1]) return { from: 0, to: 0 };
  const last = index.laneEntry[lane + 2];
  const from = firstEntryStarting(index, lane + 1, start[entry]);
  const to = firstFailing(from, last, at => start[at] < end[entry] && end[at] <= end[entry]);
  return { from, to };
}
