import type { DuckdbValue } from '../../../../sources/databases/duckdbModule';
import type { Batch } from './batches';
import type { TableColumns } from './crossRankColumns';
import type { RowSql } from './rowSql';
import type { TableRows } from './tableAppender';

export type QueryRow = Readonly<Record<string, DuckdbValue>>;

/** A database that runs the SQL of the report. Each method rejects with an Error of the database. */
export interface RowDatabase extends RowSql {
  /** Gives a query a name; it is computed each time. */
  createView(name: string, sql: string): Promise<void>;
  /** Computes a query once, and gives the result a name. */
  createTable(name: string, sql: string): Promise<void>;
  createTableOf(name: string, columns: TableColumns, rows: TableRows): Promise<void>;
  /** Writes a table that {@link createTableOf} has made to a Parquet file. */
  writeTable(name: string, file: string): Promise<void>;
  select(sql: string): Promise<readonly QueryRow[]>;
  /** Calls `onRows` with the columns of all rows of a query that gives numbers, for some rows at a time. */
  eachNumbers(sql: string, onRows: (columns: readonly Float64Array[]) => void): Promise<void>;
}

/** The rows of cycles, in a database. */
export interface RowSource {
  readonly database: RowDatabase;
  /** Sentences about data that was left out. */
  readonly notes: readonly string[];
  /** Sentences about files that could not be written. */
  readonly problems: readonly string[];
  /** Waits until all rows that were read can be queried. @throws Error if they could not be kept */
  complete(): Promise<void>;
  batchOf(cycleId: string): Batch | null;
}
