import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CrossRankReport } from '../../src/report';
import { CLUSTER_CONF, sparkVariables } from './sparkCluster';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** The report of `offline-analyse --json`, as far as tests read it. */
export interface JsonReport {
  readonly analysed: readonly { readonly directory: string; readonly rank: number }[];
  readonly failed: readonly { readonly directory: string; readonly reason: string }[];
  readonly crossRank: CrossRankReport | null;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** An analysis under way. */
export interface RunningCommand {
  readonly process: ChildProcess;
  readonly done: Promise<{ readonly code: number | null; readonly report: JsonReport }>;
}

/** How an analysis on Spark is started. */
export interface SparkStart {
  /** More arguments. */
  readonly more?: readonly string[];
  /** A folder on which a disk of so many kilobytes is mounted, for this analysis alone. */
  readonly smallDisk?: { readonly folder: string; readonly kilobytes: number };
}

/** Starts `kernelscope offline-analyse` on a cluster. */
export function startOnSpark(
  folder: string,
  master: string,
  { more = [], smallDisk }: SparkStart = {}
): RunningCommand {
  const settings = Object.entries(CLUSTER_CONF).map(([name, value]) => `${name}=${value}`);
  const conf = settings.flatMap(setting => ['--spark-conf', setting]);
  const args = [folder, '--engine', 'spark', '--master', master, ...conf, ...more];
  if (!smallDisk) return start([], args);
  const mount = `mount -t tmpfs -o size=${smallDisk.kilobytes}k tmpfs '${smallDisk.folder}'`;
  return start(
    ['unshare', '--map-root-user', '--mount', 'sh', '-c', `${mount} && exec "$@"`, 'sh'],
    args
  );
}

/** The same analysis by DuckDB. */
export async function analyseByDuckdb(folder: string): Promise<JsonReport> {
  return (await start([], [folder, '--tables-only']).done).report;
}

function start(before: readonly string[], args: readonly string[]): RunningCommand {
  const [program, ...rest] = [
    ...before,
    process.execPath,
    COMMAND,
    'offline-analyse',
    ...args,
    '--json'
  ];
  const child = spawn(program, rest, { env: sparkVariables(), stdio: ['ignore', 'pipe', 'pipe'] });
  const run = async () => {
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close')
    ]);
    if (!out.startsWith('{')) throw new Error(`no report: ${err}`);
    return { code: child.exitCode, report: JSON.parse(out) as JsonReport };
  };
  return { process: child, done: run() };
}
