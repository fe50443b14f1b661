import { existsSync } from 'node:fs';
import { type Batch, tableFiles, tableFolder } from './batches';
import { type ColumnType, type FAILED, type TableName, ROW_TABLES } from './crossRankColumns';

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
