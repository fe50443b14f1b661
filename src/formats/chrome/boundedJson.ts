import { isRecord } from '../../base/isObject';
import { jsonOrNull } from '../../base/notation/jsonReader';

/** Bytes of JSON that become a value at most. */
const MAX_BYTES = 64 * 1024;

/** A backslash with what belongs to it in JSON, or alone. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])?/g;

/** A small piece of JSON, in which unknown escape sequences are text; `null` for no JSON or too much. */
export function smallJson(bytes: Uint8Array, from: number, to: number): unknown {
  if (to - from > MAX_BYTES || to - from < 2) return null;
  const text = new TextDecoder().decode(bytes.subarray(from, to));
  return (
    jsonOrNull(text) ?? jsonOrNull(text.replace(ESCAPE, found => (found === '\\' ? '\\\\' : found)))
  );
}

/** A small piece of JSON as an object; `null` for anything else and if it is too large. */
export function smallObject(
  bytes: Uint8Array,
  from: number,
  to: number
): Readonly<Record<string, unknown>> | null {
  return objectOf(smallJson(bytes, from, to));
}

/** A value of JSON as an object; `null` for any other. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null;
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
