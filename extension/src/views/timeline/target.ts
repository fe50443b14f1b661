import { type FrameLane, type TimelineFrame, firstFailing, rectAt } from 'kernelscope/layout';
import { AXIS_PX } from './metrics';
import type { TimelineModel } from './model';

/** The target under the pointer. */
export type Target =
  /** One slice, or the longest of `count` that share a pixel. */
  | { readonly type: 'slice'; readonly entry: number; readonly count: number }
  | { readonly type: 'counter'; readonly counter: number; readonly timeNs: number }
  | { readonly type: 'instant'; readonly instant: number }
  | { readonly type: 'nothing' };

/** A place on the canvas, CSS pixels. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** How far beside a narrow slice or a marker the pointer may be, CSS pixels. */
const REACH_PX = 2;
const MARKER_REACH_PX = 5;
const NOTHING: Target = { type: 'nothing' };

/** Finds what is drawn at a point, by binary search in the frame that is on show. */
export function targetAt(
  model: TimelineModel,
  frame: TimelineFrame,
  { x, y }: CanvasPoint,
  ratio: number
): Target {
  const top = y - AXIS_PX + frame.viewport.topPx;
  if (y < AXIS_PX) return NOTHING;
  const isAt = (place: { readonly topPx: number; readonly heightPx: number }): boolean =>
    top >= place.topPx && top < place.topPx + place.heightPx;
  const lane = frame.lanes.find(isAt);
  if (lane) return sliceAt(frame, lane, x, ratio);
  const row = frame.rows.find(isAt);
  if (row?.kind === 'counter') {
    return { type: 'counter', counter: row.counter, timeNs: timeAt(frame, x, ratio) };
  }
  const isMarker = row !== undefined && top < row.topPx + row.instantsPx;
  return isMarker ? instantAt(model, frame, row.track, { x, ratio }) : NOTHING;
}

/** The time at `x` CSS pixels from the left edge. */
export function timeAt({ viewport }: TimelineFrame, x: number, ratio: number): number {
  const { fromNs, toNs, widthPx } = viewport;
  return fromNs + ((x * ratio) / widthPx) * (toNs - fromNs);
}

function sliceAt(frame: TimelineFrame, lane: FrameLane, x: number, ratio: number): Target {
  const row = rectAt(frame, lane, x * ratio, REACH_PX * ratio);
  if (row < 0) return NOTHING;
  return { type: 'slice', entry: frame.rects.entry[row], count: frame.rects.count[row] };
}

function instantAt(
  { profile, instants }: TimelineModel,
  frame: TimelineFrame,
  track: number,
  { x, ratio }: { readonly x: number; readonly ratio: number }
): Target {
  const rows = instants.get(track);
  if (rows === undefined) return NOTHING;
  const { time } = profile.instants;
  const earliest = timeAt(frame, x - MARKER_REACH_PX, ratio);
  const latest = timeAt(frame, x + MARKER_REACH_PX, ratio);
  const at = firstFailing(0, rows.length, each => time[rows[each]] < earliest);
  if (at >= rows.length || time[rows[at]] > latest) return NOTHING;
  return { type: 'instant', instant: rows[at] };
}
