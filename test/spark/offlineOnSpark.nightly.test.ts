import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CrossRankReport } from '../../src/report';
import { KernelClient } from '../bridge/kernelClient';
import { useFolder } from '../support/folders';
import { rankProfile, usualMs, writeCycle, writePlantedRanks } from '../support/rankDirectories';
import { type JsonReport, analyseByDuckdb, startOnSpark } from './offlineCommand';
import { CLUSTER_CONF, killTree, sparkVariables, useSparkCluster } from './sparkCluster';

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
async function byDuckdb(name: string): Promise<JsonReport> {
  const copy = place(`${name}-by-duckdb`);
  const isWanted = (file: string): boolean => !file.startsWith(path.join(place(name), 'rows'));
  cpSync(place(name), copy, { recursive: true, filter: isWanted });
  return analyseByDuckdb(copy);
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

/** A Node that dies when it comes to a directory. */
function dyingNode(name: string): string {
  const program = place('dying-node.sh');
  const script = `#!/bin/sh
all=$(cat)
case "$all" in *${name}*) ;; *) printf '%s\\n' "$all" | ${process.execPath} "$@"; exit;; esac
printf '%s\\n' "$all" | sed '/${name}/,$d' | ${process.execPath} "$@"
kill -ABRT $$
`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
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
    expectSame(report.crossRank, (await byDuckdb('planted')).crossRank);
    const forms = ['json', 'md', 'html'].map(ending => `cross_rank_report.${ending}`);
    expect(forms.filter(file => !existsSync(path.join(place('planted'), file)))).toEqual([]);
    expect(report.problems).toEqual([]);
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
    expectSame(report.crossRank, (await byDuckdb('planted')).crossRank);
    const next = await analyseByDuckdb(place('planted'));
    expect(batchesOf('planted')).toHaveLength(2);
    expectSame(next.crossRank, report.crossRank);
    expect(readdirSync(path.join(place('planted'), 'rows', second, 'tbl=cycles'))).not.toEqual([]);
    expect(report.analysed.map(one => one.directory)).toContain(directory);
  });

  it('are compared from a cell, which shows the report', async () => {
    const kernel = await KernelClient.start();
    try {
      const { SPARK_HOME, SPARK_LOCAL_IP, PYSPARK_PYTHON } = sparkVariables();
      const variables = JSON.stringify({ SPARK_HOME, SPARK_LOCAL_IP, PYSPARK_PYTHON });
      const spark = JSON.stringify({ master: cluster().master, conf: CLUSTER_CONF });
      const id = kernel.submit(`import { Profiler } from 'kernelscope';
Object.assign(process.env, ${variables});
const report = await Profiler.offlineAnalyse('${place('planted')}', { engine: { spark: ${spark} } });
console.log(String(report));`);
      // a cluster takes longer than what cells are waited for
      await until(() => kernel.textOf(id) !== '' || kernel.outputsOf(id).length > 0);
      const { reply } = await kernel.finish(id);
      expect(reply['status'], JSON.stringify(reply)).toBe('ok');
      expect(kernel.textOf(id)).toContain('Slowest rank: 64 (node8, process 1064).');
    } finally {
      await kernel.dispose();
    }
    expect(batchesOf('planted')).toHaveLength(2);
  });

  it('leave out directories that are damaged, empty or half written, each with its reason', async () => {
    writePlantedRanks(place('damaged'));
    const names = readdirSync(place('damaged')).slice(10, 15);
    const bad = names.map(name => path.join(place('damaged'), name));
    const [cut, garbage, empty, without] = bad.map(directory => path.join(directory, PROFILE));
    truncateSync(cut, 40);
    writeFileSync(garbage, Buffer.alloc(5000, 0x5a));
    truncateSync(empty, 0);
    renameSync(without, `${without}.part`);
    const more = ['--spark-node', dyingNode(names[4])];
    const { code, report } = await startOnSpark(place('damaged'), cluster().master, { more }).done;
    expect(code).toBe(1);
    expect(report.analysed).toHaveLength(59);
    expect(report.failed.map(one => one.directory)).toEqual(bad);
    expect(report.failed[4].reason).toBe('its reader was ended by signal 6');
    rmSync(bad[4], { recursive: true });
    const { failed, crossRank } = await byDuckdb('damaged');
    const reasons = failed.map(({ reason }) => reason.replaceAll('damaged-by-duckdb', 'damaged'));
    expect(report.failed.slice(0, 4).map(one => one.reason)).toEqual(reasons);
    expectSame(report.crossRank, crossRank);
  });

  it('are named, and no rows of them count, where the disk is full', async () => {
    writePlantedRanks(place('full'));
    const rows = path.join(place('full'), 'rows');
    mkdirSync(rows);
    const smallDisk = { folder: rows, kilobytes: 64 };
    const { code, report } = await startOnSpark(place('full'), 'local[2]', { smallDisk }).done;
    expect(code).toBe(1);
    expect(report.failed).toHaveLength(64);
    expect(report.failed[0].reason).toMatch(/No space left on device/);
    expect(batchesOf('full')).toEqual([]);
  });

  it('are all there, and once, after the driver was killed while it read', async () => {
    writePlantedRanks(place('driver'));
    const node = waitingNode();
    const before = node.started();
    const running = startOnSpark(place('driver'), cluster().master, {
      more: ['--spark-node', node.program]
    });
    await until(() => node.started() > before);
    killTree(running.process.pid ?? 0, { spareRoot: true });
    const { code, report } = await running.done;
    expect(code).toBe(1);
    expect(report.failed).toHaveLength(64);
    expect(report.failed[0].reason).toBe('The Spark driver was ended by SIGKILL');
    expect(batchesOf('driver')).toEqual([]);
    const again = await startOnSpark(place('driver'), cluster().master).done;
    expectSame(again.report.crossRank, (await byDuckdb('driver')).crossRank);
  });

  it('are all there, and once, after a worker and its executor were killed while it read', async () => {
    writePlantedRanks(place('worker'));
    const node = waitingNode();
    const before = node.started();
    const running = startOnSpark(place('worker'), cluster().master, {
      more: ['--spark-node', node.program]
    });
    await until(() => node.started() > before + 1);
    cluster().workers[1].kill();
    const { code, report } = await running.done;
    expect(code).toBe(0);
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^Spark did (a task|\d tasks) again that had failed or whose executor was lost\.$/
      )
    ]);
    expectSame(report.crossRank, (await byDuckdb('worker')).crossRank);
  });
});
