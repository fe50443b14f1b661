import { AXIS_PX } from './metrics';
import { type Scene, xOfTime, yOfRow } from './scene';

/** Arrows drawn for one slice at most. */
const MAX_ARROWS = 200;
const HEAD_PX = 5;

/** Paints what stands out above the slices: the selected one, its flows, the marked range. */
export function paintEmphasis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { state } = scene;
  if (state.selected >= 0) {
    paintArrows(context, scene, state.selected);
    paintOutline(context, scene, state.selected);
  }
  if (state.range !== null) paintRange(context, scene, state.range.fromNs, state.range.toNs);
}

function paintOutline(context: CanvasRenderingContext2D, scene: Scene, entry: number): void {
  const { index } = scene.state.model;
  const place = scene.state.placeOf(entry);
  if (place === null) return;
  const left = Math.max(-4, xOfTime(scene, index.start[entry]));
  const right = Math.min(scene.widthPx + 4, xOfTime(scene, index.end[entry]));
  if (right < 0 || left > scene.widthPx) return;
  const top = yOfRow(scene, place.topPx);
  const width = Math.max(3, right - left);
  context.lineWidth = 2;
  context.strokeStyle = scene.theme.background;
  context.strokeRect(left - 1, top - 1, width + 2, place.heightPx + 1);
  context.strokeStyle = scene.theme.text;
  context.strokeRect(left, top, width, place.heightPx - 1);
}

function paintArrows(context: CanvasRenderingContext2D, scene: Scene, entry: number): void {
  const { model } = scene.state;
  const { flows } = model.profile;
  const slice = model.index.slice[entry];
  let drawn = 0;
  for (let row = 0; row < flows.length && drawn < MAX_ARROWS; row++) {
    if (flows.from[row] !== slice && flows.to[row] !== slice) continue;
    const from = scene.state.entryOf(flows.from[row]);
    const to = scene.state.entryOf(flows.to[row]);
    if (from < 0 || to < 0) continue;
    paintArrow(context, scene, from, to);
    drawn++;
  }
}

/** An arrow from the end of one slice, or its start if the other began before, to the other. */
function paintArrow(
  context: CanvasRenderingContext2D,
  scene: Scene,
  from: number,
  to: number
): void {
  const { index } = scene.state.model;
  const [origin, target] = [scene.state.placeOf(from), scene.state.placeOf(to)];
  if (origin === null || target === null) return;
  const x1 = xOfTime(scene, Math.min(index.end[from], index.start[to]));
  const x2 = xOfTime(scene, index.start[to]);
  const y1 = yOfRow(scene, origin.topPx + origin.heightPx / 2);
  const y2 = yOfRow(scene, target.topPx + target.heightPx / 2);
  const bend = Math.max(16, Math.min(80, Math.abs(x2 - x1) / 2));
  const path = new Path2D();
  path.moveTo(x1, y1);
  path.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - HEAD_PX, y2);
  const head = new Path2D();
  head.moveTo(x2, y2);
  head.lineTo(x2 - 2 * HEAD_PX, y2 - HEAD_PX);
  head.lineTo(x2 - 2 * HEAD_PX, y2 + HEAD_PX);
  head.closePath();
  context.lineJoin = 'round';
  for (const [color, lineWidth] of [
    [scene.theme.background, 4],
    [scene.theme.text, 1.5]
  ] as const) {
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = lineWidth;
    context.stroke(path);
    if (lineWidth > 2) context.stroke(head);
    else context.fill(head);
  }
}

function paintRange(
  context: CanvasRenderingContext2D,
  scene: Scene,
  fromNs: number,
  toNs: number
): void {
  const { theme, heightPx, widthPx, formats } = scene;
  const left = xOfTime(scene, fromNs);
  const right = xOfTime(scene, toNs);
  const height = heightPx - AXIS_PX;
  context.fillStyle = theme.shade;
  context.globalAlpha = 0.6;
  context.fillRect(0, AXIS_PX, Math.max(0, left), height);
  context.fillRect(right, AXIS_PX, Math.max(0, widthPx - right), height);
  context.globalAlpha = 1;
  context.fillStyle = theme.accent;
  context.fillRect(left - 1, AXIS_PX, 2, height);
  context.fillRect(right - 1, AXIS_PX, 2, height);
  const text = formats.duration(toNs - fromNs);
  context.font = theme.font;
  const width = scene.texts.width(context, text) + 8;
  const x = Math.max(0, Math.min(widthPx - width, (left + right - width) / 2));
  context.fillRect(x, AXIS_PX, width, 16);
  context.fillStyle = theme.background;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, x + 4, AXIS_PX + 8);
}
