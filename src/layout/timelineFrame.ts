import { partitionPoint } from '../base/partitionPoint';
import type { CounterSeries } from '../model/profile/profile';
import { type AxisTick, timeTicks } from './axis';
import { type CounterArea, counterArea } from './counterArea';
import type { LaneIndex } from './laneIndex';
import { type PixelWindow, RectBuffer, addLaneRects } from './laneRects';
import { firstFailing } from './laneSearch';
import type { TimelineRow, TimelineRows } from './timelineRows';

/** The visible window: a stretch of time, and of the rows from `topPx` on. */
export interface TimelineViewport extends PixelWindow {
  readonly topPx: number;
  readonly heightPx: number;
}

/** The content of a timeline; see `timelineRows` and `buildLaneIndex`. */
export interface TimelineSource {
  readonly index: LaneIndex;
  readonly rows: TimelineRows;
  readonly counters: readonly CounterSeries[];
  /** Height of a lane, pixels. */
  readonly lanePx: number;
}

/** A visible lane: its rectangles are `from … to` of the frame's. */
export interface FrameLane {
  readonly lane: number;
  readonly row: TimelineRow;
  /** Pixels from the top of all rows. */
  readonly topPx: number;
  readonly heightPx: number;
  readonly from: number;
  readonly to: number;
}

/** A visible counter. */
export interface FrameCounter {
  readonly row: TimelineRow;
  /** Null when it has no value in the window. */
  readonly area: CounterArea | null;
}

/** Everything visible, as geometry alone; valid until the next frame of the same layouter. */
export interface TimelineFrame {
  readonly viewport: TimelineViewport;
  readonly rows: readonly TimelineRow[];
  readonly lanes: readonly FrameLane[];
  readonly rects: RectBuffer;
  readonly counters: readonly FrameCounter[];
  readonly ticks: readonly AxisTick[];
}

/** Lays out one frame after the other in the same memory. */
export class FrameLayout {
  readonly #rects = new RectBuffer();

  /** The visible part of `source`; at most `maxTicks` steps on the axis. */
  frame(source: TimelineSource, viewport: TimelineViewport, maxTicks: number): TimelineFrame {
    const rows = rowsInView(source.rows, viewport);
    const rects = this.#rects;
    rects.clear();
    const lanes = rows
      .flatMap(row => lanesInView(row, source.lanePx, viewport))
      .map(place => {
        const from = rects.length;
        addLaneRects(source.index, place.lane, viewport, rects);
        return { ...place, from, to: rects.length };
      });
    const counters = rows.flatMap(row => {
      if (row.kind !== 'counter') return [];
      return { row, area: counterArea(source.counters[row.counter], viewport, viewport.widthPx) };
    });
    const ticks = timeTicks(viewport.fromNs, viewport.toNs, maxTicks);
    return { viewport, rows, lanes, rects, counters, ticks };
  }
}

/** The row of the rectangle of a frame at `xPx`, or of the nearest one within `reachPx`; else -1. */
export function rectAt(
  { rects }: TimelineFrame,
  { from, to }: FrameLane,
  xPx: number,
  reachPx: number
): number {
  const at = partitionPoint(from, to, row => rects.x[row] + rects.width[row] < xPx);
  const distance = (row: number): number => {
    if (row < from || row >= to) return Infinity;
    return Math.max(0, rects.x[row] - xPx, xPx - rects.x[row] - rects.width[row]);
  };
  const nearest = distance(at - 1) < distance(at) ? at - 1 : at;
  return distance(nearest) <= reachPx ? nearest : -1;
}

function rowsInView({ rows }: TimelineRows, { topPx, heightPx }: TimelineViewport): TimelineRow[] {
  const from = firstFailing(0, rows.length, at => rows[at].topPx + rows[at].heightPx <= topPx);
  const to = firstFailing(from, rows.length, at => rows[at].topPx < topPx + heightPx);
  return rows.slice(from, to);
}

/** The visible lanes of a row; the strips of a collapsed group share its height. */
function lanesInView(row: TimelineRow, lanePx: number, viewport: TimelineViewport) {
  const heightPx = row.kind === 'group' ? row.heightPx / row.lanes.length : lanePx;
  const firstPx = row.topPx + row.instantsPx;
  const from = Math.max(0, Math.floor((viewport.topPx - firstPx) / heightPx));
  const to = Math.ceil((viewport.topPx + viewport.heightPx - firstPx) / heightPx);
  return row.lanes
    .slice(from, Math.max(from, to))
    .map((lane, at) => ({ lane, row, topPx: firstPx + (from + at) * heightPx, heightPx }));
}
