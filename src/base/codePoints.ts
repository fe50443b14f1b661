/** Text in code points, as Python counts it; half a surrogate pair alone counts as one. */

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;
const ALL_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

export function codePointLength(text: string): number {
  if (!PAIRS.test(text)) return text.length;
  return text.length - (text.match(ALL_PAIRS)?.length ?? 0);
}

/** The first `count` code points of `text`. */
export function firstCodePoints(text: string, count: number): string {
  if (!PAIRS.test(text)) return text.slice(0, count);
  return Array.from(text).slice(0, count).join('');
}

/** The text without its first `count` code points. */
export function withoutCodePoints(text: string, count: number): string {
  if (!PAIRS.test(text)) return text.slice(count);
  return Array.from(text).slice(count).join('');
}

/** `text` with spaces before it up to `width` code points; longer text stays as it is. */
export function alignRight(text: string, width: number): string {
  return `${' '.repeat(Math.max(0, width - codePointLength(text)))}${text}`;
}

/** `text` with spaces behind it up to `width` code points; longer text stays as it is. */
export function alignLeft(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - codePointLength(text)))}`;
}
