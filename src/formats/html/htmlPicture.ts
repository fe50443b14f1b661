import { type Picture, pictureSvg } from '../shared/picture/picture';
import { toBase64 } from '../shared/text/base64';
import { type Markup, Markup as TrustedMarkup, markup } from '../shared/text/markup';

/** Puts a picture into HTML. */
export type EmbedPicture = (picture: Picture) => Markup;

/** A picture as a part of the page, with its tooltips. */
export function inlineSvg(picture: Picture): Markup {
  return new TrustedMarkup(pictureSvg(picture, 'inline'));
}

/**
 * A picture as an image whose SVG is in a data URI. JupyterLab's sanitiser would drop the tags of an
 * `svg` element but leave its texts behind, one glued to the next; an `img` it keeps, and where another
 * one drops that as well, nothing is lost but the picture.
 */
export function imageOf(picture: Picture): Markup {
  const data = toBase64(new TextEncoder().encode(pictureSvg(picture, 'panel')));
  return markup`<img src="data:image/svg+xml;base64,${data}" alt="${picture.title}" width="${picture.widthPx}" style="max-width:100%">`;
}

/** A picture below its title. */
export function titledPicture(title: string, picture: Markup): Markup {
  return markup`<p class="kernelscope-title" style="font-weight:bold;padding:8px;margin:0">${title}</p>
<div class="kernelscope-picture">${picture}</div>
`;
}
