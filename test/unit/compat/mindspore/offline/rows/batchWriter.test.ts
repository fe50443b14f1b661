import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newBatch } from '../../../../../../src/compat/mindspore/offline/rows/batches';
import {
  BatchWriter,
  TextIds
} from '../../../../../../src/compat/mindspore/offline/rows/batchWriter';
import { CrossRankDatabase } from '../../../../../../src/compat/mindspore/offline/rows/crossRankDatabase';
import {
  type CycleRows,
  cycleRows
} from '../../../../../../src/compat/mindspore/offline/rows/cycleRows';
import { selectRows } from '../../../../../../src/compat/mindspore/offline/rows/rowSql';
import { loadDuckdb } from '../../../../../../src/sources/databases/duckdbModule';
import { useFolder } from '../../../../../support/folders';
import { rankProfile } from '../../../../../support/rankDirectories';

const folder = useFolder();

const NAMES = ['a', '', "it's", '漢字 of more than twelve bytes', 'null'];

/** A cycle with so many operators outside steps, each of which took another time. */
function cycleOf(rank: number, operators: number): CycleRows {
  const rows = cycleRows(rankProfile({ rank, steps: [0], operatorMs: () => 1 }));
  const at = Array.from({ length: operators }, (_, row) => row);
  return {
    ...rows,
    facts: { ...rows.facts, rank: rank === 0 ? null : rank, isRecovered: rank === 1 },
    operators: {
      step: Float64Array.from(at, row => (row % 3 === 0 ? NaN : row)),
      label: Uint32Array.from(at, row => (row + rank) % NAMES.length),
      calls: Float64Array.from(at, row => 2 ** 53 - 1 - row),
      total: Float64Array.from(at, row => rank + row / 7),
      self: Float64Array.from(at, row => row / 11),
      max: Float64Array.from(at, row => -row),
      names: NAMES,
      categories: NAMES.map(name => `category of ${name}`)
    }
  };
}

/** The rows of operators as a cycle has them. */
function operatorsOf(id: string, { operators }: CycleRows): readonly unknown[][] {
  const { step, label, calls, total, self, max, names, categories } = operators;
  return Array.from(step, (number, row) => [
    id,
    Number.isNaN(number) ? null : BigInt(number),
    categories[label[row]],
    names[label[row]],
    BigInt(calls[row]),
    total[row],
    self[row],
    max[row]
  ]);
}

/** What is in a batch that was made of these cycles. */
async function written(
  cycles: readonly CycleRows[],
  select: string,
  table: 'cycles' | 'operators'
): Promise<readonly unknown[][]> {
  const database = await CrossRankDatabase.open(loadDuckdb());
  try {
    const writer = new BatchWriter(database, newBatch(path.join(folder, 'rows'), new Date()));
    const source = { sizeBytes: 5, changedAtMs: 0.5 };
    for (const [at, rows] of cycles.entries()) {
      await writer.add({ cycleId: `cycle ${at}`, source, rows });
    }
    await writer.complete();
    const all = selectRows(database, [writer.batch], table);
    const rows = await database.select(`${select} FROM (${all})`);
    return rows.map(row => Object.values(row));
  } finally {
    database.dispose();
  }
}

const texts = (rows: readonly unknown[][]): readonly string[] =>
  rows.map(row => row.map(String).join('|')).sort();

describe('a batch', () => {
  it('has every row as it was given, from cycles that fill chunks of DuckDB in part and in whole', async () => {
    const cycles = [cycleOf(0, 1), cycleOf(1, 2047), cycleOf(2, 5000), cycleOf(3, 0)];
    const select = 'SELECT cycle_id, step, category, name, calls, total_ns, self_ns, max_ns';
    const rows = await written(cycles, select, 'operators');
    const expected = cycles.flatMap((cycle, at) => operatorsOf(`cycle ${at}`, cycle));
    expect(texts(rows)).toEqual(texts(expected));
    expect(typeof rows[0][4]).toBe('bigint');
  });

  it('has facts in their types, NULL for a rank that was not recorded', async () => {
    const select = 'SELECT cycle_id, recorded_rank, recovered, source_bytes, pid';
    const rows = await written([cycleOf(0, 1), cycleOf(1, 1)], select, 'cycles');
    expect([...rows].sort()).toEqual([
      ['cycle 0', null, false, 5, 1000n],
      ['cycle 1', 1, true, 5, 1001n]
    ]);
  });

  it('is written where a profile names a process that no system has', async () => {
    const rows = cycleOf(0, 1);
    const odd = { ...rows, facts: { ...rows.facts, pid: 1e30 } };
    expect(await written([odd], 'SELECT cycle_id, pid', 'cycles')).toEqual([['cycle 0', null]]);
  });
});

describe('ids of texts', () => {
  it('are the same for the same text, whichever list it is in', () => {
    const ids = new TextIds();
    expect([...ids.idsOf(['a', 'b'], [0, 1, 1])]).toEqual([0, 1]);
    expect([...ids.idsOf(['b', '', 'a'], [2, 1, 0])]).toEqual([1, 2, 0]);
    expect(ids.all()).toEqual(['a', 'b', '']);
  });

  it('keep no text that no row has, of which a profile may have any number', () => {
    const ids = new TextIds();
    expect([...ids.idsOf(['unused', 'a'], [1])]).toEqual([-1, 0]);
    expect(ids.all()).toEqual(['a']);
  });
});
