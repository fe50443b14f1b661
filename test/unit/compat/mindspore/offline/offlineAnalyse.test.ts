import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QueryRow } from '../../../../../src/compat/mindspore/offline/rows/rowSql';
import { CrossRankDatabase } from '../../../../../src/compat/mindspore/offline/rows/crossRankDatabase';
import type { OfflineProgress } from '../../../../../src/compat/mindspore/offline/offlineOptions';
import type { OfflineReport } from '../../../../../src/compat/mindspore/offline/offlineReport';
import { decodeCrossRank, validateCrossRank } from '../../../../../src/formats';
import { multipleAt } from '../../../../../src/layout';
import type { ResultDisplay } from '../../../../../src/model/output/resultDisplay';
import { PackageUnavailableError } from '../../../../../src/native/optionalPackage';
import { loadDuckdb } from '../../../../../src/sources/databases/duckdbModule';
import { useOfflineTools } from '../../../../support/offlineTools';
import {
  rankMeta,
  rankProfile,
  usualMs,
  writeCycle,
  writePlantedRanks
} from '../../../../support/rankDirectories';
import { sizeOf } from '../../../../support/tiers';

const tools = useOfflineTools();

/** For hundreds of directories on a busy machine, milliseconds. */
const PATIENCE_MS = 240_000;

/** Ranks of a large program. */
const MANY_RANKS = sizeOf(60, 200);

/** Directories of `ranks` ranks with the same steps. */
function writeRanks(folder: string, ranks: number, steps: readonly number[]): void {
  for (let rank = 0; rank < ranks; rank++) {
    writeCycle(folder, rankProfile({ rank, steps, operatorMs: usualMs }));
  }
}

