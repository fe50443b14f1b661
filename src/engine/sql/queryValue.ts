import type { QueryValue } from '../../model/output/queryTable';

/** Significant digits that every number of JavaScript keeps. */
const EXACT_DIGITS = 15;

/** A value of DuckDB that JavaScript has no type for. */
interface DuckdbObject {
  /** Of decimals: digits behind the point. */
  readonly scale?: number;
  toString(): string;
}

/**
 * A value of DuckDB as one of JavaScript: whole numbers and decimals are numbers as long as these are exact; other
 * decimals, dates, lists and other values are the text that DuckDB writes for them.
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
  return value.scale === undefined || !hasExactDigits(text) ? text : Number(text);
}

/** Whether a number keeps all digits of a decimal. */
function hasExactDigits(decimal: string): boolean {
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= EXACT_DIGITS;
}

function isExact(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}
