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

/** Bytes of `text` in UTF-8, without encoding it; a lone surrogate counts as U+FFFD would. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Orders text as its UTF-8 bytes are ordered, which is the order of its code points. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
}

/** A UTF-16 unit, moved so that surrogates come after all others, as their code points do. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
