import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryDataset } from '../../../../../src/compat/mindspore/offline/datasetViews';
import { QueryError } from '../../../../../src/engine/sql/queryLimits';
import { useOfflineTools } from '../../../../support/offlineTools';
import { rankProfile, usualMs, writeCycle } from '../../../../support/rankDirectories';

const tools = useOfflineTools();

describe('a query over the dataset of a folder', () => {
  let folder = '';

  beforeAll(async () => {
    folder = tools.place("ra[n]k's");
    for (let rank = 0; rank < 3; rank++) {
      const operatorMs = (name: string): number => usualMs(name) * (rank + 1);
      writeCycle(folder, rankProfile({ rank, steps: [0, 1], operatorMs }));
    }
    await tools.analyse(folder, { tablesOnly: true });
  });

  it('has the steps of each rank, with the names of the views over a profile', async () => {
    const rows = await queryDataset(
      folder,
      'SELECT rank, step, ts_ns, dur_ns FROM steps WHERE rank < 2 ORDER BY rank, step'
    );
    expect([...rows]).toEqual([
      { rank: 0, step: 0, ts_ns: 0, dur_ns: 30e6 },
      { rank: 0, step: 1, ts_ns: 30e6, dur_ns: 30e6 },
      { rank: 1, step: 0, ts_ns: 0, dur_ns: 60e6 },
      { rank: 1, step: 1, ts_ns: 60e6, dur_ns: 60e6 }
    ]);
  });

  it('has the cycles, operators and memory of each rank', async () => {
    const operators = await queryDataset(
      folder,
      "SELECT rank, sum(total_ns) / 1e6 AS ms FROM operators WHERE name = 'MatMul' GROUP BY rank ORDER BY rank"
    );
    expect([...operators]).toEqual([
      { rank: 0, ms: 40 },
      { rank: 1, ms: 80 },
      { rank: 2, ms: 120 }
    ]);
    const cycles = await queryDataset(
      folder,
      'SELECT c.rank, c.host, c.dur_ns, m.peak_bytes FROM cycles AS c JOIN memory AS m USING (cycle_id) ORDER BY 1'
    );
    expect([...cycles]).toMatchObject([
      { rank: 0, host: 'node0', dur_ns: 60e6, peak_bytes: 1000 },
      { rank: 1, peak_bytes: 2000 },
      { rank: 2, peak_bytes: 3000 }
    ]);
  });

  it('reads no file outside of the dataset, and writes none', async () => {
    const outside = path.join(folder, 'secret.csv');
    writeFileSync(outside, 'word\nsesame\n');
    const inside = path.join(folder, 'rows', 'x.csv');
    for (const sql of [
      `SELECT * FROM read_csv('${outside.replaceAll("'", "''")}')`,
      `SELECT * FROM read_text('${path.join(folder, 'rows', '..', 'secret.csv').replaceAll("'", "''")}')`,
      "SELECT * FROM read_text('/etc/passwd')",
      `COPY (SELECT 1) TO '${inside.replaceAll("'", "''")}'`
    ]) {
      await expect(queryDataset(folder, sql), sql).rejects.toThrow(QueryError);
    }
    expect(existsSync(inside)).toBe(false);
  });

  it('is refused where there is no dataset', async () => {
    const rows = path.join(folder, 'rows');
    renameSync(rows, `${rows}-away`);
    await expect(queryDataset(folder, 'SELECT 1')).rejects.toThrow(
      /run kernelscope offline-analyse .* first/
    );
    renameSync(`${rows}-away`, rows);
  });
});
