import { existsSync } from 'node:fs';
import { type Batch, tableFiles, tableFolder } from './batches';
import {
  type ColumnType,
  type FAILED,
  type TableName,
  ROW_TABLES,
  type TableColumns
} from './crossRankColumns';
import type { DuckdbValue } from '../../../../sources/databases/duckdbModule';
import type { TableRows } from './tableAppender';

/** Consecutive steps, from the first to the last one. */
export interface StepRange {
  readonly first: number;
  readonly last: number;
}

/** The range of a list of consecutive steps; null for all. */
export function stepRange(stepList: readonly number[] | null): StepRange | null {
  return stepList && { first: stepList[0], last: stepList[stepList.length - 1] };
}

/** The condition in SQL that a column is in a range. */
export function inSteps(column: string, { first, last }: StepRange): string {
  return `${column} BETWEEN ${first} AND ${last}`;
}

/** The parts of SQL in which databases differ. */
export interface RowSql {
  readonly quoted: (text: string) => string;
  /**
   * The rows of a table in a batch, for a FROM clause; null if it has none.
   *
   * @throws Error of the file system
   */
  readonly rowsOf: (batch: Batch, table: TableName) => string | null;
}

/** A query of all rows of a table in batches, with the id of each. @throws Error of the file system */
export function selectRows(database: RowSql, batches: readonly Batch[], table: TableName): string {
  const columns = Object.keys(ROW_TABLES[table]).join(', ');
  const selects = batches.flatMap(batch => {
    const rows = database.rowsOf(batch, table);
    return rows ? [`SELECT ${database.quoted(batch.id)} AS batch, ${columns} FROM ${rows}`] : [];
  });
  return selects.length > 0 ? selects.join(' UNION ALL ') : selectNothing(table);
}

/** A query with the columns of a table, and without rows. */
function selectNothing(table: TableName): string {
  const columns = Object.entries({ batch: 'VARCHAR', ...ROW_TABLES[table] } as const);
  const values = columns.map(([name, type]) => `CAST(NULL AS ${castType(type)}) AS ${name}`);
  return `SELECT ${values.join(', ')} WHERE 1 = 0`;
}

/** The name of a type in the casts of both DuckDB and Spark. */
function castType(type: ColumnType): string {
  return type === 'VARCHAR' ? 'STRING' : type;
}

export const DUCKDB_SQL: RowSql = {
  quoted: text => `'${text.replaceAll("'", "''")}'`,
  rowsOf(batch, table) {
    const files = tableFiles(batch, table);
    return files.length === 0 ? null : parquetFiles(files);
  }
};

/** The rows of Parquet files, for a FROM clause. */
export function parquetFiles(files: readonly string[]): string {
  const list = files.map(file => DUCKDB_SQL.quoted(literalPath(file))).join(', ');
  return `read_parquet([${list}], hive_partitioning = false)`;
}

/** A path without the meaning that DuckDB gives to some characters of it. */
export function literalPath(file: string): string {
  return file.replaceAll(/[*?[]/g, '[$&]');
}

/** The SQL of Spark: a `RowSql` that has the table of failures too. */
export const SPARK_SQL = {
  quoted: (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`,
  rowsOf: (batch: Batch, table: TableName | typeof FAILED): string | null => {
    const folder = tableFolder(batch, table);
    return existsSync(folder) ? parquetAt(folder) : null;
  }
};

/** The rows of a Parquet file, or of those in a folder, for a FROM clause. */
export function parquetAt(place: string): string {
  return `parquet.\`${literalHadoopPath(place).replaceAll('`', '``')}\``;
}

/** A path without the meaning that Hadoop gives to some characters of it. */
function literalHadoopPath(file: string): string {
  return file.replaceAll(/[*?[\]{}\\]/g, '\\$&');
}

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
