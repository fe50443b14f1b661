import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../../base/errors';
import { removeIfThere } from '../../../../engine/files/atomicWrite';
import { QueryDatabase } from '../../../../engine/sql/queryDatabase';
import { addProfileViews } from '../../../../engine/sql/queryProfiles';
import { loadDuckdb } from '../../../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../../../sources/databases/duckdbQueries';
import { readCycleProfile } from '../../outputTree/readCycle';
import { findCycleDirectories } from '../cycleDirectories';
import { cycleIdOf } from '../rows/batches';
import { DUCKDB_SQL } from '../rows/rowSql';
import { sourceState } from '../rows/sourceState';
import { EXTRACTED_VIEWS, datasetIn, viewFileName, viewFiles, viewFolder } from './viewFiles';

/** The result of {@link extractViews}. */
export interface ExtractedViews {
  /** Profiles whose rows are there now. */
  readonly profiles: number;
  /** Those of them that were read by this call. */
  readonly read: number;
  readonly failed: readonly { readonly directory: string; readonly reason: string }[];
}

/** Is told how many of all directories are done. */
export type OnExtracted = (done: number, total: number) => void;

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
