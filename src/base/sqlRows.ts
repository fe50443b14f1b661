/** A value of a database; integers beyond 2⁵³ are `bigint`. */
export type SqlValue = number | bigint | string | Uint8Array | null;

/** One row by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** The first bytes of an SQLite database. */
export const SQLITE = 'SQLite format 3\0';

/** A database that is open for reading. */
export interface SqlRows {
  /** Columns of each table that holds its rows itself: neither views, nor virtual tables. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows of a query, read one after the other. */
  select(sql: string): Iterable<SqlRow>;
}
