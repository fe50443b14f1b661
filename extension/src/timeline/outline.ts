import type { TimeWindow } from 'kernelscope/analysis';
import type { EntryRange, LaneIndex } from 'kernelscope/layout';
import { entriesInside, firstEntryEnding, firstFailing } from 'kernelscope/layout';

/** A line of the timeline told as a tree: a track, a slice, or how many are not listed. */
export interface OutlineRow {
  readonly type: 'track' | 'slice' | 'more';
  /** Stays the same while the content does. */
  readonly key: string;
  /** The track of a `track`, the entry of a `slice`, the number of slices left out for `more`. */
  readonly value: number;
  /** 1 for a track. */
  readonly level: number;
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
  /** One-based place among its siblings, and how many those are. */
  readonly position: number;
  readonly setSize: number;
}

/** Slices that are listed under one line, and lines of the whole outline, at most. */
const MAX_CHILDREN = 200;
const MAX_ROWS = 2000;

/**
 * The lines of the tracks with slices, and under each expanded one what is inside: of a track the
 * outermost slices within `window`, of a slice all directly in it.
 */
export function outlineRows(
  index: LaneIndex,
  window: TimeWindow,
  expanded: ReadonlySet<string>
): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const tracks = [...index.trackLane.keys()]
    .slice(0, -1)
    .filter(track => index.trackLane[track] < index.trackLane[track + 1]);
  const add = (row: Omit<OutlineRow, 'isExpanded'>): boolean => {
    if (rows.length >= MAX_ROWS) return false;
    const isExpanded = row.isExpandable && expanded.has(row.key);
    rows.push({ ...row, isExpanded });
    return isExpanded;
  };
  const addSlices = (range: EntryRange, level: number): void => {
    const setSize = range.to - range.from;
    const last = Math.min(range.to, range.from + MAX_CHILDREN);
    for (let entry = range.from; entry < last; entry++) {
      const inside = entriesInside(index, entry);
      const isExpandable = inside.from < inside.to;
      const position = entry - range.from + 1;
      const row = { type: 'slice', value: entry, level, isExpandable, position, setSize } as const;
      if (add({ ...row, key: `slice ${entry}` })) addSlices(inside, level + 1);
    }
    if (last === range.to) return;
    const more = { type: 'more', value: range.to - last, level, isExpandable: false } as const;
    add({ ...more, key: `more ${last}`, position: MAX_CHILDREN + 1, setSize });
  };
  tracks.forEach((track, at) => {
    const place = { position: at + 1, setSize: tracks.length, level: 1, isExpandable: true };
    const isExpanded = add({ type: 'track', key: `track ${track}`, value: track, ...place });
    if (isExpanded) addSlices(outermost(index, track, window), 2);
  });
  return rows;
}

function outermost(index: LaneIndex, track: number, { fromNs, toNs }: TimeWindow): EntryRange {
  const lane = index.trackLane[track];
  const from = firstEntryEnding(index, lane, fromNs);
  const to = firstFailing(from, index.laneEntry[lane + 1], entry => index.start[entry] <= toNs);
  return { from, to };
}
