import { clipText } from '../text/clipText';
import { type Markup, markup } from '../text/markup';
import { CHARACTER_WIDTH, GUTTER } from './svgMetrics';

/** A coordinate with one decimal and no trailing zero. */
export function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const OPACITY = { name: '0.9', detail: '0.6', note: '0.7' } as const;

/** Text in the colour of the page; names and details are cut to the gutter. */
export function gutterText(text: string, x: number, y: number, role: keyof typeof OPACITY): Markup {
  const room = Math.max(4, Math.floor((GUTTER - x - 6) / CHARACTER_WIDTH));
  const shown = role === 'note' ? text : clipText(text, room);
  return markup`<text x="${fixed(x)}" y="${fixed(y)}" fill="currentColor" fill-opacity="${OPACITY[role]}">${shown}</text>`;
}
