import type { QueryValue } from '../../model/output/queryTable';

/**
 * A value of DuckDB as one of JavaScript: whole numbers are numbers as long as they are exact, dates, lists and other
 * values are the text that DuckDB writes for them.
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

/** Decimals are numbers, all others texts. */
function objectValue(value: object | symbol | (() => unknown)): QueryValue {
  const isDecimal = typeof value === 'object' && 'scale' in value && 'width' in value;
  const text = String(value);
  return isDecimal ? Number(text) : text;
}

function isExact(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}
