import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SQL_VIEW_NAMES, type SqlViewName } from '../../../../model/output/sqlViews';
import { QueryError } from '../../../../engine/sql/queryError';
import type { SourceState } from '../rows/sourceState';
import { PLACES_FILE, ROWS_FOLDER } from '../rows/batches';

/** The folder of the dataset of a folder that was analysed offline. @throws QueryError if there is none */
export function datasetIn(folder: string): string {
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
export function viewFolder(rows: string, view: SqlViewName): string {
  return path.join(rows, `view=${view}`);
}

/** The names of the files of a view, sorted; none before they are extracted. */
export function viewFiles(rows: string, view: SqlViewName): readonly string[] {
  try {
    const names = readdirSync(viewFolder(rows, view)).filter(name => name.endsWith(ENDING));
    return names.sort();
  } catch {
    return [];
  }
}

/** The name of the files with the rows of a directory; another one once its profile has changed. */
export function viewFileName(cycleId: string, { sizeBytes, changedAtMs }: SourceState): string {
  const key = createHash('sha256').update(cycleId).digest('hex').slice(0, 32);
  return `${key}-${sizeBytes}-${changedAtMs}${ENDING}`;
}
