import type { QueryValue } from '../../model/output/queryTable';

/** A value of DuckDB that JavaScript has no type for. */
interface DuckdbObject {
  /** Of decimals: digits behind the point. */
  readonly scale?: number;
  toString(): string;
}

/**
 * A value of DuckDB as one of JavaScript: whole numbers are numbers as long as they are exact, decimals too; dates,
 * lists and other values are the text that DuckDB writes for them.
 */
export function queryValue(value: unknown): QueryValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return isExact(value) ? Number(value) : value;
    default:
      return value === null || value === undefined ? null : objectValue(value);
  }
}

function objectValue(value: DuckdbObject): QueryValue {
  const text = value.toString();
  return value.scale === undefined ? text : Number(text);
}

function isExact(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}
