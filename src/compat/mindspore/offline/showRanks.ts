import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { messageOf } from '../../../base/errors';
import {
  type CrossRankBundle,
  type CrossRankInput,
  type RankDirectory,
  fitCrossRank
} from '../../../formats';
import { MAX_BUNDLE_BYTES } from '../../../model/output/bundle';
import type { CrossRankReport } from '../../../report';
import type { WorkedDirectory } from './outcomes';
import type { WrittenFiles } from './crossRankFiles';
import { writePage } from './crossRankPage';
import { readRankGrids } from './readRankGrids';
import type { NumberedCycles } from './rankNumbers';
import { cycleIdOf, withSlashes } from './rows/cycleId';
import type { RowDatabase } from './rows/rowDatabase';

/** The cycles that were compared. */
export interface ShownCycles {
  /** The folder that was analysed. */
  readonly root: string;
  readonly worked: readonly Pick<WorkedDirectory, 'directory'>[];
  readonly numbered: NumberedCycles;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Null if no files are written to `root`. */
  readonly files: object | null;
}

/** The heat map of the ranks. */
export interface ShownRanks extends WrittenFiles {
  /** For a notebook's output; null if there is none. */
  readonly view: CrossRankBundle | null;
}

/**
 * Makes the heat map of ranks that were compared, and writes its page to their folder where files are
 * wanted. Nothing of it throws: without it, the report is still whole.
 */
export async function showRanks(
  database: RowDatabase,
  report: CrossRankReport,
  cycles: ShownCycles
): Promise<ShownRanks> {
  try {
    const grids = await readRankGrids(database, report, cycles.sqlFolder());
    const folder = relativeFolder(process.cwd(), cycles.root);
    const input: CrossRankInput = { report, grids, directories: directoriesOf(cycles), folder };
    const view = fitCrossRank(input, bytes => deflateRawSync(bytes), MAX_BUNDLE_BYTES);
    if (cycles.files === null) return { view, files: [], problems: [] };
    return { view, ...writePage(input, cycles.root, { hasFile: view?.isWhole === false }) };
  } catch (error) {
    return { view: null, files: [], problems: [`No heat map of the ranks: ${messageOf(error)}`] };
  }
}

/** With forward slashes; null on another drive, where there is no relative path. */
export function relativeFolder(from: string, to: string): string | null {
  const relative = path.relative(from, to);
  return path.isAbsolute(relative) ? null : withSlashes(relative);
}

function directoriesOf({ root, worked, numbered }: ShownCycles): RankDirectory[] {
  return worked.map(({ directory }, at): RankDirectory => {
    const { run, rank, cycle } = numbered.places[at];
    return [run, rank, cycle, cycleIdOf(directory, root)];
  });
}
