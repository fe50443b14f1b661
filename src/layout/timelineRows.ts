import type { LaneIndex } from './laneIndex';
import type { TimelineTrackInput } from './timeline';
import type { CounterSeries } from '../model/profile/profile';
import { trackTree } from './trackTree';

/** Heights of the parts of a timeline, pixels. */
export interface RowMetrics {
  readonly lanePx: number;
  readonly groupPx: number;
  readonly counterPx: number;
  readonly instantsPx: number;
  readonly gapPx: number;
}

/** Stands for the group of counters that code sets in place of a track. */
export const COUNTERS_GROUP = -1;

/** The same for all other counters, such as memory. */
export const SAMPLED_GROUP = -2;

/** A row from top to bottom: the head of a group, a counter, or a track with its lanes. */
export interface TimelineRow {
  readonly kind: 'group' | 'counter' | 'track';
  /** Row of the input's tracks, {@link COUNTERS_GROUP} or {@link SAMPLED_GROUP}. */
  readonly track: number;
  /** Row of the input's counters, or -1. */
  readonly counter: number;
  /** The number of groups that contain it. */
  readonly level: number;
  readonly topPx: number;
  readonly heightPx: number;
  /** Lanes drawn one below the other; those of a collapsed group are drawn as thin strips. */
  readonly lanes: readonly number[];
  /** Height that instants take above the lanes, 0 where there are none. */
  readonly instantsPx: number;
  readonly canCollapse: boolean;
  readonly isCollapsed: boolean;
}

/** The input of {@link timelineRows}. */
export interface RowsInput {
  readonly tracks: readonly TimelineTrackInput[];
  readonly index: LaneIndex;
  /** The counters, those that code sets before all others. */
  readonly counters: readonly Pick<CounterSeries, 'kind'>[];
  /** Of the tracks inside another, those of lesser rank come first; all are equal unless given. */
  readonly rankOf?: (track: number) => number;
  readonly hasInstants: (track: number) => boolean;
  /** True if a track has a row even if none of its slices is in the index. */
  readonly isBusy: (track: number) => boolean;
  /** Tracks and groups of counters that are collapsed to their head. */
  readonly collapsed: ReadonlySet<number>;
  readonly metrics: RowMetrics;
}

/** Rows in order, and their total height. */
export interface TimelineRows {
  readonly rows: readonly TimelineRow[];
  readonly heightPx: number;
}

/** The maximum number of lanes that the head of a collapsed group shows. */
const MAX_STRIPS = 6;

/**
 * Arranges counters, then tracks in the order of their tree. Tracks that have nothing to show, and
 * nothing inside, are left out.
 */
export function timelineRows(input: RowsInput): TimelineRows {
  const stack = new RowStack(input);
  const setCount = input.counters.filter(({ kind }) => kind === 'set').length;
  stack.addCounters(COUNTERS_GROUP, 0, setCount);
  stack.addCounters(SAMPLED_GROUP, setCount, input.counters.length);
  const { isShown, hasInner } = shownTracks(input);
  let hiddenBelow = Infinity;
  for (const { track, level } of trackTree(
    input.tracks,
    row => hasInner[row] === 1,
    input.rankOf
  )) {
    if (level > hiddenBelow) continue;
    hiddenBelow = Infinity;
    if (isShown[track] === 0) continue;
    stack.addTrack(track, level, hasInner[track] === 1);
    if (hasInner[track] === 1 && input.collapsed.has(track)) hiddenBelow = level;
  }
  return stack.finish();
}

/** Tracks that have something to show, and those of them with a shown track inside. */
function shownTracks({ tracks, index, hasInstants, isBusy }: RowsInput) {
  const isShown = new Uint8Array(tracks.length);
  const hasInner = new Uint8Array(tracks.length);
  for (let track = tracks.length - 1; track >= 0; track--) {
    const hasSlices = index.trackLane[track + 1] > index.trackLane[track];
    if (hasSlices || hasInstants(track) || isBusy(track)) isShown[track] = 1;
    if (isShown[track] === 0 || tracks[track].parent < 0) continue;
    isShown[tracks[track].parent] = 1;
    hasInner[tracks[track].parent] = 1;
  }
  return { isShown, hasInner };
}

/** Puts rows one below the other. */
class RowStack {
  readonly #rows: TimelineRow[] = [];
  #topPx = 0;

  constructor(private readonly input: RowsInput) {}

  /** Adds a group of the counters between two, unless there are none. */
  addCounters(group: number, from: number, to: number): void {
    if (from === to) return;
    const { collapsed, metrics } = this.input;
    const isCollapsed = collapsed.has(group);
    const base = { track: group, counter: -1, level: 0, lanes: [], instantsPx: 0 };
    this.#push({ ...base, kind: 'group', canCollapse: true, isCollapsed }, metrics.groupPx);
    for (let counter = from; counter < to && !isCollapsed; counter++) {
      const row = { ...base, counter, level: 1, canCollapse: false, isCollapsed: false };
      this.#push({ ...row, kind: 'counter' }, metrics.counterPx + metrics.gapPx);
    }
  }

  addTrack(track: number, level: number, isGroup: boolean): void {
    const { index, collapsed, hasInstants, isBusy, metrics } = this.input;
    const [from, to] = [index.trackLane[track], index.trackLane[track + 1]];
    const canCollapse = isGroup || to - from > 1;
    const isCollapsed = canCollapse && collapsed.has(track);
    const base = { track, counter: -1, level, canCollapse, isCollapsed };
    if (from === to && !hasInstants(track) && !isBusy(track)) {
      const lanes = isCollapsed ? this.#innerLanes(track) : [];
      this.#push({ ...base, kind: 'group', lanes, instantsPx: 0 }, metrics.groupPx);
      return;
    }
    const lanes = numbers(from, isCollapsed ? Math.min(to, from + 1) : to);
    const instantsPx = hasInstants(track) ? metrics.instantsPx : 0;
    const laneCount = Math.max(lanes.length, isBusy(track) ? 1 : 0);
    const heightPx = instantsPx + laneCount * metrics.lanePx + metrics.gapPx;
    this.#push({ ...base, kind: 'track', lanes, instantsPx }, heightPx);
  }

  finish(): TimelineRows {
    return { rows: this.#rows, heightPx: this.#topPx };
  }

  #push(row: Omit<TimelineRow, 'topPx' | 'heightPx'>, heightPx: number): void {
    this.#rows.push({ ...row, topPx: this.#topPx, heightPx });
    this.#topPx += heightPx;
  }

  /** First lanes of the tracks inside `track`. */
  #innerLanes(track: number): number[] {
    const { tracks, index } = this.input;
    const lanes: number[] = [];
    const within = new Set([track]);
    for (let row = track + 1; row < tracks.length && lanes.length < MAX_STRIPS; row++) {
      if (!within.has(tracks[row].parent)) continue;
      within.add(row);
      const lane = index.trackLane[row];
      if (lane < index.trackLane[row + 1]) lanes.push(lane);
    }
    return lanes;
  }
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
