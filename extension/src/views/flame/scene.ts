import type { FlameRects } from 'kernelscope/layout';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';
import type { TextFitter } from '../../shared/canvas/textFitter';
import type { CalleeFlags } from '../../shared/flame/treeMatches';
import type { PlacedPart } from './flameParts';
import type { FlameRow } from './state';

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
export interface FlameScene {
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
