import type { TranslationBundle } from '../content/application';
import { type CounterFigures, type TimeWindow, counterFigures } from 'kernelscope/analysis';
import { element } from 'kernelscope/web';
import { type NumberFormats, stretchText } from '../content/format';
import type { Curve } from './curves';
import type { ChartTheme } from './theme';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH_PX = 28;
const HEIGHT_PX = 10;

/** How plotly draws each pattern at a width of 2 pixels. */
const DASH_ARRAYS: Readonly<Record<Curve['dash'], string>> = {
  solid: 'none',
  dash: '6 6',
  dot: '2 2',
  dashdot: '6 2 2 2'
};

/** A short piece of a curve as the chart draws it; assistive software does not see it. */
function lineSwatch({ color, dash }: Curve, { curves }: ChartTheme): SVGElement {
  const line = svgElement('line', {
    x1: 0,
    x2: WIDTH_PX,
    y1: HEIGHT_PX / 2,
    y2: HEIGHT_PX / 2,
    stroke: curves[color % curves.length],
    'stroke-width': 2,
    'stroke-dasharray': DASH_ARRAYS[dash]
  });
  const swatch = svgElement('svg', {
    width: WIDTH_PX,
    height: HEIGHT_PX,
    'aria-hidden': 'true'
  });
  swatch.append(line);
  return swatch;
}

function svgElement(tag: string, attributes: Readonly<Record<string, string | number>>) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

export interface FiguresTableOptions {
  readonly curves: readonly Curve[];
  /** The `id` of each curve that is off. */
  readonly hidden: ReadonlySet<string>;
  readonly window: TimeWindow;
  /** True when the window is the whole run. */
  readonly isWhole: boolean;
  readonly theme: ChartTheme;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/**
 * The curves in numbers, and their legend: the button of each row has the curve's `id` as
 * `data-curve` and takes it off the chart or puts it back.
 */
export function figuresTable(options: FiguresTableOptions): HTMLElement {
  const { trans, window, isWhole, formats, curves } = options;
  const caption = isWhole
    ? trans.__('Over the whole run of %1', formats.duration(window.toNs))
    : stretchText(window, formats, trans);
  const headings = [
    trans.__('Counter'),
    trans.__('Values'),
    trans.__('Start'),
    trans.__('End'),
    trans.__('Growth'),
    trans.__('Peak'),
    trans.__('Peak at')
  ].map(text => element('th', { text, attributes: { scope: 'col' } }));
  return element('table', { part: 'figures' }, [
    element('caption', { text: caption }),
    element('thead', {}, [element('tr', {}, headings)]),
    element(
      'tbody',
      {},
      curves.map(curve => figuresRow(curve, options))
    )
  ]);
}

function figuresRow(curve: Curve, options: FiguresTableOptions): HTMLElement {
  const figures = counterFigures(curve.series, options.window);
  const texts = figures ? figureTexts(figures, curve, options) : ['0', '–', '–', '–', '–', '–'];
  return element('tr', {}, [
    element('th', { attributes: { scope: 'row' } }, [toggle(curve, options)]),
    ...texts.map(text => element('td', { text }))
  ]);
}

function figureTexts(
  { count, start, end, growth, peak, peakTimeNs }: CounterFigures,
  { series }: Curve,
  { formats }: FiguresTableOptions
): string[] {
  const value = (each: number): string => formats.value(series.unit, each);
  const sign = growth > 0 ? '+' : growth < 0 ? '−' : '';
  return [
    formats.count(count),
    value(start),
    value(end),
    `${sign}${value(Math.abs(growth))}`,
    value(peak),
    formats.duration(peakTimeNs)
  ];
}

function toggle(curve: Curve, { hidden, theme, trans }: FiguresTableOptions): HTMLElement {
  const isShown = !hidden.has(curve.id);
  const attributes = {
    type: 'button',
    'aria-pressed': String(isShown),
    title: isShown ? trans.__('Take off the chart') : trans.__('Put on the chart')
  };
  const button = element('button', { part: 'curveToggle', attributes }, [
    lineSwatch(curve, theme),
    element('span', { text: curve.label, attributes: { dir: 'auto' } })
  ]);
  button.dataset.curve = curve.id;
  return button;
}
