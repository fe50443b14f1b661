import { type Markup, markup } from '../text/markup';
import { clipText } from '../text/clipText';

/**
 * The place of a picture. `panel` has its own background, light or dark like the reader's system, and
 * is a separate document; `inline` takes the text colour of the page around it.
 */
export type SvgSurface = 'panel' | 'inline';

/** A picture that is drawn but for its surface, so that it is laid out once for several. */
export interface Picture {
  readonly content: Markup;
  readonly title: string;
  readonly widthPx: number;
  readonly height: number;
}

/** `picture` as the text of an SVG on `surface`. */
export function pictureSvg(picture: Picture, surface: SvgSurface = 'panel'): string {
  return (surface === 'panel' ? panel : inline)(picture).text;
}

function panel({ content, title, widthPx, height }: Picture): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" width="${widthPx}" height="${height}" viewBox="0 0 ${widthPx} ${height}" color="#1f2328"><style>@media (prefers-color-scheme: dark) { svg { color: #d6dae0 } .surface { fill: #16181d } }</style><rect class="surface" width="${widthPx}" height="${height}" rx="4" fill="#ffffff"/>${content}</svg>`;
}

function inline({ content, title, widthPx, height }: Picture): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" width="100%" viewBox="0 0 ${widthPx} ${height}" style="max-width:${widthPx}px;height:auto">${content}</svg>`;
}

/** Sizes of the static timeline, pixels. */
export const GUTTER = 132;
export const MARGIN = 12;
export const AXIS_HEIGHT = 30;
export const LANE_HEIGHT = 17;
export const TRACK_GAP = 9;
export const COUNTER_HEIGHT = 34;

/** Width of a character of the 11 px text, on average; a little wide, so that text is cut early. */
export const CHARACTER_WIDTH = 6.7;

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
