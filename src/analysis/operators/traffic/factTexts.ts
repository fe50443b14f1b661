import type { Shape } from '../../../model/profile/operatorFacts';

/** Reads shapes such as `[[32,28,28,1],[3,3,1,8]]`; `null` for another text. */
export function parseShapes(text: string): readonly Shape[] | null {
  return parseList(text, isShape);
}

/** Reads types such as `["float32","int32"]`; `null` for another text. */
export function parseTypes(text: string): readonly string[] | null {
  return parseList(text, type => typeof type === 'string');
}

/** Reads numbers such as `[3,5]`; `null` for another text. */
export function parseNumbers(text: string): readonly number[] | null {
  return parseList(text, (value): value is number => Number.isSafeInteger(value));
}

function parseList<T>(text: string, isItem: (value: unknown) => value is T): readonly T[] | null {
  const value = parseJson(text);
  return Array.isArray(value) && value.every(isItem) ? value : null;
}

/** Parses JSON from a profile, which may come from a file: invalid JSON counts as missing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isShape(value: unknown): value is Shape {
  return Array.isArray(value) && value.every(size => Number.isInteger(size) && size >= 0);
}
