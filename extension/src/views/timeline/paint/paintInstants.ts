import { type TimelineRow, firstFailing } from 'kernelscope/layout';
import { ROW_METRICS } from '../state/metrics';
import { type Scene, xOfTime, yOfRow } from './scene';

/** Half the width of a marker, and the least room its label is written into, CSS pixels. */
const MARKER_PX = 4;
const MIN_LABEL_PX = 24;

/** Paints instants as markers with as much of their names as fits before the next one. */
export function paintInstants(context: CanvasRenderingContext2D, scene: Scene): void {
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
