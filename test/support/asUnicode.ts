/**
 * `value` with all its texts as a file in UTF-8 would give them back: lone surrogates are U+FFFD.
 * Typed arrays are passed on.
 */
export function asUnicode<Value>(value: Value): Value;
export function asUnicode(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('utf8');
  if (Array.isArray(value)) return value.map(item => asUnicode<unknown>(item));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [asUnicode(key), asUnicode<unknown>(item)])
  );
}
