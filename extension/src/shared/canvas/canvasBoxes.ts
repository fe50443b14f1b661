import type { CanvasTheme } from './canvasTheme';

/** The size of a canvas in CSS pixels, and the device pixels in one of them. */
export interface CanvasSize {
  readonly ratio: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Fills a canvas with its background, ready for boxes with text. */
export function clearCanvas(
  context: CanvasRenderingContext2D,
  theme: CanvasTheme,
  { ratio, widthPx, heightPx }: CanvasSize
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, widthPx, heightPx);
  context.font = theme.font;
  context.textBaseline = 'middle';
}

/** Draws a line within the edge of a box. */
export function outlineBox(
  context: CanvasRenderingContext2D,
  color: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number]
): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1);
}

/** Draws two lines within the edge of the selected box, so that they show on any colour. */
export function outlineSelected(
  context: CanvasRenderingContext2D,
  theme: CanvasTheme,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number]
): void {
  context.lineWidth = 2;
  for (const [color, inset] of [
    [theme.background, 2.5],
    [theme.accent, 1]
  ] as const) {
    context.strokeStyle = color;
    const inner = Math.max(0, width - 2 * inset);
    context.strokeRect(x + inset, y + inset, inner, height - 2 * inset);
  }
}
