import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CrossRankDatabase } from '../../../../../src/compat/mindspore/offline/rows/crossRankDatabase';
import {
  readRankGrids,
  relativeFolder
} from '../../../../../src/compat/mindspore/offline/showRanks';
import { readSql, sqlFolder } from '../../../../../src/compat/mindspore/offline/sqlFiles';
import { type RankGrid, multipleAt } from '../../../../../src/layout';
import { loadDuckdb } from '../../../../../src/sources/databases/duckdbModule';
import { plantedRanks } from '../../../../support/crossRankGrids';

const SQL = sqlFolder(path.join(__dirname, '../../../../../src/compat/mindspore/offline'));

const opened: CrossRankDatabase[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.dispose();
});

/** A rank's time is 100 ns, and 100 ns more for each unit of `extra`, SQL; none where that is NULL. */
async function gridOf(ranks: number, phases: number, extra: string): Promise<RankGrid> {
  const database = await CrossRankDatabase.open(loadDuckdb());
  opened.push(database);
  await database.createTable(
    'cycles',
    `SELECT 0 AS run, CAST(range AS INTEGER) AS rank FROM range(${ranks})`
  );
  await database.createTable(
    'phases',
    `SELECT c.run, c.rank, CAST(p.range * 2 AS BIGINT) AS phase, ` +
      `CAST(100 + 100 * (${extra}) AS DOUBLE) AS duration_ns ` +
      `FROM cycles AS c, range(${phases}) AS p WHERE (${extra}) IS NOT NULL`
  );
  await database.createTable('phase_figures', readSql(SQL, 'views', 'phase_figures'));
  const { report } = plantedRanks(ranks, 1);
  const [grid] = await readRankGrids(database, report, SQL);
  return grid;
}

describe('the grid of ranks and steps', () => {
  it('has the multiple of the median for each rank in each step', async () => {
    const grid = await gridOf(5, 3, 'CASE WHEN c.rank = 2 AND p.range = 1 THEN 0.5 ELSE 0 END');
    expect(grid).toMatchObject({ rows: 5, rowSize: 1, ranks: [0, 1, 2, 3, 4] });
    expect(grid.phases).toEqual([0, 2, 4].map(n => ({ first: n, last: n, medianNs: 100 })));
    expect([...grid.multiples]).toEqual([...[1, 1, 1, 1, 1, 1, 1, 1.5, 1], ...[1, 1, 1, 1, 1, 1]]);
  });

  it('has neighbouring ranks in one row where there are too many, by the highest', async () => {
    const grid = await gridOf(4100, 2, 'CASE WHEN c.rank = 4097 THEN 2 ELSE 0 END');
    expect(grid).toMatchObject({ rows: 2050, rowSize: 2 });
    expect(grid.ranks).toHaveLength(4100);
    expect(multipleAt(grid, 2048, 1)).toBe(3);
    expect(grid.multiples.filter(multiple => multiple > 1)).toHaveLength(2);
  });

  it('has neighbouring steps in one column where there are too many', async () => {
    const grid = await gridOf(3, 2050, 'CASE WHEN c.rank = 1 AND p.range = 2049 THEN 1 ELSE 0 END');
    expect(grid.phases).toHaveLength(684);
    expect(grid.phases[0]).toEqual({ first: 0, last: 4, medianNs: 100 });
    expect(grid.phases[683]).toEqual({ first: 4098, last: 4098, medianNs: 100 });
    expect(multipleAt(grid, 1, 683)).toBe(2);
  });

  it('leaves cells empty in which a rank has nothing', async () => {
    const grid = await gridOf(3, 2, 'CASE WHEN c.rank = 1 AND p.range = 1 THEN NULL ELSE 0 END');
    expect(multipleAt(grid, 1, 0)).toBe(1);
    expect(multipleAt(grid, 1, 1)).toBeNaN();
  });
});

describe('the path from a notebook to the ranks', () => {
  it('is relative, with forward slashes', () => {
    const home = path.resolve('/notebooks');
    expect(relativeFolder(home, path.join(home, 'data', 'ranks'))).toBe('data/ranks');
    expect(relativeFolder(path.join(home, 'notes'), path.join(home, 'data'))).toBe('../data');
    expect(relativeFolder(home, home)).toBe('');
  });
});
