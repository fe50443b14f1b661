import { sliceDepths } from '../analysis/slices/depth';
import { enclosingSlices } from '../analysis/slices/nesting';
import type { TimeWindow } from '../analysis/slices/window';
import type { CounterSeries, SliceTable, TrackKind } from '../model/profile/profile';
import type { AxisTick } from './axis';
import { timeTicks } from './axis';
import type { CounterArea } from './counterArea';
import { counterArea } from './counterArea';
import type { TimelineRects } from './timelineRects';
import { timelineRects } from './timelineRects';
import { trackTree } from './trackTree';

/** The input of a timeline: a whole profile, or the overview of a bundle. */
export interface TimelineInput {
  readonly slices: Pick<SliceTable, 'length' | 'start' | 'duration' | 'track'>;
  readonly tracks: readonly TimelineTrackInput[];
  readonly counters: readonly CounterSeries[];
}

/** A track as a timeline needs it. */
export interface TimelineTrackInput {
  readonly name: string;
  readonly kind: TrackKind;
  /** Row of the enclosing track, which precedes it, or -1. */
  readonly parent: number;
}

/** The window and the bounds of a {@link TimelineLayout}. */
export interface TimelineOptions extends TimeWindow {
  readonly widthPx: number;
  /** The maximum number of rectangles; 100,000 by default. Slices are merged more coarsely to fit. */
  readonly maxRects?: number;
  /** The maximum number of lanes; tracks and nesting levels beyond it are left out. No limit by default. */
  readonly maxLanes?: number;
  /** The maximum number of steps of the time axis; 10 by default. */
  readonly maxTicks?: number;
}

/** A drawn track: `laneCount` lanes from `firstLane` on, one for each nesting level. */
export interface TimelineTrack {
  /** Row of the input's tracks. */
  readonly track: number;
  readonly name: string;
  readonly kind: TrackKind;
  /** The number of enclosing tracks that have slices of their own. */
  readonly level: number;
  readonly firstLane: number;
  readonly laneCount: number;
}

/** The positions of everything in a timeline: pure geometry, no colours and no text sizes. */
export interface TimelineLayout extends TimeWindow {
  readonly widthPx: number;
  readonly tracks: readonly TimelineTrack[];
  readonly laneCount: number;
  readonly rects: TimelineRects;
  /** Slices narrower than this are merged, pixels. */
  readonly cellPx: number;
  readonly counters: readonly CounterArea[];
  readonly ticks: readonly AxisTick[];
  /** Tracks with slices, and nesting levels of drawn tracks, that found no lane. */
  readonly hiddenTracks: number;
  readonly hiddenLevels: number;
}

/**
 * Lays out tracks as rows of nested slices between `fromNs` and `toNs`. Slices narrower than a
 * pixel are merged pixel by pixel with their density kept, so that the number of rectangles is
 * bounded by pixels, not by slices.
 */
export function layoutTimeline(input: TimelineInput, options: TimelineOptions): TimelineLayout {
  const { fromNs, widthPx, maxRects = 100_000, maxTicks = 10 } = options;
  const toNs = Math.max(options.toNs, fromNs + 1);
  const depths = sliceDepths(enclosingSlices(input.slices, input.tracks.length));
  const levels = levelsOfTracks(input, depths);
  const placed = placeTracks(input, levels, options.maxLanes ?? Infinity);
  const laneOf = lanesOfSlices(input, depths, placed.tracks);
  const rectsAt = (cellPx: number) =>
    timelineRects(input.slices, {
      fromNs,
      toNs,
      widthPx,
      cellPx,
      laneOf,
      laneCount: placed.laneCount
    });
  let cellPx = 1;
  let rects = rectsAt(cellPx);
  while (rects.length > maxRects && cellPx < widthPx) {
    cellPx *= coarsening(rects.length / maxRects);
    rects = rectsAt(cellPx);
  }
  return {
    fromNs,
    toNs,
    widthPx,
    ...placed,
    rects,
    cellPx,
    counters: input.counters.flatMap(
      series => counterArea(series, { fromNs, toNs }, widthPx) ?? []
    ),
    ticks: timeTicks(fromNs, toNs, maxTicks)
  };
}

/** The power of two, at least 2, most likely to reduce `excess` times too many rectangles to the limit. */
function coarsening(excess: number): number {
  return 2 ** Math.max(1, Math.floor(Math.log2(excess)));
}

/** Nesting levels in use on each track. */
function levelsOfTracks({ slices, tracks }: TimelineInput, depths: Uint16Array): Uint32Array {
  const levels = new Uint32Array(tracks.length);
  for (let row = 0; row < slices.length; row++) {
    const track = slices.track[row];
    if (depths[row] >= levels[track]) levels[track] = depths[row] + 1;
  }
  return levels;
}

/** Deepest level drawn of one track when lanes are limited. */
const SHARE_OF_LANES = 0.5;

function placeTracks(input: TimelineInput, levels: Uint32Array, maxLanes: number) {
  const mostOfOne = Math.max(1, Math.floor(maxLanes * SHARE_OF_LANES));
  const tracks: TimelineTrack[] = [];
  let laneCount = 0;
  let hiddenTracks = 0;
  let hiddenLevels = 0;
  const isLevel = (track: number) => levels[track] > 0;
  for (const { track, level } of trackTree(input.tracks, isLevel)) {
    if (levels[track] === 0) continue;
    const drawn = Math.min(levels[track], mostOfOne, maxLanes - laneCount);
    if (drawn === 0) {
      hiddenTracks++;
      continue;
    }
    const { name, kind } = input.tracks[track];
    tracks.push({ track, name, kind, level, firstLane: laneCount, laneCount: drawn });
    laneCount += drawn;
    hiddenLevels += levels[track] - drawn;
  }
  return { tracks, laneCount, hiddenTracks, hiddenLevels };
}

function lanesOfSlices(
  { slices, tracks }: TimelineInput,
  depths: Uint16Array,
  placed: readonly TimelineTrack[]
): Int32Array {
  const first = new Int32Array(tracks.length).fill(-1);
  const count = new Uint32Array(tracks.length);
  for (const { track, firstLane, laneCount } of placed) {
    first[track] = firstLane;
    count[track] = laneCount;
  }
  const laneOf = new Int32Array(slices.length);
  for (let row = 0; row < slices.length; row++) {
    const track = slices.track[row];
    laneOf[row] = depths[row] < count[track] ? first[track] + depths[row] : -1;
  }
  return laneOf;
}
