import type { SlicePlaces } from '../analysis/slices/nesting';
import type { TimeWindow } from '../analysis/slices/window';
import type { CounterSeries, TrackKind } from '../model/profile/profile';
import { type AxisTick, timeTicks } from './axis';
import { type CounterArea, counterArea } from './counterArea';
import { type LaneIndex, buildLaneIndex } from './laneIndex';
import { type PixelWindow, RectBuffer, addLaneRects } from './laneRects';
import { trackTree } from './trackTree';

/** The input of a timeline: a whole profile, or the overview of a bundle. */
export interface TimelineInput {
  readonly slices: SlicePlaces;
  readonly tracks: readonly TimelineTrackInput[];
  readonly counters: readonly CounterSeries[];
}

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

/**
 * Rectangles of a timeline as columns, lane by lane and from left to right. One stands for a slice that
 * is at least as wide as a cell, or for all narrower slices of a lane that begin in the same cell.
 */
export interface TimelineRects {
  readonly length: number;
  /** Left edge and width, pixels from the left edge of the window. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  /** Row of the layout's lanes. */
  readonly lane: Uint32Array;
  /** The slice, or the longest of the merged ones. */
  readonly slice: Uint32Array;
  /** The number of slices that it stands for. */
  readonly count: Uint32Array;
  /** Share of the rectangle that slices cover, 0 … 1; 1 for a single slice. */
  readonly density: Float32Array;
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
  const index = buildLaneIndex(input.slices, input.tracks.length);
  const placed = placeTracks(input, index, options.maxLanes ?? Infinity);
  const window = { fromNs, toNs, widthPx };
  const rectsAt = (cellPx: number) => rectsOf(index, placed.tracks, window, cellPx);
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

/** Deepest level drawn of one track when lanes are limited. */
const SHARE_OF_LANES = 0.5;

function placeTracks(input: TimelineInput, { trackLane }: LaneIndex, maxLanes: number) {
  const mostOfOne = Math.max(1, Math.floor(maxLanes * SHARE_OF_LANES));
  const tracks: TimelineTrack[] = [];
  let laneCount = 0;
  let hiddenTracks = 0;
  let hiddenLevels = 0;
  const levelsOf = (track: number) => trackLane[track + 1] - trackLane[track];
  const isLevel = (track: number) => levelsOf(track) > 0;
  for (const { track, level } of trackTree(input.tracks, isLevel)) {
    const levels = levelsOf(track);
    if (levels === 0) continue;
    const drawn = Math.min(levels, mostOfOne, maxLanes - laneCount);
    if (drawn === 0) {
      hiddenTracks++;
      continue;
    }
    const { name, kind } = input.tracks[track];
    tracks.push({ track, name, kind, level, firstLane: laneCount, laneCount: drawn });
    laneCount += drawn;
    hiddenLevels += levels - drawn;
  }
  return { tracks, laneCount, hiddenTracks, hiddenLevels };
}

/** The rectangles of all drawn lanes, in cells of `cellPx`: those of a window so many times narrower. */
function rectsOf(
  index: LaneIndex,
  tracks: readonly TimelineTrack[],
  { fromNs, toNs, widthPx }: PixelWindow,
  cellPx: number
): TimelineRects {
  const rects = new RectBuffer();
  const ends: number[] = [];
  for (const { track, laneCount } of tracks) {
    const first = index.trackLane[track];
    for (let lane = first; lane < first + laneCount; lane++) {
      addLaneRects(index, lane, { fromNs, toNs, widthPx: widthPx / cellPx }, rects);
      ends.push(rects.length);
    }
  }
  const { length } = rects;
  const lane = new Uint32Array(length);
  ends.forEach((end, row) => lane.fill(row, row === 0 ? 0 : ends[row - 1], end));
  return {
    length,
    x: rects.x.slice(0, length).map(x => x * cellPx),
    width: rects.width.slice(0, length).map(width => width * cellPx),
    lane,
    slice: rects.entry.slice(0, length).map(entry => index.slice[entry]),
    count: rects.count.slice(0, length),
    density: rects.density.slice(0, length)
  };
}
