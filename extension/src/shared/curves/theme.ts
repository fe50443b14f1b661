/** The look of a chart on its page. Values are CSS colours. */
export interface ChartTheme {
  readonly background: string;
  readonly text: string;
  readonly grid: string;
  readonly border: string;
  readonly hoverBackground: string;
  /** Colour of marks that are no curve. */
  readonly mark: string;
  /** Colour of what is selected. */
  readonly accent: string;
  readonly fontFamily: string;
  readonly fontSizePx: number;
  /** For curves, in order: apart for people who see no red or no green, 3 : 1 on `background`. */
  readonly curves: readonly string[];
}

/** After Okabe and Ito, "Color Universal Design" (2008), darkened to 3 : 1 on white. */
const ON_LIGHT = ['#0072b2', '#c04f00', '#00845f', '#b0508a', '#7a6a00', '#333333'];

/** The same hues for dark pages. */
const ON_DARK = ['#56b4e9', '#e69f00', '#2fbf8f', '#e08fc0', '#f0e442', '#d0d0d0'];

/** Reads the theme that `node` is shown in; an element around it says whether that is light. */
export function chartTheme(node: HTMLElement): ChartTheme {
  const style = getComputedStyle(node);
  const variable = (name: string): string => style.getPropertyValue(`--jp-${name}`).trim();
  const themed = node.closest<HTMLElement>('[data-jp-theme-light]');
  const isLight = themed?.dataset.jpThemeLight !== 'false';
  return {
    background: variable('layout-color1'),
    text: variable('ui-font-color1'),
    grid: variable('Kernelscope-gridColor') || variable('border-color2'),
    border: variable('border-color1'),
    hoverBackground: variable('layout-color2'),
    mark: variable('ui-font-color2'),
    accent: variable('brand-color1'),
    fontFamily: variable('ui-font-family'),
    fontSizePx: Number.parseFloat(style.fontSize) || 13,
    curves: isLight ? ON_LIGHT : ON_DARK
  };
}
