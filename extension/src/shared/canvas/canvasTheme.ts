import { type PageTheme, readPageTheme } from 'kernelscope/web';
import { ORIGIN_COLORS, SLICE_COLORS, SLICE_TEXT } from 'kernelscope/formats';

/** Opacity of functions that are not the user's own: those stand out. */
export const ORIGIN_OPACITY = 0.45;

/** The shade is behind rows that group others, and above everything that is not in the window. */
export interface CanvasTheme extends PageTheme {
  /** Fill colours by number: those of names, of libraries, and of Node.js and native code. */
  readonly slices: readonly string[];
  readonly sliceText: string;
}

const SHADE = { variable: 'layout-color2', usual: '#eeeeee', forced: 'Canvas' } as const;

/** The theme at `node`; the colours of slices, on which their text stays readable, are the same in all. */
export function readTheme(node: Element): CanvasTheme {
  return {
    ...readPageTheme(node, SHADE),
    slices: [...SLICE_COLORS, ORIGIN_COLORS.library, ORIGIN_COLORS.system],
    sliceText: SLICE_TEXT
  };
}
