import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { SQL_VIEW_NAMES, type SqlViewName } from '../../../../model/output/sqlViews';
import type { SourceState } from '../rows/sourceState';

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
