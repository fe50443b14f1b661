/** Colours and fonts of a canvas, taken from the page around it. */
export interface PageTheme {
  readonly background: string;
  /** Behind what is apart from the rest. */
  readonly shade: string;
  readonly text: string;
  readonly faintText: string;
  readonly line: string;
  readonly accent: string;
  /** Family and size for `CanvasRenderingContext2D.font`. */
  readonly font: string;
  readonly boldFont: string;
  readonly smallFont: string;
}

/** Where a shade comes from: a variable of JupyterLab, its usual colour, and the one that a system forces. */
export interface ShadeColor {
  readonly variable: string;
  readonly usual: string;
  readonly forced: string;
}

/** Colours that the system's own palette stands for. */
const FORCED = {
  background: 'Canvas',
  text: 'CanvasText',
  faintText: 'CanvasText',
  line: 'GrayText',
  accent: 'Highlight'
} as const;

/**
 * The theme at `node`, with stronger lines and texts for those who ask for more contrast. Where the system forces its
 * own colours, those take the place of all.
 */
export function readPageTheme(node: Element, shade: ShadeColor): PageTheme {
  const style = getComputedStyle(node);
  const variable = (name: string, usual: string): string =>
    style.getPropertyValue(`--jp-${name}`).trim() || usual;
  const family = variable('ui-font-family', 'sans-serif');
  const fonts = {
    font: `11px ${family}`,
    boldFont: `bold 11px ${family}`,
    smallFont: `10px ${family}`
  };
  if (matchesMedia('(forced-colors: active)')) return { ...FORCED, shade: shade.forced, ...fonts };
  const isStark = matchesMedia('(prefers-contrast: more)');
  return {
    background: variable('layout-color1', '#ffffff'),
    shade: variable(shade.variable, shade.usual),
    text: variable('ui-font-color1', '#212121'),
    faintText: variable(isStark ? 'ui-font-color0' : 'ui-font-color2', '#616161'),
    line: variable(isStark ? 'ui-font-color2' : 'border-color2', '#e0e0e0'),
    accent: variable('brand-color1', '#1976d2'),
    ...fonts
  };
}

/** Whether the person asked the system for as little motion as possible. */
export function prefersStillness(): boolean {
  return matchesMedia('(prefers-reduced-motion: reduce)');
}

function matchesMedia(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}
