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
export function lineSwatch({ color, dash }: Curve, { curves }: ChartTheme): SVGElement {
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
