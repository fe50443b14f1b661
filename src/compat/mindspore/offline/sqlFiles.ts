import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError } from '../../../base/errors';
import { packageFiles } from '../../../native/packageFiles';

/** Tables that queries read, in the order in which they are made of each other. */
export const VIEWS = [
  'phases',
  'phase_figures',
  'rank_pace',
  'operator_pace',
  'operator_figures'
] as const;

/** The queries of the report. */
export const QUERIES = [
  'runs',
  'ranks',
  'rank_times',
  'phases',
  'stragglers',
  'operators',
  'rank_operators',
  'memory'
] as const;

/** Tables that the queries of the grid read. */
export const GRID_VIEWS = ['grid_rows', 'grid_columns'] as const;

/** The queries of the grid of ranks and phases. */
export const GRID_QUERIES = { phases: 'grid_phases', cells: 'grid_cells' } as const;

export type QueryName = (typeof QUERIES)[number];

/** The files with SQL or the program for Spark are not where they belong. */
export class SqlFilesError extends KernelscopeError {}

/**
 * The location of these files relative to {@link PackageFiles.offlineFolder}: in it, or beside its source.
 */
const PLACES = ['.', '../../../../compat/mindspore/offline'];

/**
 * The folder with `views/` and `queries/`.
 *
 * @throws SqlFilesError when the installation is not complete
 */
export function sqlFolder(from: string = packageFiles().offlineFolder): string {
  return path.join(folderWith('sql/queries/runs.sql', from), 'sql');
}

/**
 * The program that runs in Spark's driver.
 *
 * @throws SqlFilesError when the installation is not complete
 */
export function sparkScript(from: string = packageFiles().offlineFolder): string {
  const script = 'spark/spark_driver.py';
  return path.join(folderWith(script, from), script);
}

function folderWith(file: string, from: string): string {
  const folders = PLACES.map(place => path.join(from, place));
  const found = folders.find(folder => existsSync(path.join(folder, file)));
  if (found !== undefined) return found;
  throw new SqlFilesError(`${path.basename(file)} is missing: install kernelscope again.`);
}

/** The text of a view or query in {@link sqlFolder}. @throws Error of the file system */
export function readSql(folder: string, kind: 'views' | 'queries', name: string): string {
  return readFileSync(path.join(folder, kind, `${name}.sql`), 'utf8');
}
