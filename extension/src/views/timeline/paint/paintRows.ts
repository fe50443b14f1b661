import type { CounterArea, TimelineRow } from 'kernelscope/layout';
import { colorOf } from 'kernelscope/formats';
import { ROW_METRICS } from '../state/metrics';
import { type Scene, xOfTime, yOfRow } from './scene';

/** Paints what lies behind the slices: heads of groups, lines between rows, left-out slices. */
export function paintRows(context: CanvasRenderingContext2D, scene: Scene): void {
  const { frame, theme, widthPx } = scene;
  for (const row of frame.rows) {
    const top = yOfRow(scene, row.topPx);
    context.fillStyle = theme.shade;
    if (row.kind === 'group') context.fillRect(0, top, widthPx, row.heightPx);
    if (row.kind === 'track') paintDensity(context, scene, row);
    context.fillStyle = theme.line;
    context.fillRect(0, Math.round(top + row.heightPx) - 1, widthPx, 1);
  }
}

/** Opacity of the shading where a track was hardly busy, and where it was all the time. */
const LEAST_DENSITY = 0.16;
const MOST_DENSITY = 0.45;

/** Shades where a track was busy, behind its slices: it stays in sight where some are left out. */
function paintDensity(context: CanvasRenderingContext2D, scene: Scene, row: TimelineRow): void {
  const { density, profile } = scene.state.model;
  const at = density === null ? -1 : density.tracks.indexOf(row.track);
  if (density === null || at < 0) return;
  const { fromNs, toNs } = scene.frame.viewport;
  const binNs = profile.meta.durationNs / density.binCount;
  const last = Math.min(density.binCount - 1, Math.floor(toNs / binNs));
  const top = yOfRow(scene, row.topPx + row.instantsPx);
  const height = row.heightPx - row.instantsPx - ROW_METRICS.gapPx - 1;
  context.fillStyle = scene.theme.text;
  for (let bin = Math.max(0, Math.floor(fromNs / binNs)); bin <= last; bin++) {
    const busy = density.busy[at * density.binCount + bin];
    if (busy === 0) continue;
    const left = wholePixel(scene, bin * binNs);
    context.globalAlpha = LEAST_DENSITY + (MOST_DENSITY - LEAST_DENSITY) * busy;
    context.fillRect(left, top, wholePixel(scene, (bin + 1) * binNs) - left, height);
  }
  context.globalAlpha = 1;
}

/** Place of a time, moved to the edge of a device pixel: neighbours then have no seam. */
function wholePixel(scene: Scene, timeNs: number): number {
  return Math.round(xOfTime(scene, timeNs) * scene.ratio) / scene.ratio;
}

/** Paints the counters in sight as areas below a line, on one scale whatever the window. */
export function paintCounters(context: CanvasRenderingContext2D, scene: Scene): void {
  const { frame, state, ratio, widthPx } = scene;
  for (const { row, area } of frame.counters) {
    if (area === null) continue;
    const { min, max } = state.model.ranges[row.counter];
    const height = ROW_METRICS.counterPx - 4;
    const bottom = yOfRow(scene, row.topPx) + 4 + height;
    const bottomValue = Math.min(0, area.min);
    const span = area.max - bottomValue || 1;
    const yOf = (level: number): number =>
      bottom - ((bottomValue + level * span - min) / (max - min || 1)) * height;
    const line = new Path2D();
    line.moveTo(area.x[0] / ratio, yOf(area.level[0]));
    for (let at = 1; at < area.x.length; at++) {
      line.lineTo(area.x[at] / ratio, yOf(area.level[at - 1]));
      line.lineTo(area.x[at] / ratio, yOf(area.level[at]));
    }
    line.lineTo(widthPx, yOf(area.level[area.level.length - 1]));
    const fill = new Path2D(line);
    fill.lineTo(widthPx, bottom);
    fill.lineTo(area.x[0] / ratio, bottom);
    context.fillStyle = context.strokeStyle = colorOf(area.series.name);
    context.globalAlpha = 0.3;
    context.fill(fill);
    context.globalAlpha = 1;
    context.lineWidth = 1.25;
    context.stroke(line);
    if (!hasDots(area, widthPx)) continue;
    for (let at = area.firstValue; at < area.x.length; at++) {
      paintDot(context, area.x[at] / ratio, yOf(area.level[at]));
    }
  }
}

/** Radius of the dot at a value that was set, and the least room for each, CSS pixels. */
const DOT_PX = 2.5;
const ROOM_OF_DOT_PX = 16;

/** Whether each value is told apart: values that were set are facts, not samples of a curve. */
function hasDots({ series, x }: CounterArea, widthPx: number): boolean {
  return series.kind === 'set' && x.length * ROOM_OF_DOT_PX <= widthPx;
}

function paintDot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, DOT_PX, 0, 2 * Math.PI);
  context.fill();
}
