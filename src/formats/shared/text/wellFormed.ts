/** `text` as valid Unicode: a lone surrogate, which no file in UTF-8 can hold, becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
