/**
 * A piece of HTML or SVG that is safe to put into a document: made by {@link markup}, or from text
 * that such a template or a constant has given.
 */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** The values allowed in a {@link markup} template: text is escaped, markup is not. */
export type MarkupValue = string | number | Markup | readonly Markup[];

/**
 * Template tag for HTML and SVG. Every text put in is escaped, for element content and for quoted
 * attributes alike, so that nothing from a profile can become markup.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const text = parts.map((part, at) => (at === 0 ? '' : markupText(values[at - 1])) + part);
  return new Markup(text.join(''));
}

/** No markup at all. */
export const NO_MARKUP = new Markup('');

/**
 * `text` as HTML or XML text. Characters that XML forbids become U+FFFD, and so do lone surrogates
 * and the marks that would turn the direction of the text around.
 */
export function escapeMarkup(text: string): string {
  return text
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu;

function markupText(value: MarkupValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeMarkup(value);
  if (value instanceof Markup) return value.text;
  return value.map(each => each.text).join('');
}
