import stringWidth from 'string-width';

const ASCII = /^[\x20-\x7e]*$/;

/** Columns that a line takes where each character has one or two: 2 for `漢` and emoji, 1 for `°` and `ö`. */
export function displayWidth(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** `text` with spaces behind it up to `width` columns; wider text stays as it is. */
export function padRight(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** `text` with spaces before it up to `width` columns; wider text stays as it is. */
export function padLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** `text` in at most `limit` columns, with `…` where it is cut. */
export function clippedTo(text: string, limit: number): string {
  if (displayWidth(text) <= limit) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += displayWidth(segment);
    if (width > limit) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** `text` in at most `limit` columns, with `…` in place of its beginning where that is cut: for paths. */
export function clippedFront(text: string, limit: number): string {
  if (displayWidth(text) <= limit) return text;
  const segments = [...new Intl.Segmenter().segment(text)];
  let kept = '';
  let width = 1;
  for (const { segment } of segments.reverse()) {
    width += displayWidth(segment);
    if (width > limit) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/** `text` in at most `limit` columns, with `…` in place of its middle where that is cut: for names. */
export function clippedMiddle(text: string, limit: number): string {
  if (displayWidth(text) <= limit) return text;
  const room = limit - 1;
  const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const start = fitting(segments, Math.ceil(room / 2));
  const end = fitting(segments.slice(start.length).reverse(), Math.floor(room / 2));
  return `${start.join('')}…${end.reverse().join('')}`;
}

/** The first of `segments` that take at most `limit` columns together. */
function fitting(segments: readonly string[], limit: number): string[] {
  let width = 0;
  const end = segments.findIndex(segment => (width += displayWidth(segment)) > limit);
  return segments.slice(0, end < 0 ? segments.length : end);
}
