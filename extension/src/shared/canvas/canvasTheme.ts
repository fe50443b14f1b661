import { ORIGIN_COLORS, SLICE_COLORS, SLICE_TEXT } from 'kernelscope/formats';

/** Opacity of functions that are not the user's own: those stand out. */
export const ORIGIN_OPACITY = 0.45;

/** Colours and fonts of a canvas, taken from the page around it. */
export interface CanvasTheme {
  readonly background: string;
  /** Behind rows that group others, and above everything that is not in the window. */
  readonly shade: string;
  readonly text: string;
  readonly faintText: string;
  readonly line: string;
  readonly accent: string;
  /** Fill colours by number: those of names, of libraries, and of Node.js and native code. */
  readonly slices: readonly string[];
  readonly sliceText: string;
  /** Family and size for `CanvasRenderingContext2D.font`. */
  readonly font: string;
  readonly smallFont: string;
}

/**
 * The theme at `node`, with stronger lines and texts for those who ask for more contrast. Where the
 * system forces its own colours, those take the place of all but the slices', whose text stays
 * readable on them.
 */
export function readTheme(node: Element): CanvasTheme {
  const style = getComputedStyle(node);
  const variable = (name: string, fallback: string): string =>
    style.getPropertyValue(`--jp-${name}`).trim() || fallback;
  const family = variable('ui-font-family', 'sans-serif');
  const fonts = { font: `11px ${family}`, smallFont: `10px ${family}` };
  const slices = {
    slices: [...SLICE_COLORS, ORIGIN_COLORS.library, ORIGIN_COLORS.system],
    sliceText: SLICE_TEXT
  };
  const isStark = matches('(prefers-contrast: more)');
  if (isForced()) return { ...FORCED, ...slices, ...fonts };
  return {
    background: variable('layout-color1', '#ffffff'),
    shade: variable('layout-color2', '#eeeeee'),
    text: variable('ui-font-color1', '#212121'),
    faintText: variable(isStark ? 'ui-font-color0' : 'ui-font-color2', '#616161'),
    line: variable(isStark ? 'ui-font-color2' : 'border-color2', '#e0e0e0'),
    accent: variable('brand-color1', '#1976d2'),
    ...slices,
    ...fonts
  };
}

/** Whether the person asked the system for as little motion as possible. */
export function prefersStillness(): boolean {
  return matches('(prefers-reduced-motion: reduce)');
}

/** Colours that the system's own palette stands for. */
const FORCED = {
  background: 'Canvas',
  shade: 'Canvas',
  text: 'CanvasText',
  faintText: 'CanvasText',
  line: 'GrayText',
  accent: 'Highlight'
} as const;

function isForced(): boolean {
  return matches('(forced-colors: active)');
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}
