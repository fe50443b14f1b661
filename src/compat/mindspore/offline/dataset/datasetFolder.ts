import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { QueryError } from '../../../../engine/sql/queryError';
import { PLACES_FILE, ROWS_FOLDER } from '../rows/batches';

/** The folder of the dataset of a folder that was analysed offline. @throws QueryError if there is none */
export function datasetIn(folder: string): string {
  const rows = path.join(folder, ROWS_FOLDER);
  if (existsSync(path.join(rows, PLACES_FILE))) return realpathSync(rows);
  throw new QueryError(
    `${folder} has no ${path.join(ROWS_FOLDER, PLACES_FILE)}: run kernelscope offline-analyse ${folder} first`
  );
}
