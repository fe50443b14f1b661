/** A value in the result of a query; whole numbers beyond ±2⁵³ are `bigint`. */
export type QueryValue = string | number | bigint | boolean | null;

/** A row of a result, by the names of its columns. */
export type QueryRow = Readonly<Record<string, QueryValue>>;

/** A column of a result, in the order of the query. */
export interface QueryColumn {
  /** Its name in the query; of several equal ones each but the first ends in a number, `a:1`. */
  readonly name: string;
  /** DuckDB's type, such as `DOUBLE` or `VARCHAR`. */
  readonly type: string;
}

export interface QueryTable {
  readonly columns: readonly QueryColumn[];
  readonly rows: readonly (readonly QueryValue[])[];
  /** True if the query has more rows. */
  readonly isCut: boolean;
}

/** The types whose values are numbers. */
const NUMBER_TYPE = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\b.*|BIGNUM)$/;

/** True for columns of numbers, which stand on the right. */
export function isNumberColumn({ type }: QueryColumn): boolean {
  return NUMBER_TYPE.test(type);
}
