import { existsSync } from 'node:fs';
import path from 'node:path';
import { SQL_VIEWS, type SqlViewName } from '../../../../model/output/sqlViews';
import { QueryError } from '../../../../engine/sql/queryError';
import { PLACES_FILE, ROWS_FOLDER, completedBatches, tableFolder } from '../rows/batches';
import { PLACES_TABLE, ROW_TABLES, TABLE_NAMES, type TableName } from '../rows/crossRankColumns';
import { type RowSql, SPARK_SQL, parquetAt, selectRows } from '../rows/rowSql';
import { EXTRACTED_VIEWS, datasetIn, viewFiles, viewFolder } from './viewFiles';

/** The SQL of a database that reads the dataset. */
export interface DatasetSql extends RowSql {
  /** The rows of a Parquet file, for a FROM clause. */
  readonly rowsIn: (file: string) => string;
  /** The rows of the files of a view. */
  readonly rowsOfView: (view: SqlViewName) => string;
}

/** A view over the dataset. */
export interface DatasetView {
  readonly name: string;
  readonly query: string;
}

/** Columns that have the same names as in the views over a profile. */
const SHARED_NAMES: Readonly<Record<string, string>> = { start_ns: 'ts_ns', duration_ns: 'dur_ns' };

/** The columns by which every view says to which directory, run and rank a row belongs. */
const PLACES = Object.keys(PLACES_TABLE)
  .filter(name => name !== 'batch')
  .map(name => `p.${name}`);

/**
 * The views over the dataset in the folder `rows`: those of its batches, and those over a profile as far as their rows
 * were extracted. Rows without a place are left out.
 */
export function datasetViews(rows: string, sql: DatasetSql): readonly DatasetView[] {
  const places = sql.rowsIn(path.join(rows, PLACES_FILE));
  const join = `INNER JOIN ${places} AS p ON p.cycle_id = r.cycle_id`;
  const existing: RowSql = {
    ...sql,
    // batches of Spark lack the tables that have no rows
    rowsOf: (batch, table) =>
      existsSync(tableFolder(batch, table)) ? sql.rowsOf(batch, table) : null
  };
  const batches = completedBatches(rows);
  const ofTable = (name: TableName): DatasetView => {
    const columns = Object.keys(ROW_TABLES[name]).filter(column => column !== 'cycle_id');
    const named = columns.map(column => `r.${column} AS ${SHARED_NAMES[column] ?? column}`);
    const from = `(${selectRows(existing, batches, name)}) AS r ${join} AND p.batch = r.batch`;
    return { name, query: `SELECT ${[...PLACES, ...named].join(', ')} FROM ${from}` };
  };
  const extracted = EXTRACTED_VIEWS.filter(name => viewFiles(rows, name).length > 0);
  const ofView = (name: SqlViewName): DatasetView => {
    const columns = SQL_VIEWS.find(view => view.name === name)?.columns ?? [];
    const named = columns.map(column => `r.${column.name}`);
    const from = `${sql.rowsOfView(name)} AS r ${join}`;
    return { name, query: `SELECT ${[...PLACES, ...named].join(', ')} FROM ${from}` };
  };
  return [...TABLE_NAMES.map(ofTable), ...extracted.map(ofView)];
}

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
