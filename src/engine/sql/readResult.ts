import type { QueryTable, QueryValue } from '../../model/output/queryTable';
import type { DuckdbResult, DuckdbResultRows } from '../../sources/databases/duckdbQueries';
import { QUERY_LIMITS } from './queryLimits';

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
function queryValue(value: unknown): QueryValue {
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

/** The first `limit` rows of a result, fewer if they have many columns or long texts. */
export async function readResult(result: DuckdbResult, limit: number): Promise<QueryTable> {
  const types = result.columnTypes().map(type => type.alias ?? type.toString());
  const columns = distinctNames(result.columnNames()).map((name, at) => ({
    name,
    type: types[at]
  }));
  const taken = new TakenRows(columns.length, limit);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { columns, rows: taken.rows, isCut: false };
    if (!taken.takeAll(chunk)) return { columns, rows: taken.rows, isCut: true };
  }
}

/** Names without repetition: those that come again have a colon and a number that makes no other name, as `a:1`. */
function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const repeated = new Map<string, number>();
  return names.map(name => {
    let count = repeated.get(name);
    repeated.set(name, 0);
    if (count === undefined) return name;
    do count++;
    while (taken.has(`${name}:${count}`));
    repeated.set(name, count);
    return `${name}:${count}`;
  });
}

/** Rows within the limits. */
class TakenRows {
  readonly rows: QueryValue[][] = [];
  #characters = 0;
  readonly #most: number;

  constructor(
    private readonly columns: number,
    limit: number
  ) {
    this.#most = Math.min(limit, Math.floor(QUERY_LIMITS.values / Math.max(1, columns)));
  }

  /** Takes the rows of a chunk, without making values of those after one that is too many; false where there is one. */
  takeAll(chunk: DuckdbResultRows): boolean {
    const columns = Array.from({ length: this.columns }, (_, at) => chunk.getColumnVector(at));
    for (let row = 0; row < chunk.rowCount; row++) {
      if (!this.#take(columns.map(column => queryValue(column.getItem(row))))) return false;
    }
    return true;
  }

  #take(cells: QueryValue[]): boolean {
    for (const cell of cells) this.#characters += typeof cell === 'string' ? cell.length : 0;
    if (this.rows.length >= this.#most || this.#characters > QUERY_LIMITS.characters) return false;
    this.rows.push(cells);
    return true;
  }
}
