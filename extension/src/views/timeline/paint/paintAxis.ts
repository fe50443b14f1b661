import { AXIS_PX } from '../state/metrics';
import type { Scene } from './scene';
import { xOfTime } from './scene';

/** Paints faint lines at the round times, behind everything else. */
export function paintGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  context.fillStyle = scene.theme.line;
  for (const { timeNs } of scene.frame.ticks) {
    context.fillRect(Math.round(xOfTime(scene, timeNs)), AXIS_PX, 1, scene.heightPx - AXIS_PX);
  }
}

/** Paints the axis over whatever rows were scrolled under it. */
export function paintAxis(context: CanvasRenderingContext2D, scene: Scene): void {
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
