import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycleRows } from '../../../../../src/compat/mindspore/offline/rows/cycleRows';
import {
  createPlaces,
  createTables,
  readCrossRank
} from '../../../../../src/compat/mindspore/offline/compareRanks';
import { RowStore } from '../../../../../src/compat/mindspore/offline/rows/rowStore';
import { sqlFolder } from '../../../../../src/compat/mindspore/offline/sqlFiles';
import { loadDuckdb } from '../../../../../src/sources/databases/duckdbModule';
import { rankProfile } from '../../../../support/rankDirectories';

const folder = sqlFolder(path.join(__dirname, '../../../../../src/compat/mindspore/offline'));

const STEPS = Array.from({ length: 40 }, (_, step) => step);
const OPERATORS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Every operator takes each of the same fractions of a nanosecond, beginning with another one. */
const fractionMs = (name: string, step: number): number =>
  1 + ((step + OPERATORS.indexOf(name)) % STEPS.length) * 1e-7 * Math.SQRT2;

/** A cycle of a rank; all have the same steps, so that the times of its three cycles are added up. */
type Cycle = readonly [rank: number, cycle: number];

const CYCLES = [0, 1, 2, 3].flatMap(rank => [0, 1, 2].map((cycle): Cycle => [rank, cycle]));

/** The report on four ranks of nearly the same times, whose rows came in this order. */
async function reportOf(cycles: readonly Cycle[]): Promise<string> {
  const store = await RowStore.open(loadDuckdb(), { root: null, steps: null });
  try {
    for (const [rank, cycle] of cycles) {
      const operatorMs = (name: string, step: number): number =>
        fractionMs(name, step * (rank % 2 === 0 ? 1 : STEPS.length - 1)) * (1 + cycle / 3);
      const profile = rankProfile({ rank, steps: STEPS, operatorMs, operators: OPERATORS });
      const source = { sizeBytes: 1, changedAtMs: 1 };
      await store.add({ cycleId: `${rank}-${cycle}`, source, rows: cycleRows(profile) });
    }
    await store.complete();
    const batch = store.batchOf('0-0');
    if (batch === null) throw new Error('the rows were not kept');
    const places = CYCLES.map(([rank, cycle]) => {
      return { batch: batch.id, cycleId: `${rank}-${cycle}`, place: { run: 0, rank, cycle } };
    });
    await createPlaces(store.database, places);
    await createTables(store.database, [batch], null);
    return JSON.stringify(await readCrossRank(store.database, 'recorded', folder));
  } finally {
    store.dispose();
  }
}

describe('the cross-rank report', () => {
  it('is the same to the byte for rows that came in another order', async () => {
    const report = await reportOf(CYCLES);
    expect(report).toContain('"slowestRank"');
    expect(await reportOf([...CYCLES].reverse())).toBe(report);
    const byCycle = [...CYCLES].sort(([, a], [, b]) => ((a + 1) % 3) - ((b + 1) % 3));
    expect(await reportOf(byCycle)).toBe(report);
  });

  it('orders times that differ by less than a nanosecond by name', async () => {
    const report = JSON.parse(await reportOf(CYCLES)) as {
      runs: { operators: { category: string; name: string }[] }[];
    };
    const names = report.runs[0].operators
      .filter(({ category }) => category === 'operator')
      .map(({ name }) => name);
    expect(names).toEqual(OPERATORS);
  });
});
