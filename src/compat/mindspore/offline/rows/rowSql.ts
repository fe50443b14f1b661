import type { Batch } from './batches';
import { tableFiles } from './batches';
import type { TableName } from './crossRankColumns';
import { ROW_TABLES } from './crossRankColumns';

/** A text in SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A query of all rows of a table in batches, one at least, with the id of each. @throws Error of the file system */
export function selectRows(batches: readonly Batch[], table: TableName): string {
  const columns = Object.keys(ROW_TABLES[table]).join(', ');
  const selects = batches.map(batch => {
    const files = tableFiles(batch, table).map(file => quoted(literalPath(file)));
    return (
      `SELECT ${quoted(batch.id)} AS batch, ${columns} ` +
      `FROM read_parquet([${files.join(', ')}], hive_partitioning = false)`
    );
  });
  return selects.join(' UNION ALL ');
}

/** A path without the meaning that DuckDB gives to some characters of it. */
function literalPath(file: string): string {
  return file.replaceAll(/[*?[]/g, '[$&]');
}
