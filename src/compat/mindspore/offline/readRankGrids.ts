import { type GridPhases, type RankGrid, gridRowSize } from '../../../layout';
import type { CrossRankReport, CrossRankRun } from '../../../report';
import type { RowDatabase } from './rows/rowDatabase';
import { GRID_QUERIES, GRID_VIEWS, readSql } from './sqlFiles';

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
