import {
  existsSync,
  readdirSync,
  realpathSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync
} from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { SQL_VIEWS, type SqlViewName, SQL_VIEW_NAMES } from '../../../model/output/sqlViews';
import { QueryError, QUERY_LIMITS } from '../../../engine/sql/queryLimits';
import { PLACES_FILE, ROWS_FOLDER, completedBatches, tableFolder, cycleIdOf } from './rows/batches';
import { PLACES_TABLE, ROW_TABLES, TABLE_NAMES, type TableName } from './rows/crossRankColumns';
import {
  type RowSql,
  SPARK_SQL,
  parquetAt,
  selectRows,
  DUCKDB_SQL,
  literalPath,
  parquetFiles
} from './rows/rowSql';
import { type SourceState, sourceState } from './rows/sourceState';
import { messageOf, KernelscopeError } from '../../../base/errors';
import { removeIfThere } from '../../../engine/results/atomicWrite';
import { QueryDatabase } from '../../../engine/sql/queryDatabase';
import { addProfileViews, type QuerySetting } from '../../../engine/sql/queryProfiles';
import { loadDuckdb } from '../../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../../sources/databases/duckdbQueries';
import { readCycleProfile } from '../outputTree/readCycle';
import { findCycleDirectories } from './cycleDirectories';
import { QueryRows } from '../../../engine/sql/queryRows';

/** The SQL of a database that reads the dataset. */
interface DatasetSql extends RowSql {
  /** The rows of a Parquet file, for a FROM clause. */
  readonly rowsIn: (file: string) => string;
  /** The rows of the files of a view. */
  readonly rowsOfView: (view: SqlViewName) => string;
}

/** A view over the dataset. */
interface DatasetView {
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
function datasetViews(rows: string, sql: DatasetSql): readonly DatasetView[] {
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

/** The folder of the dataset of a folder that was analysed offline. @throws QueryError if there is none */
function datasetIn(folder: string): string {
  const rows = path.join(folder, ROWS_FOLDER);
  if (existsSync(path.join(rows, PLACES_FILE))) return realpathSync(rows);
  throw new QueryError(
    `${folder} has no ${path.join(ROWS_FOLDER, PLACES_FILE)}: run kernelscope offline-analyse ${folder} first`
  );
}

/** The views whose rows are files of the dataset. Its batches have the steps. */
export const EXTRACTED_VIEWS = SQL_VIEW_NAMES.filter(name => name !== 'steps');

const ENDING = '.parquet';

/** The folder of the files of a view, one for each directory of a cycle. */
function viewFolder(rows: string, view: SqlViewName): string {
  return path.join(rows, `view=${view}`);
}

/** The names of the files of a view, sorted; none before they are extracted. */
function viewFiles(rows: string, view: SqlViewName): readonly string[] {
  try {
    const names = readdirSync(viewFolder(rows, view)).filter(name => name.endsWith(ENDING));
    return names.sort();
  } catch {
    return [];
  }
}

/** The name of the files with the rows of a directory; another one once its profile has changed. */
function viewFileName(cycleId: string, { sizeBytes, changedAtMs }: SourceState): string {
  const key = createHash('sha256').update(cycleId).digest('hex').slice(0, 32);
  return `${key}-${sizeBytes}-${changedAtMs}${ENDING}`;
}

/** The result of {@link extractViews}. */
export interface ExtractedViews {
  /** Profiles whose rows are there now. */
  readonly profiles: number;
  /** Those of them that were read by this call. */
  readonly read: number;
  readonly failed: readonly { readonly directory: string; readonly reason: string }[];
}

/** Is told how many of all directories are done. */
type OnExtracted = (done: number, total: number) => void;

/** Rows of a group in a Parquet file, which is in memory until it is written; texts of stacks can be long. */
const GROUP_ROWS = 20_480;

/**
 * Writes the rows of the views over each profile in a folder that was analysed offline, as files of its dataset. Only
 * profiles that are new or have changed are read. One that cannot be read stops no other; files of directories that
 * are gone are removed.
 *
 * @throws QueryError if there is no dataset
 * @throws PackageUnavailableError if DuckDB is not installed
 */
export async function extractViews(
  folder: string,
  onExtracted: OnExtracted
): Promise<ExtractedViews> {
  const rows = datasetIn(folder);
  const duckdb = loadDuckdb() as DuckdbQueryModule;
  const { root, directories } = findCycleDirectories(folder);
  const failed: { directory: string; reason: string }[] = [];
  const files = new Set<string>();
  let read = 0;
  onExtracted(0, directories.length);
  for (const [at, directory] of directories.entries()) {
    try {
      const { file, isRead } = await extract({ duckdb, rows, root, directory });
      files.add(file);
      read += Number(isRead);
    } catch (error) {
      failed.push({ directory, reason: messageOf(error) });
    }
    onExtracted(at + 1, directories.length);
  }
  removeOthers(rows, files);
  return { profiles: files.size, read, failed };
}

interface ViewWork {
  readonly duckdb: DuckdbQueryModule;
  readonly rows: string;
  readonly root: string;
  readonly directory: string;
}

/** Makes the files of a directory, unless they are there. */
async function extract(
  work: ViewWork
): Promise<{ readonly file: string; readonly isRead: boolean }> {
  const { rows, root, directory } = work;
  const cycleId = cycleIdOf(directory, root);
  const file = viewFileName(cycleId, sourceState(directory) ?? { sizeBytes: 0, changedAtMs: 0 });
  const isRead = !isExtracted(rows, file);
  if (isRead) await writeViews(work, cycleId, file);
  return { file, isRead };
}

async function writeViews(
  { duckdb, rows, directory }: ViewWork,
  cycleId: string,
  file: string
): Promise<void> {
  const { profile } = readCycleProfile(directory);
  const temporary = mkdtempSync(path.join(rows, '.views-'));
  const database = await QueryDatabase.open(duckdb);
  try {
    await addProfileViews(database, [profile]);
    for (const view of EXTRACTED_VIEWS) {
      const target = DUCKDB_SQL.quoted(path.join(temporary, view));
      await database.run(
        `COPY (SELECT ${DUCKDB_SQL.quoted(cycleId)} AS cycle_id, * FROM ${view}) TO ${target} ` +
          `(FORMAT PARQUET, COMPRESSION ZSTD, ROW_GROUP_SIZE ${GROUP_ROWS})`
      );
    }
    for (const view of EXTRACTED_VIEWS) {
      mkdirSync(viewFolder(rows, view), { recursive: true });
      renameSync(path.join(temporary, view), path.join(viewFolder(rows, view), file));
    }
  } finally {
    database.dispose();
    rmSync(temporary, { recursive: true, force: true });
  }
}

function isExtracted(rows: string, file: string): boolean {
  return EXTRACTED_VIEWS.every(view => existsSync(path.join(viewFolder(rows, view), file)));
}

function removeOthers(rows: string, files: ReadonlySet<string>): void {
  for (const view of EXTRACTED_VIEWS) {
    const others = viewFiles(rows, view).filter(name => !files.has(name));
    for (const name of others) removeIfThere(path.join(viewFolder(rows, view), name));
  }
}

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
