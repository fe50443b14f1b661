import { KernelscopeError } from '../../base/errors';
import { SQL_VIEW_NAMES } from '../../model/output/sqlViews';
import type { Profile } from '../../model/profile/profile';
import { loadDuckdb } from '../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../sources/databases/duckdbQueries';
import { type QueryBounds, QueryDatabase } from './queryDatabase';
import { QueryError, QUERY_LIMITS } from './queryLimits';
import { QueryRows } from './queryRows';
import { PROFILE_TABLES, type TableOf, VIEW_QUERIES } from './profileTables';

/** Schemas of two profiles. */
export const COMPARED_SCHEMAS = ['a', 'b'] as const;

/** The dependencies of a query, and its bounds. */
export interface QuerySetting extends Partial<QueryBounds> {
  /** DuckDB, loaded; by default it is looked up. */
  readonly duckdb?: DuckdbQueryModule;
}

/**
 * The rows of a query over the views of one profile, or over those of two in the schemas `a` and `b`. The query only
 * reads, from these views alone.
 *
 * @throws QueryError if it is wrong, not allowed, or beyond a limit
 * @throws PackageUnavailableError if DuckDB is not installed
 */
export async function queryProfiles(
  profiles: readonly [Profile] | readonly [Profile, Profile],
  sql: string,
  setting: QuerySetting = {}
): Promise<QueryRows> {
  if (typeof sql !== 'string') throw new QueryError('A query must be a string');
  const { duckdb = loadDuckdb() as DuckdbQueryModule, ...bounds } = setting;
  const database = await QueryDatabase.open(duckdb);
  try {
    await addProfileViews(database, profiles);
    return new QueryRows(await database.query(sql, { ...QUERY_LIMITS, ...bounds }));
  } catch (error) {
    if (error instanceof KernelscopeError) throw error;
    throw new QueryError(`The views could not be made: ${String(error)}`, { cause: error });
  } finally {
    database.dispose();
  }
}

/**
 * Adds the views over one profile, or those over two in the schemas `a` and `b`.
 *
 * @throws Error of DuckDB
 * @throws PackageUnavailableError if DuckDB is too old
 */
export async function addProfileViews(
  database: QueryDatabase,
  profiles: readonly Profile[]
): Promise<void> {
  const schemas = profiles.length === 1 ? ['main'] : COMPARED_SCHEMAS;
  for (const [at, profile] of profiles.entries()) {
    const schema = schemas[at];
    const functionOf = (table: string): string => `kernelscope_${schema}_${table}`;
    for (const [table, rowsOf] of Object.entries(PROFILE_TABLES)) {
      database.addTable(functionOf(table), rowsOf(profile));
    }
    const of: TableOf = table => `${functionOf(table)}()`;
    if (schema !== 'main') await database.run(`CREATE SCHEMA ${schema}`);
    const views = SQL_VIEW_NAMES.map(
      name => `CREATE VIEW ${schema}.${name} AS ${VIEW_QUERIES[name](of)}`
    );
    await database.run(views.join(';\n'));
  }
}
