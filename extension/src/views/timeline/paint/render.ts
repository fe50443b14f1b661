import { AXIS_PX } from '../state/metrics';
import { paintEmphasis } from './paintEmphasis';
import { paintInstants } from './paintInstants';
import { paintCounters, paintRows } from './paintRows';
import { paintSlices } from './paintSlices';
import { type Scene, xOfTime } from './scene';

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
