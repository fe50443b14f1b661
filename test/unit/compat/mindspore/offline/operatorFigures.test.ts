import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CrossRankDatabase } from '../../../../../src/compat/mindspore/offline/rows/crossRankDatabase';
import { readSql, sqlFolder, VIEWS } from '../../../../../src/compat/mindspore/offline/sqlFiles';
import { loadDuckdb } from '../../../../../src/sources/databases/duckdbModule';
import { seededRandom } from '../../../../support/random';

const folder = sqlFolder(path.join(__dirname, '../../../../../src/compat/mindspore/offline'));

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Self time of each name in each rank, whole nanoseconds; null where the rank lacks it. */
type Times = readonly (readonly (number | null)[])[];

/** Random times, such that a name is in all ranks, in some or in one. */
function randomTimes(ranks: number, random: () => number): Times {
  return NAMES.map((_, name) =>
    Array.from({ length: ranks }, (_, rank) =>
      name > 0 && rank > 0 && random() < name / NAMES.length ? null : Math.floor(random() * 30)
    )
  );
}

/** One phase of every rank, with what it spent on names in it; the last has spent some on another outside. */
async function openRun(times: Times): Promise<CrossRankDatabase> {
  const database = await CrossRankDatabase.open(loadDuckdb());
  const ranks = times[0].map((_, rank) => rank);
  const operators = times.flatMap((ofName, name) =>
    ofName.flatMap((self, rank) =>
      self === null ? [] : [`(0, ${rank}, 0, 'op', '${NAMES[name]}', 1, ${self})`]
    )
  );
  const outside = ['outside', 'a']
    .map(name => `(0, ${ranks.length - 1}, NULL, 'op', '${name}', 1, 1000)`)
    .join(', ');
  const valuesOf = {
    cycles: ranks.map(rank => `(0, ${rank}, 0, 1)`).join(', '),
    steps: ranks.map(rank => `(0, ${rank}, 0, 100)`).join(', '),
    operators: [...operators, outside].join(', ')
  };
  const columns = {
    cycles: 'run, rank, cycle, duration_ns',
    steps: 'run, rank, step, duration_ns',
    operators: 'run, rank, step, category, name, calls, self_ns'
  };
  for (const table of ['cycles', 'steps', 'operators'] as const) {
    const values = `(VALUES ${valuesOf[table]}) AS v(${columns[table]})`;
    await database.createTable(table, `SELECT * FROM ${values}`);
  }
  for (const view of VIEWS) {
    await database.createTable(view, readSql(folder, 'views', view));
  }
  return database;
}

/** The least, the lower median, the most and the first of the slowest ranks; a rank that lacks it has 0. */
function figuresOf(name: string, times: readonly (number | null)[]): readonly unknown[] {
  const all = times.map(each => each ?? 0);
  const sorted = [...all].sort((a, b) => a - b);
  const max = sorted[sorted.length - 1];
  return [name, sorted[0], sorted[(sorted.length - 1) >> 1], max, all.indexOf(max)];
}

describe('the figures of names over ranks', () => {
  it('count a rank that lacks the name as 0, and leave out what ran in no phase', async () => {
    const random = seededRandom(7);
    for (let ranks = 1; ranks <= 9; ranks++) {
      const times = randomTimes(ranks, random);
      const database = await openRun(times);
      const rows = await database.select(readSql(folder, 'queries', 'operators'));
      database.dispose();
      const found = rows.map(row =>
        ['name', 'min_ns', 'median_ns', 'max_ns', 'slowest_rank'].map(column => row[column])
      );
      const expected = [
        ...NAMES.map((name, at) => figuresOf(name, times[at])),
        ['outside', 0, 0, 0, 0]
      ];
      expect([...found].sort()).toEqual([...expected].sort());
    }
  });
});