describe('an offline analysis of 64 ranks', () => {
  let folder: string;
  let report: OfflineReport;
  const progress: OfflineProgress[] = [];

  beforeAll(async () => {
    folder = tools.place('ranks');
    writePlantedRanks(folder);
    report = await tools.analyse(folder, { onProgress: one => void progress.push(one) });
  }, PATIENCE_MS);

  it('is shown as tables of the ranks, with its text beside them', () => {
    const key = Symbol.for('kernelscope.display');
    const shown = (report as unknown as Record<symbol, () => ResultDisplay>)[key]();
    expect(shown.text).toBe(String(report));
    expect(shown.html).toMatch(/>Ranks, slowest first<\/caption>[^]*?<tbody>\s*<tr><td [^>]*>37</);
    expect(shown.html).toContain('Analysed 64 of 64 directories');
  });

  it('is shown as a heat map where a front end can, with the way to the profiles', async () => {
    const key = Symbol.for('kernelscope.display');
    const shown = (report as unknown as Record<symbol, () => ResultDisplay>)[key]();
    const {
      report: known,
      grids,
      directories
    } = await decodeCrossRank(
      validateCrossRank(JSON.parse(JSON.stringify(shown.ranks))),
      async (bytes, rawBytes) => inflateRawSync(bytes, { maxOutputLength: rawBytes })
    );
    expect(known.runs[0].ranks[0]).toMatchObject({ rank: 37 });
    const [grid] = grids;
    expect(grid.phases.map(({ first }) => first)).toEqual(grid.phases.map((_, at) => at + 2));
    expect(multipleAt(grid, 5, 9)).toBeCloseTo(3.7, 1);
    expect(multipleAt(grid, 37, 3)).toBeCloseTo(1.33, 1);
    const [, , , directory] = directories.find(([, rank]) => rank === 37)!;
    expect(existsSync(path.join(folder, directory, 'profile.kscope'))).toBe(true);
  });

  it('says why the slow rank is slow', () => {
    expect(String(report)).toContain(
      'Why: on average a step of rank 37 has more computing (+11.1 ms: 44.6 ms, median 33.4 ms).'
    );
  });

  it('names the planted slow rank and what it is slow in', () => {
    const text = String(report);
    expect(text).toContain(
      'Slowest rank: 37 (node4, process 1037). Its steps typically take 1.33 times the median of ' +
        'the ranks, 223 ms more in all.'
    );
    expect(text).toContain('Rank 37 is above the median of the ranks in MatMul (+11.1 ms a step');
    expect(report.crossRank?.runs[0].ranks[0]).toMatchObject({ rank: 37, phases: 20 });
  });

  it('names the planted skew, its step, and the rank that is late there', () => {
    expect(String(report)).toContain('Widest skew: step 11, 90.1 ms between rank 5 (123 ms) and');
    expect(String(report)).toContain('Straggler: rank 5 in step 11 took 123 ms where 33.3 ms is');
    expect(report.crossRank?.runs[0].stragglers).toHaveLength(1);
  });

  it('analyses every directory', () => {
    expect(report.isComplete).toBe(true);
    expect(report.analysed).toHaveLength(64);
    for (const { directory } of report.analysed) {
      expect(existsSync(path.join(directory, 'KSCOPE_OUTPUT', 'step_trace_time.csv'))).toBe(true);
      expect(existsSync(path.join(directory, 'FRAMEWORK', 'cpu_framework_0.txt'))).toBe(true);
    }
  });

  it('reports progress before the first directory and after each', () => {
    expect(progress).toHaveLength(65);
    expect(progress[0]).toEqual({ done: 0, total: 64, directory: null, failure: null });
    expect(progress.map(({ done }) => done)).toEqual(Array.from({ length: 65 }, (_, at) => at));
  });

  it('writes the rows in a batch that counts, and the places of the ranks beside it', async () => {
    const rows = path.join(folder, 'rows');
    const [batch, places] = readdirSync(rows).sort();
    expect(places).toBe('places.parquet');
    expect(readdirSync(path.join(rows, batch)).sort()).toEqual([
      '_SUCCESS',
      'tbl=cycles',
      'tbl=memory',
      'tbl=operators',
      'tbl=steps'
    ]);
    const found = await selectAll(
      `SELECT rank, SUM(calls) AS calls FROM '${rows}/batch=*/tbl=operators/*.parquet' AS r ` +
        `INNER JOIN '${rows}/places.parquet' AS p ON p.batch = r.batch AND p.cycle_id = r.cycle_id ` +
        "WHERE name = 'MatMul' GROUP BY rank ORDER BY rank"
    );
    expect(found.map(({ rank }) => rank)).toEqual(Array.from({ length: 64 }, (_, rank) => rank));
    expect(new Set(found.map(({ calls }) => Number(calls)))).toEqual(new Set([20]));
  });

  it('writes the report as JSON, as Markdown and as a page', () => {
    const json: unknown = JSON.parse(
      readFileSync(path.join(folder, 'cross_rank_report.json'), 'utf8')
    );
    expect(json).toEqual(JSON.parse(JSON.stringify(report.crossRank)));
    const markdown = readFileSync(path.join(folder, 'cross_rank_report.md'), 'utf8');
    expect(markdown).toContain('- Slowest rank: 37 (node4, process 1037)');
    const page = readFileSync(path.join(folder, 'cross_rank_report.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('Slowest rank: 37 (node4, process 1037)');
    expect(report.files.map(file => path.basename(file))).toEqual([
      ...['cross_rank_report.json', 'cross_rank_report.md', 'cross_rank_report.html', 'rows']
    ]);
    expect(readdirSync(folder).filter(name => name.includes('tmp'))).toEqual([]);
  });
});

describe('an offline analysis', () => {
  it('takes the directory of one cycle, and writes nothing beside it', async () => {
    const folder = tools.place('one');
    writeRanks(folder, 1, [0, 1]);
    const [name] = readdirSync(folder);
    const report = await tools.analyse(path.join(folder, name));
    expect(report.analysed).toMatchObject([{ run: 0, rank: 0, cycle: 0, steps: 2 }]);
    expect(String(report)).toContain('There is one rank: nothing to compare it with.');
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('compares two ranks with the faster one', async () => {
    const folder = tools.place('two');
    for (const rank of [0, 1]) {
      const operatorMs = (name: string): number => usualMs(name) * (rank === 0 ? 2 : 1);
      writeCycle(folder, rankProfile({ rank, steps: [0, 1, 2], operatorMs }));
    }
    const report = await tools.analyse(folder);
    expect(report.crossRank?.runs[0].ranks).toMatchObject([
      { rank: 0, pace: 2, excessNs: 90e6 },
      { rank: 1, pace: 1, excessNs: 0 }
    ]);
  });

  it('matches steps by number, and says which ranks lack some', async () => {
    const folder = tools.place('missing');
    [[2, 3, 4], [3, 4], []].forEach((steps, rank) => {
      writeCycle(folder, rankProfile({ rank, steps, operatorMs: usualMs }));
    });
    const report = await tools.analyse(folder);
    const [run] = report.crossRank?.runs ?? [];
    expect(run.phases.map(({ phase, ranks }) => [phase, ranks])).toEqual([
      [2, 1],
      [3, 2],
      [4, 2]
    ]);
    expect(run.ranks.map(({ rank, phases }) => [rank, phases])).toEqual([
      [0, 3],
      [1, 2],
      [2, 0]
    ]);
    expect(String(report)).toContain('some ranks lack some: rank 1 has 2 and rank 2 has 0.');
  });

  it('compares cycles where no steps were recorded', async () => {
    const folder = tools.place('cycles');
    for (const rank of [0, 1, 2]) {
      const operatorMs = (name: string): number => usualMs(name) * (rank === 1 ? 3 : 1);
      writeCycle(folder, rankProfile({ rank, steps: [], operatorMs }));
    }
    const report = await tools.analyse(folder);
    expect(report.crossRank?.runs[0]).toMatchObject({ comparedBy: 'cycle', phaseCount: 1 });
    expect(String(report)).toContain('No steps were recorded: cycles are compared.');
    expect(String(report)).toContain('Slowest rank: 1 (node0, process 1001). Its cycles typically');
  });

  it('puts a rank that was started twice into two runs, and its cycles into one rank', async () => {
    const folder = tools.place('runs');
    const write = (rank: number, start: number, cycle: number): void => {
      const startedAtMs = start * 1e6 + cycle;
      const meta = { ...rankMeta(rank), pid: 100 * start + rank, startedAtMs };
      const steps = [10 * cycle, 10 * cycle + 1];
      writeCycle(folder, rankProfile({ rank, steps, operatorMs: usualMs, meta }), cycle);
    };
    for (const rank of [0, 1]) {
      for (const at of [0, 1, 2, 3]) write(rank, at >> 1, at & 1);
    }
    const report = await tools.analyse(folder);
    expect(
      report.crossRank?.runs.map(({ run, cycles, phaseCount }) => [run, cycles, phaseCount])
    ).toEqual([
      [0, 4, 4],
      [1, 4, 4]
    ]);
    expect(String(report)).toContain('\nRun 1\n');
  });

  it('numbers ranks by directory where none was recorded, and says so', async () => {
    const folder = tools.place('unranked');
    for (const rank of [0, 1]) {
      const meta = { ...rankMeta(rank), options: {} };
      const profile = rankProfile({ rank, steps: [0], operatorMs: usualMs, meta });
      writeCycle(path.join(folder, `worker${rank}`), profile);
    }
    const report = await tools.analyse(folder);
    expect(report.analysed.map(({ rank }) => rank)).toEqual([0, 1]);
    expect(report.crossRank?.ranksFrom).toBe('names');
    expect(String(report)).toContain('No process recorded its rank: processes are numbered in');
  });

  it('survives damaged directories, names them, and analyses the others', async () => {
    const folder = tools.place('damaged');
    writeRanks(folder, 3, [0, 1]);
    const [first, second] = readdirSync(folder);
    const raw = path.join(folder, first, 'profile.kscope');
    writeFileSync(raw, readFileSync(raw).subarray(0, 20));
    writeFileSync(path.join(folder, second, 'profile.kscope'), 'not a profile');
    mkdirSync(path.join(folder, 'host_9_20260101000000000_kscope'));
    const report = await tools.analyse(folder);
    expect(report.analysed.map(({ rank }) => rank)).toEqual([2]);
    expect(report.failed.map(({ directory }) => path.basename(directory))).toEqual([
      'host_9_20260101000000000_kscope',
      first,
      second
    ]);
    expect(report.failed[0].reason).toContain('has no profile.kscope');
    expect(report.isComplete).toBe(false);
    expect(String(report)).toContain(`Failed: ${second}: Cannot load `);
  });

  it('recovers a profile that was cut off, and names its directory', async () => {
    const folder = tools.place('cut');
    writeRanks(folder, 2, [0, 1, 2]);
    const [first] = readdirSync(folder);
    const raw = path.join(folder, first, 'profile.kscope');
    const bytes = readFileSync(raw);
    writeFileSync(raw, bytes.subarray(0, bytes.length - 40));
    const report = await tools.analyse(folder);
    expect(report.analysed.map(({ isRecovered }) => isRecovered)).toEqual([true, false]);
    expect(String(report)).toContain(`Recovered: ${first}: ${raw} was cut off`);
    expect(String(report)).toContain('Cut off before their end: rank 0.');
  });

  it('looks for the steps asked for, and skips cycles without any of them', async () => {
    const folder = tools.place('steps');
    [[2, 3, 4], [3, 4, 5], [8]].forEach((steps, rank) => {
      writeCycle(folder, rankProfile({ rank, steps, operatorMs: usualMs }));
    });
    const report = await tools.analyse(folder, { stepList: [4, 5] });
    expect(report.analysed.map(({ steps }) => steps)).toEqual([1, 2]);
    expect(report.skipped.map(file => path.basename(file))).toEqual([
      'node0_1002_20261121120000000_kscope'
    ]);
    expect(report.isComplete).toBe(true);
    const none = await tools.analyse(folder, { stepList: [77] });
    expect(none.failed).toHaveLength(3);
    expect(none.crossRank).toBeNull();
  });

  it('analyses each directory where DuckDB is missing, and says what to install', async () => {
    const folder = tools.place('noduckdb');
    writeRanks(folder, 2, [0]);
    const analyse = tools.analyseWith({ loadDuckdb: () => loadMissingDuckdb() });
    const report = await analyse(folder);
    expect(report.analysed).toHaveLength(2);
    expect([report.crossRank, report.isComplete]).toEqual([null, true]);
    expect(String(report)).toContain('No cross-rank report: The package @duckdb/node-api is not');
    expect(String(report)).toContain('npm install @duckdb/node-api');
  });

  it(
    `compares ${MANY_RANKS} ranks`,
    async () => {
      const folder = tools.place('many');
      writeRanks(folder, MANY_RANKS, [0]);
      const report = await tools.analyse(folder, { workers: 2 });
      expect(report.crossRank?.runs[0].ranks).toHaveLength(MANY_RANKS);
    },
    PATIENCE_MS
  );

  it('takes names for text, whatever they consist of', async () => {
    const folder = tools.place("it's");
    const name = "'); DROP TABLE steps; -- \u0000\u001b[31m| <b>\ud800 \u{1f600}";
    for (const rank of [0, 1]) {
      const operatorMs = (): number => 1 + rank;
      writeCycle(folder, rankProfile({ rank, steps: [0], operatorMs, operators: [name] }));
    }
    const report = await tools.analyse(folder);
    expect(report.isComplete).toBe(true);
    expect(report.crossRank?.runs[0].operators[0].name).toContain('DROP TABLE steps');
    expect(String(report)).not.toContain('\u001b');
    const markdown = readFileSync(path.join(folder, 'cross_rank_report.md'), 'utf8');
    expect(markdown).toContain('\\| \\<b\\>');
  });
});

async function selectAll(sql: string): Promise<readonly QueryRow[]> {
  const database = await CrossRankDatabase.open(loadDuckdb());
  try {
    return await database.select(sql);
  } finally {
    database.dispose();
  }
}

function loadMissingDuckdb(): never {
  throw new PackageUnavailableError(
    'The package @duckdb/node-api is not installed. Run npm install @duckdb/node-api in here.'
  );
}
