import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { extractRows } from '../../../../../src/compat/mindspore/offline/extractRows';
import { completedBatches } from '../../../../../src/compat/mindspore/offline/rows/batches';
import {
  ROW_TABLES,
  TABLE_NAMES
} from '../../../../../src/compat/mindspore/offline/rows/crossRankColumns';
import { CrossRankDatabase } from '../../../../../src/compat/mindspore/offline/rows/crossRankDatabase';
import { selectRows } from '../../../../../src/compat/mindspore/offline/rows/rowSql';
import { loadDuckdb } from '../../../../../src/sources/databases/duckdbModule';
import { useOfflineTools } from '../../../../support/offlineTools';
import { rankProfile, usualMs, writeCycle } from '../../../../support/rankDirectories';

const tools = useOfflineTools();

type Row = Readonly<Record<string, unknown>>;

interface Extraction {
  readonly paths: readonly string[];
  readonly root?: string;
  readonly workerFile?: string;
}

/** The rows in the stream, in its order, without the columns that are null. */
async function extract({ paths, root, workerFile }: Extraction): Promise<readonly Row[]> {
  const output = new PassThrough();
  const written = buffer(output);
  await extractRows(
    { input: Readable.from(paths.map(line => `${line}\n`)), output },
    { root: root ?? null, workerFile: workerFile ?? tools.workerFile }
  );
  const table = tableFromIPC(await written);
  const columns = table.schema.fields.map(({ name }) => name);
  expect(columns).toHaveLength(30);
  return table.toArray().map((row: Row) => {
    return withoutNulls(Object.fromEntries(columns.map(name => [name, row[name]])));
  });
}

function writeRanks(name: string, ranks: number): { folder: string; paths: readonly string[] } {
  const folder = tools.place(name);
  const paths = Array.from({ length: ranks }, (_, rank) =>
    writeCycle(folder, rankProfile({ rank, steps: [0, 1, 2], operatorMs: usualMs }))
  );
  return { folder, paths };
}

const textOf = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));

/** The rows of the tables that DuckDB has written, as {@link extract} gives them. */
async function rowsOfDataset(folder: string): Promise<readonly string[]> {
  const batches = completedBatches(path.join(folder, 'rows'));
  const database = await CrossRankDatabase.open(loadDuckdb());
  const texts: string[] = [];
  try {
    for (const table of TABLE_NAMES) {
      const names = Object.keys(ROW_TABLES[table]).join(', ');
      const all = selectRows(database, batches, table);
      const rows = await database.select(`SELECT ${names} FROM (${all})`);
      texts.push(...rows.map(row => textOf({ tbl: table, ...withoutNulls(row) })));
    }
  } finally {
    database.dispose();
  }
  return texts;
}

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The columns in the order of those of a table. */
function inOrderOfTable(row: Row): Row {
  const columns = ROW_TABLES[row['tbl'] as keyof typeof ROW_TABLES];
  const names = ['tbl', ...Object.keys(columns)].filter(name => name in row);
  return Object.fromEntries(names.map(name => [name, row[name]]));
}

describe('rows in the Arrow format', () => {
  it('are those of the dataset, also by type', async () => {
    const { folder, paths: ofSteps } = writeRanks('same', 3);
    const meta = { options: {} };
    const noSteps = rankProfile({ rank: 9, steps: [], operatorMs: usualMs, meta });
    const paths = [...ofSteps, writeCycle(folder, noSteps)];
    await tools.analyse(folder, { tablesOnly: true });
    const rows = await extract({ paths, root: folder });
    const texts = rows.map(row => textOf(inOrderOfTable(row)));
    expect(texts.length).toBeGreaterThan(30);
    expect([...texts].sort()).toEqual([...(await rowsOfDataset(folder))].sort());
    const [step] = rows.filter(({ tbl }) => tbl === 'steps');
    expect(step['step']).toBeTypeOf('bigint');
  });

  it('end with the row in cycles, by which a reader of the stream knows that a directory is whole', async () => {
    const { folder, paths } = writeRanks('order', 2);
    const rows = await extract({ paths, root: folder });
    const ids = paths.map(each => path.basename(each));
    const ends = rows.flatMap(({ tbl, cycle_id: id }, at) => (tbl === 'cycles' ? [[id, at]] : []));
    expect(ends.map(([id]) => id)).toEqual(ids);
    for (const [id, at] of ends) {
      expect(rows.map(({ cycle_id: one }) => one).lastIndexOf(id)).toBe(at);
    }
  });

  it('name a directory that cannot be read, and go on', async () => {
    const { folder, paths } = writeRanks('damaged', 2);
    const bad = path.join(folder, 'h_1_1_kscope');
    mkdirSync(bad);
    writeFileSync(path.join(bad, 'profile.kscope'), 'nonsense');
    const given = [paths[0], bad, path.join(folder, 'gone'), '', paths[1]];
    const rows = await extract({ paths: given, root: folder });
    const failed = rows.filter(({ tbl }) => tbl === 'failed');
    expect(failed.map(({ cycle_id: id }) => id)).toEqual(['h_1_1_kscope', 'gone']);
    expect(failed[0]['reason']).toContain('profile.kscope');
    expect(failed[1]['reason']).toContain('There is no directory');
    expect(rows.filter(({ tbl }) => tbl === 'cycles')).toHaveLength(2);
  });

  it('lose one directory where its reader dies', async () => {
    const { paths } = writeRanks('dies', 3);
    const workerFile = path.join(tools.place('worker'), '..', 'dies.js');
    mkdirSync(path.dirname(workerFile), { recursive: true });
    const dies = `require('node:worker_threads').parentPort.on('message', ({ directory }) => {
      if (directory === ${JSON.stringify(paths[1])}) process.exit(3);
    });`;
    writeFileSync(workerFile, `${dies}\nrequire(${JSON.stringify(tools.workerFile)});`);
    const rows = await extract({ paths, workerFile });
    expect(rows.filter(({ tbl }) => tbl === 'failed')).toEqual([
      { tbl: 'failed', cycle_id: paths[1], reason: 'the worker thread ended with exit code 3' }
    ]);
    const whole = rows.filter(({ tbl }) => tbl === 'cycles');
    expect(whole.map(({ cycle_id: id }) => id)).toEqual([paths[0], paths[2]]);
  });

  it('have a schema where there is no directory', async () => {
    expect(await extract({ paths: [] })).toEqual([]);
  });
});
