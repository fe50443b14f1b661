import type { FlameRects } from 'kernelscope/layout';
import { type CanvasTheme, ORIGIN_OPACITY } from '../../shared/canvas/canvasTheme';
import type { TextFitter } from '../../shared/canvas/textFitter';
import type { CalleeFlags } from '../../shared/flame/treeMatches';
import { type PlacedPart, LEVEL_PX, levelTopPx } from './flameParts';
import type { FlameRow } from './state';
import { clearCanvas, outlineBox, outlineSelected } from '../../shared/canvas/canvasBoxes';

/** A part with the rectangles of it that are in sight. */
export interface DrawnPart {
  readonly part: PlacedPart;
  readonly rects: FlameRects;
}

export interface CalleeLook {
  readonly name: string;
  /** Its fill colour, or null for what is no code of a file. */
  readonly color: string | null;
  /** Whether it is drawn pale, as what is not the user's own. */
  readonly isPale: boolean;
}

/** Everything that a picture of flames is made of. */
interface FlameScene {
  readonly parts: readonly DrawnPart[];
  readonly lookOf: (callee: number) => CalleeLook;
  readonly lit: CalleeFlags | null;
  readonly selected: FlameRow | null;
  readonly theme: CanvasTheme;
  readonly texts: TextFitter;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much of the picture is above the canvas, CSS pixels. */
  readonly topPx: number;
}

/** Room beside a text, and the least that is worth one, CSS pixels. */
const TEXT_PX = 4;
const MIN_TEXT_PX = 26;

/** Opacity of what is not emphasised, of what is merged, and of the callers of a zoomed row. */
const DIM = 0.25;
const MERGED = 0.45;
const ABOVE = 0.6;

/** The opacity of frames that belong to no file. */
const PLAIN = 0.55;

/** Paints flames; the canvas is as large as `scene` says, times its ratio. */
export function render(context: CanvasRenderingContext2D, scene: FlameScene): void {
  clearCanvas(context, scene.theme, scene);
  scene.parts.forEach((drawn, index) => {
    for (let at = 0; at < drawn.rects.length; at++) paintRect(context, scene, drawn, at);
    paintSelection(context, scene, index);
  });
  paintMiddle(context, scene);
}

function paintRect(
  context: CanvasRenderingContext2D,
  scene: FlameScene,
  { part, rects }: DrawnPart,
  at: number
): void {
  const { theme, lit, lookOf, topPx } = scene;
  const row = rects.row[at];
  const isMerged = rects.isMerged[at];
  const callee = part.tree.callee[row];
  const { name, color, isPale } = lookOf(callee);
  const isLit = lit !== null && !isMerged && lit[callee] === 1;
  const y = levelTopPx(part, rects.depth[at]) - topPx;
  const width = Math.max(0.5, rects.width[at] - (rects.width[at] > 3 ? 1 : 0));
  context.globalAlpha = opacityOf(isMerged, part.zoom > row, lit !== null && !isLit);
  const isPlain = color === null || isMerged;
  context.fillStyle = isPlain ? theme.faintText : color;
  const inset = isPlain ? 0.5 : 0;
  context.globalAlpha *= fadeOf(isPlain, isPale);
  context.fillRect(rects.x[at], y + inset, width, LEVEL_PX - 1 - 2 * inset);
  const isFaint = context.globalAlpha < 0.5;
  context.globalAlpha = 1;
  if (isLit) outlineBox(context, theme.text, [rects.x[at], y, width, LEVEL_PX - 1]);
  if (isMerged || width < MIN_TEXT_PX) return;
  context.fillStyle = isFaint || fadeOf(isPlain, isPale) < 1 ? theme.text : theme.sliceText;
  const text = scene.texts.fit(context, name, width - 2 * TEXT_PX);
  context.fillText(text, rects.x[at] + TEXT_PX, y + LEVEL_PX / 2);
}

/** How much of its colour a function has that is no code of a file, or not the user's own. */
function fadeOf(isPlain: boolean, isPale: boolean): number {
  if (isPlain) return PLAIN;
  return isPale ? ORIGIN_OPACITY : 1;
}

function opacityOf(isMerged: boolean, isAbove: boolean, isDim: boolean): number {
  if (isDim) return DIM;
  if (isMerged) return MERGED;
  return isAbove ? ABOVE : 1;
}

/** Frames the function that its callers and callees stand around. */
function paintMiddle(context: CanvasRenderingContext2D, { parts, theme, topPx }: FlameScene): void {
  const { part, rects } = parts[parts.length - 1];
  if (parts.length < 2 || rects.depth[0] !== 0) return;
  const y = levelTopPx(part, 0) - topPx;
  outlineBox(context, theme.text, [rects.x[0], y, rects.width[0] - 1, LEVEL_PX - 1]);
}

function paintSelection(
  context: CanvasRenderingContext2D,
  { parts, selected, theme, topPx }: FlameScene,
  index: number
): void {
  if (selected?.part !== index) return;
  const { part, rects } = parts[index];
  const at = rects.row.findIndex((row, each) => row === selected.row && !rects.isMerged[each]);
  if (at < 0) return;
  const y = levelTopPx(part, rects.depth[at]) - topPx;
  outlineSelected(context, theme, [rects.x[at], y, rects.width[at] - 1, LEVEL_PX - 1]);
}
