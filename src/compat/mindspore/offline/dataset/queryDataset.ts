import path from 'node:path';
import { KernelscopeError } from '../../../../base/errors';
import { QueryDatabase } from '../../../../engine/sql/queryDatabase';
import { QueryError } from '../../../../engine/sql/queryError';
import { QUERY_LIMITS } from '../../../../engine/sql/queryLimits';
import type { QuerySetting } from '../../../../engine/sql/queryProfiles';
import { QueryRows } from '../../../../engine/sql/queryRows';
import { loadDuckdb } from '../../../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../../../sources/databases/duckdbQueries';
import { DUCKDB_SQL, literalPath, parquetFiles } from '../rows/rowSql';
import { type DatasetSql, datasetViews } from './datasetViews';
import { datasetIn, viewFiles, viewFolder } from './viewFiles';

/**
 * The rows of a query over the dataset of a folder that was analysed offline: its views `cycles`, `steps`, `operators`
 * and `memory`, and those over a profile whose rows were extracted, each row with its `run`, `rank` and `cycle`. Of the
 * file system the query reads this dataset alone.
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
    for (const { name, query } of datasetViews(rows, duckdbOver(rows))) {
      await database.run(`CREATE VIEW ${name} AS ${query}`);
    }
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

function duckdbOver(rows: string): DatasetSql {
  return {
    ...DUCKDB_SQL,
    rowsIn: file => parquetFiles([file]),
    rowsOfView: view =>
      parquetFiles(viewFiles(rows, view).map(name => path.join(viewFolder(rows, view), name)))
  };
}
