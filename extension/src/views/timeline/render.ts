import { type CounterArea, type TimelineRow, firstFailing } from 'kernelscope/layout';
import { colorOf } from 'kernelscope/formats';
import { AXIS_PX, ROW_METRICS } from './metrics';
import { paintEmphasis } from './paintEmphasis';
import { paintSlices } from './paintSlices';
import { type Scene, xOfTime, yOfRow } from './scene';

/** Paints all of the timeline; the canvas is as large as `scene` says, times its ratio. */
export function render(context: CanvasRenderingContext2D, scene: Scene): void {
  const { theme, ratio, widthPx, heightPx } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, widthPx, heightPx);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_PX, widthPx, heightPx - AXIS_PX);
  context.clip();
  paintRows(context, scene);
  paintGrid(context, scene);
  paintCounters(context, scene);
  paintSlices(context, scene);
  paintInstants(context, scene);
  paintEmphasis(context, scene);
  context.restore();
  paintAxis(context, scene);
}

/** Paints faint lines at the round times, behind everything else. */
function paintGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  context.fillStyle = scene.theme.line;
  for (const { timeNs } of scene.frame.ticks) {
    context.fillRect(Math.round(xOfTime(scene, timeNs)), AXIS_PX, 1, scene.heightPx - AXIS_PX);
  }
}

/** Paints the axis over whatever rows were scrolled under it. */
function paintAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { theme, widthPx, frame } = scene;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, widthPx, AXIS_PX);
  context.fillStyle = theme.line;
  context.fillRect(0, AXIS_PX - 1, widthPx, 1);
  context.font = theme.font;
  context.textBaseline = 'middle';
  for (const { timeNs, text } of frame.ticks) {
    const x = xOfTime(scene, timeNs);
    const half = scene.texts.width(context, text) / 2;
    context.fillStyle = theme.line;
    context.fillRect(Math.round(x), AXIS_PX - 5, 1, 5);
    context.fillStyle = theme.faintText;
    context.textAlign = 'left';
    context.fillText(text, Math.max(2, Math.min(widthPx - 2 * half - 2, x - half)), 9);
  }
}

/** Half the width of a marker, and the least room its label is written into, CSS pixels. */
const MARKER_PX = 4;
const MIN_LABEL_PX = 24;

/** Paints instants as markers with as much of their names as fits before the next one. */
function paintInstants(context: CanvasRenderingContext2D, scene: Scene): void {
  context.font = scene.theme.smallFont;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const row of scene.frame.rows) if (row.instantsPx > 0) paintRow(context, scene, row);
}

function paintRow(context: CanvasRenderingContext2D, scene: Scene, row: TimelineRow): void {
  const { profile, instants } = scene.state.model;
  const rows = instants.get(row.track) ?? new Uint32Array(0);
  const middle = yOfRow(scene, row.topPx) + ROW_METRICS.instantsPx / 2;
  const { time, label } = profile.instants;
  for (let at = firstInView(scene, rows, time); at < rows.length;) {
    const x = xOfTime(scene, time[rows[at]]);
    if (x > scene.widthPx + MARKER_PX) return;
    const next = firstFailing(
      at + 1,
      rows.length,
      each => xOfTime(scene, time[rows[each]]) < x + 1
    );
    const right = next < rows.length ? xOfTime(scene, time[rows[next]]) : scene.widthPx;
    const room = Math.min(160, right - x - 2 * MARKER_PX - 2);
    paintMarker(context, scene, x, middle);
    if (room >= MIN_LABEL_PX) {
      const name = profile.strings[profile.labels.name[label[rows[at]]]];
      const text = scene.texts.fit(context, name, room);
      context.fillStyle = scene.theme.faintText;
      context.fillText(text, x + MARKER_PX + 2, middle);
    }
    at = next;
  }
}

function firstInView(scene: Scene, rows: Uint32Array, time: Float64Array): number {
  return firstFailing(0, rows.length, at => xOfTime(scene, time[rows[at]]) < -MARKER_PX);
}

/** A diamond: told from slices by its shape, not by its colour alone. */
function paintMarker(
  context: CanvasRenderingContext2D,
  { theme }: Scene,
  x: number,
  y: number
): void {
  context.fillStyle = theme.accent;
  context.beginPath();
  context.moveTo(x, y - MARKER_PX);
  context.lineTo(x + MARKER_PX, y);
  context.lineTo(x, y + MARKER_PX);
  context.lineTo(x - MARKER_PX, y);
  context.fill();
}

/** Paints what lies behind the slices: heads of groups, lines between rows, left-out slices. */
function paintRows(context: CanvasRenderingContext2D, scene: Scene): void {
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
function paintCounters(context: CanvasRenderingContext2D, scene: Scene): void {
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
