import path from 'node:path';
import { QueryError } from '../../../../engine/sql/queryError';
import { ROWS_FOLDER, tableFolder } from '../rows/batches';
import { parquetAt, SPARK_SQL } from '../rows/rowSql';
import { type DatasetSql, datasetViews } from './datasetViews';
import { datasetIn, viewFolder } from './viewFiles';

/**
 * The statements with which a session of Spark has the views over the dataset of a folder, one a line. `seenAt` is the
 * path or address under which Spark sees that folder.
 *
 * @throws QueryError if there is no dataset, or for a path with line breaks
 */
export function sparkViews(folder: string, seenAt: string): string {
  if (/[\n\r]/.test(seenAt)) {
    throw new QueryError('The path of a folder for Spark cannot have line breaks');
  }
  const rows = datasetIn(folder);
  const rowsSeenAt = `${seenAt.replace(/\/+$/, '')}/${ROWS_FOLDER}`;
  const at = (file: string): string =>
    parquetAt([rowsSeenAt, ...path.relative(rows, file).split(path.sep)].join('/'));
  const sql: DatasetSql = {
    quoted: SPARK_SQL.quoted,
    rowsOf: (batch, table) => at(tableFolder(batch, table)),
    rowsIn: at,
    rowsOfView: view => at(viewFolder(rows, view))
  };
  const statements = datasetViews(rows, sql).map(
    ({ name, query }) => `CREATE OR REPLACE TEMPORARY VIEW ${name} AS ${query};\n`
  );
  return statements.join('');
}
