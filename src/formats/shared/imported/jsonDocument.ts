import { isRecord } from '../../../base/isObject';
import { isCrowdedJson } from '../text/crowdedJson';
import { TraceImportError } from './importLimits';

/** Bytes of a file at most: all of it becomes objects. */
const MAX_BYTES = 256 * 1024 * 1024;

/** An object of a JSON document, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A JSON document as objects.
 *
 * @param allowed lists and objects that it may have whatever its size; see {@link isCrowdedJson}
 * @throws TraceImportError for anything else, or a document beyond the limits
 */
export function jsonDocument(bytes: Uint8Array, allowed?: number): JsonObject {
  if (bytes.length > MAX_BYTES) {
    throw new TraceImportError(`it has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  }
  if (isCrowdedJson(bytes, allowed)) {
    throw new TraceImportError('it has more lists and objects than its size allows');
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new TraceImportError('it is cut off, or no JSON', { cause: error });
  }
  return objectAt(value, 'the document');
}

/** `value` as an object. @throws TraceImportError that names its place */
export function objectAt(value: unknown, place: string): JsonObject {
  if (isRecord(value)) return value;
  throw new TraceImportError(`${place} is missing or no object`);
}

/** `value` as a list. @throws TraceImportError that names its place */
export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TraceImportError(`${place} is missing or no list`);
}

/** `value` as finite numbers. @throws TraceImportError that names the place of another value */
export function numbersAt(value: unknown, place: string): readonly number[] {
  const found = listAt(value, place);
  const bad = found.findIndex(item => !Number.isFinite(item));
  if (bad < 0) return found as readonly number[];
  throw new TraceImportError(`${place} row ${bad} is not a number`);
}

/** `value` as a finite number. @throws TraceImportError that names its place */
export function numberAt(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TraceImportError(`${place} is missing or no number`);
}

/** A number, or the number that a text is; NaN for anything else, of which `Number` may throw. */
export function numericValue(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** `value` as text. @throws TraceImportError that names its place */
export function textAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new TraceImportError(`${place} is missing or no text`);
}
