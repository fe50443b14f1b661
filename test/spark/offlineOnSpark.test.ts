import { cpSync, existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CrossRankReport } from '../../src/report';
import { useFolder } from '../support/compiledModule';
import { rankProfile, usualMs, writeCycle, writePlantedRanks } from '../support/rankDirectories';
import { analyseByDuckdb, startOnSpark } from './offlineCommand';
import { killTree, useSparkCluster } from './sparkCluster';

const folder = useFolder();
const cluster = useSparkCluster(() => folder);
const place = (name: string): string => path.join(folder, name);
const PROFILE = 'profile.kscope';

/** The same figures but for what rounding makes of them in the fifteenth digit. */
function expectSame(actual: CrossRankReport | null, expected: CrossRankReport | null): void {
  const rounded = (report: CrossRankReport | null): unknown =>
    JSON.parse(JSON.stringify(report), (_, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(12)) : value
    );
  expect(expected?.runs[0].ranks.length).toBeGreaterThan(1);
  expect(rounded(actual)).toEqual(rounded(expected));
}

/** The report of DuckDB on a copy of the directories without their rows. */
async function expected(name: string): Promise<CrossRankReport | null> {
  const copy = place(`${name}-by-duckdb`);
  const isWanted = (file: string): boolean => !file.startsWith(path.join(place(name), 'rows'));
  cpSync(place(name), copy, { recursive: true, filter: isWanted });
  return (await analyseByDuckdb(copy)).crossRank;
}

const batchesOf = (name: string): readonly string[] =>
  readdirSync(path.join(place(name), 'rows')).filter(one => one.startsWith('batch='));

/** A Node that waits before it reads, and leaves a file for each of its processes. */
function waitingNode(): { readonly program: string; readonly started: () => number } {
  const starts = place('starts');
  mkdirSync(starts, { recursive: true });
  const program = path.join(starts, 'node.sh');
  const script = `#!/bin/sh\ntouch ${starts}/$$.started\nsleep 8\nexec ${process.execPath} "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const isMark = (name: string): boolean => name.endsWith('.started');
  return { program, started: () => readdirSync(starts).filter(isMark).length };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(50);
}

describe('the ranks of a folder, compared by a Spark cluster', () => {
  it('have the same report as by DuckDB', async () => {
    writePlantedRanks(place('planted'));
    const { code, report } = await startOnSpark(place('planted'), cluster().master).done;
    expect(code).toBe(0);
    expect(report.analysed).toHaveLength(64);
    expectSame(report.crossRank, await expected('planted'));
    expect(existsSync(path.join(place('planted'), 'cross_rank_report.md'))).toBe(true);
    expect(readdirSync(path.join(place('planted'), 'rows')).sort()).toEqual([
      ...batchesOf('planted'),
      'places.parquet'
    ]);
  });

  it('are read again only where something is new', async () => {
    const operatorMs = (name: string): number => 2 * usualMs(name);
    const directory = writeCycle(
      place('planted'),
      rankProfile({ rank: 64, steps: [2, 3], operatorMs })
    );
    const { report } = await startOnSpark(place('planted'), cluster().master).done;
    expect(report.analysed).toHaveLength(65);
    const [, second] = batchesOf('planted');
    expectSame(report.crossRank, await expected('planted'));
    const byDuckdb = await analyseByDuckdb(place('planted'));
    expect(batchesOf('planted')).toHaveLength(2);
    expectSame(byDuckdb.crossRank, report.crossRank);
    expect(readdirSync(path.join(place('planted'), 'rows', second, 'tbl=cycles'))).not.toEqual([]);
    expect(report.analysed.map(one => one.directory)).toContain(directory);
  });

  it('leave out directories that are damaged, empty or half written, each with its reason', async () => {
    writePlantedRanks(place('damaged'));
    const names = readdirSync(place('damaged'));
    const [cut, garbage, empty, without] = names
      .slice(10, 14)
      .map(name => path.join(place('damaged'), name));
    truncateSync(path.join(cut, PROFILE), 40);
    writeFileSync(path.join(garbage, PROFILE), Buffer.alloc(5000, 0x5a));
    truncateSync(path.join(empty, PROFILE), 0);
    cpSync(path.join(without, PROFILE), path.join(without, 'other'));
    truncateSync(path.join(without, PROFILE), 0);
    const { code, report } = await startOnSpark(place('damaged'), cluster().master).done;
    expect(code).toBe(1);
    expect(report.analysed).toHaveLength(60);
    expect(report.failed.map(one => one.directory)).toEqual([cut, garbage, empty, without]);
    expectSame(report.crossRank, await expected('damaged'));
  });

  it('are all there, and once, after the driver was killed while it read', async () => {
    writePlantedRanks(place('driver'));
    const node = waitingNode();
    const before = node.started();
    const running = startOnSpark(place('driver'), cluster().master, '--spark-node', node.program);
    await until(() => node.started() > before);
    killTree(running.process.pid ?? 0, { spareRoot: true });
    const { code, report } = await running.done;
    expect(code).toBe(1);
    expect(report.failed).toHaveLength(64);
    expect(report.failed[0].reason).toBe('The Spark driver was ended by SIGKILL');
    expect(batchesOf('driver')).toEqual([]);
    const again = await startOnSpark(place('driver'), cluster().master).done;
    expectSame(again.report.crossRank, await expected('driver'));
  });

  it('are all there, and once, after a worker and its executor were killed while it read', async () => {
    writePlantedRanks(place('worker'));
    const node = waitingNode();
    const before = node.started();
    const running = startOnSpark(place('worker'), cluster().master, '--spark-node', node.program);
    await until(() => node.started() > before + 1);
    cluster().workers[1].kill();
    const { code, report } = await running.done;
    expect(code).toBe(0);
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^Spark did (a task|\d tasks) again that had failed or whose executor was lost\.$/
      )
    ]);
    expectSame(report.crossRank, await expected('worker'));
  });
});
