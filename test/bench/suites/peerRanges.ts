import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from '../figure';
import { floorCase, interleave, LEAST_ROUNDS, median } from '../harness';
import { FOLDER_VARIABLE } from '../peers/peerEnvironment';
import type { RangeCost } from '../peers/rangesProgram';
import { PEER_PACKAGES, scratchPackage } from '../peers/scratchPackages';
import { printTable } from '../printTable';

const WARMUP = 2;

const KINDS = {
  kernelscope: 'range of Kernelscope',
  measures: 'performance.measure',
  openTelemetry: 'span of @opentelemetry/sdk-trace-base',
  ddTrace: `span of ${PEER_PACKAGES.ddTrace}`
} as const;

type Kind = keyof typeof KINDS;

const HEADINGS = ['ns', 'CPU ns', 'bytes', 'what'];

/** `dd-trace` would tell of itself, and ask its agent what to do. */
const QUIET = {
  DD_TRACE_STARTUP_LOGS: 'false',
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false'
};

function startKind(kind: Kind, folder: string): ChildProcess {
  return fork(join(__dirname, 'rangesProgram.js'), [kind], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...QUIET, [FOLDER_VARIABLE]: folder },
    stdio: ['ignore', 'inherit', 'ignore', 'ipc']
  });
}

/** Rejects when the process ends, which none does by itself. */
async function endOf(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`A process that marks ranges ended with ${code}`);
}

async function askCost(child: ChildProcess, end: Promise<never>): Promise<RangeCost> {
  child.send('round');
  return ((await Promise.race([once(child, 'message'), end])) as [RangeCost])[0];
}

/** The medians of each kind, a process each, which take turns. */
async function costsOf(kinds: readonly Kind[], folder: string): Promise<Map<Kind, RangeCost>> {
  const children = kinds.map(kind => {
    const child = startKind(kind, folder);
    return { kind, child, end: endOf(child) };
  });
  const costs = new Map(kinds.map(kind => [kind, [] as RangeCost[]]));
  for (let round = 0; round < WARMUP + LEAST_ROUNDS; round++) {
    for (const { kind, child, end } of children) {
      costs.get(kind)?.push(await askCost(child, end));
    }
  }
  for (const { child } of children) child.removeAllListeners('exit').kill();
  return new Map([...costs].map(([kind, all]) => [kind, medianOf(all.slice(WARMUP))]));
}

function medianOf(costs: readonly RangeCost[]): RangeCost {
  const of = (name: keyof RangeCost): number => median(costs.map(cost => cost[name]));
  return { wallNs: of('wallNs'), cpuNs: of('cpuNs'), bytes: of('bytes') };
}

/** A range beside spans and measures of others: time, CPU time of all threads, memory. Prints a table. */
export async function measure(): Promise<readonly Figure[]> {
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const found = scratchPackage('ddTrace');
  const all = Object.keys(KINDS) as Kind[];
  const folder = 'missing' in found ? '' : found.folder;
  const costs = await costsOf(
    all.filter(kind => kind !== 'ddTrace' || folder !== ''),
    folder
  );
  const rows = [...costs].map(([kind, { wallNs, cpuNs, bytes }]) => [
    ...[wallNs.toFixed(0), cpuNs.toFixed(0), bytes.toFixed(0), KINDS[kind]]
  ]);
  if ('missing' in found) rows.push(['', '', '', `${KINDS.ddTrace} skipped: ${found.missing}`]);
  printTable('A marked stretch of code', HEADINGS, rows);
  const worst = (of: keyof RangeCost): number => {
    const [own, ...others] = [...costs.values()].map(cost => cost[of]);
    return own / Math.min(...others);
  };
  const [own, dd] = [costs.get('kernelscope'), costs.get('ddTrace')];
  const ddTrace: Figure =
    own && dd
      ? { name: 'peer.ddTrace', value: own.wallNs / dd.wallNs, floorNs }
      : { name: 'peer.ddTrace', skipped: 'missing' in found ? found.missing : 'not measured' };
  return [
    ddTrace,
    { name: 'peer.rangeCpu', value: worst('cpuNs'), floorNs },
    { name: 'peer.rangeBytes', value: worst('bytes'), floorNs }
  ];
}
