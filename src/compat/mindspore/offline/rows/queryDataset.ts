import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError } from '../../../../base/errors';
import { QueryDatabase } from '../../../../engine/sql/queryDatabase';
import { QueryError } from '../../../../engine/sql/queryError';
import { QUERY_LIMITS } from '../../../../engine/sql/queryLimits';
import type { QuerySetting } from '../../../../engine/sql/queryProfiles';
import { QueryRows } from '../../../../engine/sql/queryRows';
import { loadDuckdb } from '../../../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../../../sources/databases/duckdbQueries';
import type { Batch } from './batches';
import { completedBatches, PLACES_FILE, ROWS_FOLDER, tableFiles } from './batches';
import { literalPath } from './crossRankDatabase';
import type { TableName } from './crossRankColumns';
import { PLACES_TABLE, ROW_TABLES, TABLE_NAMES } from './crossRankColumns';

/** Columns that have the same names as in the views over a profile. */
const SHARED_NAMES: Readonly<Record<string, string>> = { start_ns: 'ts_ns', duration_ns: 'dur_ns' };

/**
 * The rows of a query over the dataset of a folder that was analysed offline: views `cycles`, `steps`, `operators` and
 * `memory`, each row with its `run`, `rank` and `cycle`. Of the file system the query reads this dataset alone.
 *
 * @throws QueryError if there is no dataset, or for a query as `queryProfiles` does
 * @throws PackageUnavailableError if DuckDB is not installed
 */
export async function queryDataset(
  folder: string,
  sql: string,
  setting: QuerySetting = {}
): Promise<QueryRows> {
  const rows = datasetIn(folder);
  const { duckdb = loadDuckdb() as DuckdbQueryModule, ...bounds } = setting;
  const database = await QueryDatabase.open(duckdb);
  try {
    const batches = completedBatches(rows);
    for (const table of TABLE_NAMES) await database.run(viewOf(rows, batches, table));
    const limits = { ...QUERY_LIMITS, ...bounds };
    return new QueryRows(await database.query(sql, limits, foldersOf(rows)));
  } catch (error) {
    if (error instanceof KernelscopeError) throw error;
    throw new QueryError(`The dataset in ${rows} could not be read: ${String(error)}`, {
      cause: error
    });
  } finally {
    database.dispose();
  }
}

/** DuckDB compares paths as they are written: those of our views may have brackets around characters. */
function foldersOf(rows: string): readonly string[] {
  return [...new Set([rows, literalPath(rows)])].map(folder => `${folder}${path.sep}`);
}

function datasetIn(folder: string): string {
  const rows = path.join(folder, ROWS_FOLDER);
  if (existsSync(path.join(rows, PLACES_FILE))) return realpathSync(rows);
  throw new QueryError(
    `${folder} has no ${path.join(ROWS_FOLDER, PLACES_FILE)}: run kernelscope offline-analyse ${folder} first`
  );
}

/** The rows of a table that have a place; each batch is a folder, and its id a value. */
function viewOf(rows: string, batches: readonly Batch[], table: TableName): string {
  const columns = Object.keys(ROW_TABLES[table]).filter(name => name !== 'cycle_id');
  const named = columns.map(name => `r.${name} AS ${SHARED_NAMES[name] ?? name}`);
  const places = Object.keys(PLACES_TABLE).filter(name => name !== 'batch');
  const select = [...places.map(name => `p.${name}`), ...named].join(', ');
  const parts = batches.flatMap(batch => partOf(batch, table));
  return (
    `CREATE VIEW ${table} AS SELECT ${select} FROM (${unionOf(parts, table)}) AS r ` +
    `INNER JOIN read_parquet(${fileText(path.join(rows, PLACES_FILE))}) AS p ` +
    'ON p.batch = r.batch AND p.cycle_id = r.cycle_id'
  );
}

/** Batches of Spark lack the tables that have no rows. */
function partOf(batch: Batch, table: TableName): string[] {
  const columns = Object.keys(ROW_TABLES[table]).join(', ');
  const files = filesOf(batch, table).map(fileText).join(', ');
  if (files === '') return [];
  return [
    `SELECT ${columns}, ${quoted(batch.id)} AS batch ` +
      `FROM read_parquet([${files}], hive_partitioning = false)`
  ];
}

function filesOf(batch: Batch, table: TableName): readonly string[] {
  try {
    return tableFiles(batch, table);
  } catch {
    return [];
  }
}

function unionOf(parts: readonly string[], table: TableName): string {
  if (parts.length > 0) return parts.join(' UNION ALL ');
  const columns = Object.entries(ROW_TABLES[table]).map(
    ([name, type]) => `CAST(NULL AS ${type}) AS ${name}`
  );
  return `SELECT ${columns.join(', ')}, '' AS batch WHERE false`;
}

const fileText = (file: string): string => quoted(literalPath(file));

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
