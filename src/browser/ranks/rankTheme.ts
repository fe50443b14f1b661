/** Colours and fonts of the canvas, taken from the page around it. */
export interface RankTheme {
  readonly background: string;
  readonly shade: string;
  readonly text: string;
  readonly faintText: string;
  readonly line: string;
  readonly accent: string;
  readonly font: string;
  readonly boldFont: string;
}

/** Where the system forces its own colours, they take the place of all but the cells'. */
const FORCED = {
  background: 'Canvas',
  shade: 'GrayText',
  text: 'CanvasText',
  faintText: 'CanvasText',
  line: 'GrayText',
  accent: 'Highlight'
} as const;

/** The theme at `node`, with stronger texts for those who ask for more contrast. */
export function readRankTheme(node: Element): RankTheme {
  const style = getComputedStyle(node);
  const variable = (name: string, fallback: string): string =>
    style.getPropertyValue(`--jp-${name}`).trim() || fallback;
  const family = variable('ui-font-family', 'sans-serif');
  const fonts = { font: `11px ${family}`, boldFont: `bold 11px ${family}` };
  if (matches('(forced-colors: active)')) return { ...FORCED, ...fonts };
  const isStark = matches('(prefers-contrast: more)');
  return {
    background: variable('layout-color1', '#ffffff'),
    shade: variable('layout-color3', '#bdbdbd'),
    text: variable('ui-font-color1', '#212121'),
    faintText: variable(isStark ? 'ui-font-color0' : 'ui-font-color2', '#616161'),
    line: variable(isStark ? 'ui-font-color2' : 'border-color2', '#e0e0e0'),
    accent: variable('brand-color1', '#1976d2'),
    ...fonts
  };
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}
