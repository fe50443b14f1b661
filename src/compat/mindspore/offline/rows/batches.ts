import { randomBytes } from 'node:crypto';
import { type Dirent, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomically } from '../../../../engine/results/atomicWrite';
import type { FAILED, TableName } from './crossRankColumns';

/** Folder of the batches, in the folder that was analysed. */
export const ROWS_FOLDER = 'rows';

/** Names of batches begin with it. */
export const BATCH_PREFIX = 'batch=';

/** The file that makes a batch count. */
export const SUCCESS_FILE = '_SUCCESS';

/** The file in {@link ROWS_FOLDER} with the batch, run and rank of each directory. */
export const PLACES_FILE = 'places.parquet';

/** The content of {@link SUCCESS_FILE}: batches of other versions are not read. */
const SUCCESS_TEXT = 'kernelscope rows 1\n';

/** The rows that one call has read. */
export interface Batch {
  /** Later batches have greater ones. */
  readonly id: string;
  readonly folder: string;
}

/** A batch that no other call writes to; nothing is made yet. */
export function newBatch(rows: string, now: Date): Batch {
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  const id = `${time}-${randomBytes(6).toString('hex')}`;
  return { id, folder: path.join(rows, `${BATCH_PREFIX}${id}`) };
}

/** The completed batches in a folder, in the order of their ids; none if it cannot be read. */
export function completedBatches(rows: string): readonly Batch[] {
  return foldersIn(rows)
    .filter(({ name }) => name.startsWith(BATCH_PREFIX))
    .map(({ name }) => ({ id: name.slice(BATCH_PREFIX.length), folder: path.join(rows, name) }))
    .filter(isCompleted)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Makes a batch count. @throws OutputFileError */
export function completeBatch({ folder }: Batch): void {
  writeFileAtomically(path.join(folder, SUCCESS_FILE), new TextEncoder().encode(SUCCESS_TEXT));
}

/** Removes a batch that does not count, as far as that is possible. */
export function removeBatch({ folder }: Batch): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}

/** The folder of a table's files. */
export function tableFolder({ folder }: Batch, table: TableName | typeof FAILED): string {
  return path.join(folder, `tbl=${table}`);
}

/** The files of a table. @throws Error of the file system */
export function tableFiles(batch: Batch, table: TableName): readonly string[] {
  const folder = tableFolder(batch, table);
  const names = readdirSync(folder).filter(name => name.endsWith('.parquet'));
  return names.sort().map(name => path.join(folder, name));
}

function isCompleted({ folder }: Batch): boolean {
  try {
    return readFileSync(path.join(folder, SUCCESS_FILE), 'utf8') === SUCCESS_TEXT;
  } catch {
    return false;
  }
}

function foldersIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The name of a directory's rows: its path in the folder that is analysed, with slashes. */
export function cycleIdOf(directory: string, root: string): string {
  return withSlashes(path.relative(root, directory));
}

/** A path as rows have it on every system. */
export function withSlashes(file: string): string {
  return file.replaceAll(path.sep, '/');
}
