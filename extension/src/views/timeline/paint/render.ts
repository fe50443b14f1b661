import { AXIS_PX } from '../state/metrics';
import { paintAxis, paintGrid } from './paintAxis';
import { paintEmphasis } from './paintEmphasis';
import { paintInstants } from './paintInstants';
import { paintCounters, paintRows } from './paintRows';
import { paintSlices } from './paintSlices';
import type { Scene } from './scene';

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
