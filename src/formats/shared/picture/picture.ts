import { type Markup, markup } from '../text/markup';

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
