/** Longest name that a notebook output carries, UTF-16 units. */
const MAX_SHOWN_NAME = 300;

/**
 * `text`, cut with an ellipsis if it is longer than a view can show. It is valid Unicode: servers
 * cannot save a notebook that is not.
 */
export function clipText(text: string, limit = MAX_SHOWN_NAME): string {
  if (text.length <= limit) return wellFormed(text);
  const last = text.charCodeAt(limit - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1;
  return wellFormed(`${text.slice(0, end)}…`);
}

/** `text` as valid Unicode: a lone surrogate, which no file in UTF-8 can hold, becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
