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
import type { CrossRankReport, CrossRankRun } from '../../../report';
import { type GridPhases, type RankGrid, gridRowSize } from '../../../layout';
import type { WorkedDirectory } from './outcomes';
import type { WrittenFiles } from './crossRankFiles';
import { writePage } from './crossRankPage';
import type { NumberedCycles } from './rankNumbers';
import { cycleIdOf, withSlashes } from './rows/batches';
import type { RowDatabase } from './rows/rowDatabase';
import { GRID_QUERIES, GRID_VIEWS, readSql } from './sqlFiles';

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

/** The columns of a run; those without phases are not there. */
type RunPhases = ReadonlyMap<number, GridPhases[]>;

/**
 * Reads the grid of each run of a report, by the SQL in `folder`; call it after `readCrossRank`, whose
 * tables it reads. Runs without phases have none.
 *
 * @throws Error of the database; SqlFilesError
 */
export async function readRankGrids(
  database: RowDatabase,
  { runs }: CrossRankReport,
  folder: string
): Promise<readonly RankGrid[]> {
  for (const view of GRID_VIEWS) {
    await database.createTable(view, readSql(folder, 'views', view));
  }
  const phases = await readPhases(database, folder);
  const grids = new Map(runs.flatMap(run => emptyGrid(run, phases.get(run.run) ?? [])));
  await database.eachNumbers(readSql(folder, 'queries', GRID_QUERIES.cells), columns => {
    const [runOf, rowOf, columnOf, multipleOf] = columns;
    for (let at = 0; at < runOf.length; at++) {
      const grid = grids.get(runOf[at]);
      if (grid) grid.multiples[rowOf[at] * grid.phases.length + columnOf[at]] = multipleOf[at];
    }
  });
  return [...grids.values()];
}

async function readPhases(database: RowDatabase, folder: string): Promise<RunPhases> {
  const phases = new Map<number, GridPhases[]>();
  for (const row of await database.select(readSql(folder, 'queries', GRID_QUERIES.phases))) {
    const run = Number(row['run']);
    const own = phases.get(run) ?? [];
    own[Number(row['grid_column'])] = {
      first: Number(row['first_phase']),
      last: Number(row['last_phase']),
      medianNs: Number(row['median_ns'])
    };
    phases.set(run, own);
  }
  return phases;
}

function emptyGrid(
  { run, ranks: figures }: CrossRankRun,
  phases: readonly GridPhases[]
): (readonly [run: number, grid: RankGrid])[] {
  if (phases.length === 0) return [];
  const ranks = figures.map(({ rank }) => rank).sort((a, b) => a - b);
  const rowSize = gridRowSize(ranks.length);
  const rows = Math.ceil(ranks.length / rowSize);
  const multiples = new Float32Array(rows * phases.length).fill(NaN);
  return [[run, { run, ranks, rowSize, rows, phases, multiples }]];
}
