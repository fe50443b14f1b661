import type { GridPhases, RankGrid } from '../../../layout';
import { gridRowSize } from '../../../layout';
import type { CrossRankReport, CrossRankRun } from '../../../report';
import type { CrossRankDatabase } from './rows/crossRankDatabase';
import { GRID_QUERIES, GRID_VIEWS, readSql } from './sqlFiles';

/** The columns of a run; those without phases are not there. */
type RunPhases = ReadonlyMap<number, GridPhases[]>;

/**
 * Reads the grid of each run of a report, by the SQL in `folder`; call it after `readCrossRank`, whose
 * tables it reads. Runs without phases have none.
 *
 * @throws Error of DuckDB; SqlFilesError
 */
export async function readRankGrids(
  database: CrossRankDatabase,
  { runs }: CrossRankReport,
  folder: string
): Promise<readonly RankGrid[]> {
  for (const view of GRID_VIEWS) {
    await database.run(`CREATE TABLE ${view} AS ${readSql(folder, 'views', view)}`);
  }
  const phases = await readPhases(database, folder);
  const grids = new Map(runs.flatMap(run => emptyGrid(run, phases.get(run.run) ?? [])));
  await database.each(readSql(folder, 'queries', GRID_QUERIES.cells), rows => {
    const [runOf, rowOf, columnOf, multipleOf] = [0, 1, 2, 3].map(at => rows.getColumnValues(at));
    for (let at = 0; at < rows.rowCount; at++) {
      const grid = grids.get(Number(runOf[at]));
      if (grid === undefined) continue;
      const cell = Number(rowOf[at]) * grid.phases.length + Number(columnOf[at]);
      grid.multiples[cell] = Number(multipleOf[at]);
    }
  });
  return [...grids.values()];
}

async function readPhases(database: CrossRankDatabase, folder: string): Promise<RunPhases> {
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
