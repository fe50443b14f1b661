import type { CounterArea } from '../../../layout/counterArea';
import { counterText } from '../../../report/text/gauges';
import type { Markup } from '../text/markup';
import { markup } from '../text/markup';
import { colorOf } from './palette';
import { COUNTER_HEIGHT, GUTTER, MARGIN } from './svgMetrics';
import { fixed, gutterText } from './svgParts';

/** A strip with the curve of one counter, its name and its peak; `top` in pixels. */
export function counterRow(area: CounterArea, widthPx: number, top: number): Markup {
  const { series, max } = area;
  const color = colorOf(series.name);
  const line = stepPath(area, widthPx, top);
  const bottom = top + COUNTER_HEIGHT;
  const first = fixed(GUTTER + area.x[0]);
  const fill = `${line}V${bottom}H${first}Z`;
  return markup`<g><path d="${fill}" fill="${color}" fill-opacity="0.3"/><path d="${line}" fill="none" stroke="${color}" stroke-width="1.5" stroke-linejoin="round"/><path d="M${GUTTER} ${bottom}h${fixed(widthPx)}" stroke="currentColor" stroke-opacity="0.25"/>${gutterText(stripName(series.name), MARGIN, top + 14, 'name')}${gutterText(`peak ${counterText(max, series.unit)}`, MARGIN, top + 28, 'detail')}</g>`;
}

/** The name without the part that the unit implies: `node/rss` for `Memory: node/rss`. */
function stripName(name: string): string {
  return name.replace(/^Memory: /, '');
}

function stepPath({ x, level }: CounterArea, widthPx: number, top: number): string {
  const at = (row: number) => fixed(top + COUNTER_HEIGHT - level[row] * (COUNTER_HEIGHT - 3));
  const parts = [`M${fixed(GUTTER + x[0])} ${at(0)}`];
  for (let row = 1; row < x.length; row++) {
    if (at(row) !== at(row - 1)) parts.push(`H${fixed(GUTTER + x[row])}V${at(row)}`);
  }
  return `${parts.join('')}H${fixed(GUTTER + widthPx)}`;
}
