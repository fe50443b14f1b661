/** Bytes of JSON that become a value at most. */
const MAX_BYTES = 64 * 1024;

/** A small piece of JSON; `null` if it is invalid or too large. */
export function smallJson(bytes: Uint8Array, from: number, to: number): unknown {
  if (to - from > MAX_BYTES || to - from < 2) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)));
  } catch {
    return null;
  }
}

/** A small piece of JSON as an object; `null` for anything else and if it is too large. */
export function smallObject(
  bytes: Uint8Array,
  from: number,
  to: number
): Readonly<Record<string, unknown>> | null {
  const value = smallJson(bytes, from, to);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

/** The own property of an object if it is text, else null. */
export function textOf(value: Readonly<Record<string, unknown>>, key: string): string | null {
  const text = Object.hasOwn(value, key) ? value[key] : null;
  return typeof text === 'string' ? text : null;
}

/** The own property of an object if it is a finite number or the text of one, else null. */
export function finiteOf(value: Readonly<Record<string, unknown>>, key: string): number | null {
  const number = Object.hasOwn(value, key) ? value[key] : null;
  const isText = typeof number === 'string' && number.trim() !== '';
  const read = isText ? Number(number) : number;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}
