import { existsSync } from 'node:fs';
import { type Batch, tableFolder } from '../rows/batches';
import type { FAILED, TableName } from '../rows/crossRankColumns';

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
  return `parquet.\`${literalPath(place).replaceAll('`', '``')}\``;
}

/** A path without the meaning that Hadoop gives to some characters of it. */
function literalPath(file: string): string {
  return file.replaceAll(/[*?[\]{}\\]/g, '\\$&');
}
