import { tableFiles } from './batches';
import type { RowSql } from './rowSql';

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
