import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KernelClient } from '../../bridge/kernelClient';
import type { KernelCommand } from '../../bridge/kernelProcess';
import { type Figure, type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { runCell } from '../kernelCpu';
import { processNs, residentMb } from '../processCost';

const NAMES = [
  'kernel.start',
  'kernel.startCold',
  'kernel.startPeer',
  'kernel.firstCell',
  'kernel.idleRss'
] as const;

const ROUNDS = 3;

/** After that, a kernel that was started has nothing left to do. */
const IDLE_MS = 500;

/** tslab's kernel, in a process of its own as Jupyter starts it. */
const byTslab: KernelCommand = (_folder, connectionFile) => [
  process.execPath,
  createRequire(__filename).resolve('tslab/bin/tslab'),
  'kernel',
  `--config-path=${connectionFile}`
];

interface Start {
  /** CPU time from the start of the process until it is idle. */
  readonly idleNs: number;
  readonly idleMb: number;
  /** CPU time from the start of the process until its first cell has run. */
  readonly cellNs: number;
}

/** Has Node, and so the kernel, keep no compiled code. */
const COLD = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** Leaves the kernel's compiled code in `caches`, as the first kernel of an installation does. */
async function keepCode(caches: string): Promise<void> {
  const kernel = await KernelClient.start({ XDG_CACHE_HOME: caches });
  try {
    await kernel.execute('const x = 1 + 1;');
    await kernel.waitUntil(() => readdirSync(caches, { recursive: true }).length > 1, 'the code');
  } finally {
    await kernel.dispose();
  }
}

async function start(
  environment: Record<string, string> = {},
  command?: KernelCommand
): Promise<Start> {
  const kernel = await KernelClient.start(environment, undefined, command);
  const pid = kernel.process.child.pid!;
  try {
    await sleep(IDLE_MS);
    const idle = { idleNs: processNs(pid), idleMb: residentMb(pid) };
    await runCell(kernel, 'const x = 1 + 1;');
    await sleep(IDLE_MS);
    return { ...idle, cellNs: processNs(pid) };
  } finally {
    await kernel.dispose();
  }
}

/** Processor time and memory of starting the kernel, with and without compiled code, and tslab's kernel in turn. */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/stat')) {
    return NAMES.map(name => ({ name, skipped: 'the system has no /proc' }));
  }
  const { floor } = await interleave({ floor: floorCase() });
  const caches = mkdtempSync(path.join(tmpdir(), 'kernelscope-bench-'));
  const own: Start[] = [];
  const cold: Start[] = [];
  const peer: Start[] = [];
  try {
    await keepCode(caches);
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await start({ XDG_CACHE_HOME: caches }));
      cold.push(await start(COLD));
      peer.push(await start({}, byTslab));
    }
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
  return figures({ own, cold, peer }, median(floor));
}

interface Starts {
  readonly own: readonly Start[];
  /** Without compiled code. */
  readonly cold: readonly Start[];
  readonly peer: readonly Start[];
}

function figures({ own, cold, peer }: Starts, floorNs: number): readonly MeasuredFigure[] {
  const of = (starts: readonly Start[], name: keyof Start): number =>
    median(starts.map(one => one[name]));
  const ratio = of(own, 'idleNs') / of(peer, 'idleNs');
  return [
    millisecondFigure('kernel.start', of(own, 'idleNs'), floorNs),
    millisecondFigure('kernel.startCold', of(cold, 'idleNs'), floorNs),
    { name: 'kernel.startPeer', value: ratio, floorNs },
    millisecondFigure('kernel.firstCell', of(own, 'cellNs'), floorNs),
    { name: 'kernel.idleRss', value: of(own, 'idleMb'), floorNs }
  ];
}
