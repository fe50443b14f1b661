import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KernelClient } from '../bridge/kernelClient';
import type { Figure, MeasuredFigure } from './figure';
import { floorCase, interleave, median } from './harness';
import { runCell } from './kernelCpu';
import { processNs, residentMb } from './processCost';
import type { FigureName } from './targets';

/** The costs of running one cell a thousand times, and F. */
export interface ManyCells {
  /** CPU time of the kernel for a cell, nanoseconds: soon after the tenth, and after the thousandth. */
  readonly earlyNs: number;
  readonly lateNs: number;
  /** Resident memory of the idle kernel after the thousandth cell ÷ that after the hundredth. */
  readonly growth: number;
  readonly floorNs: number;
}

const WARMUP = 10;
const COUNTED = 90;
const CELLS = 1_000;

/** After that, an idle kernel has given back the memory that it can: V8 empties sparse pages half a minute after its collection. */
const IDLE_MS = 50_000;

/** Figures of running `source` again and again, in a real kernel that has run nothing before. */
export async function measureManyCells(
  source: string,
  names: readonly FigureName[],
  figuresOf: (cost: ManyCells) => readonly MeasuredFigure[]
): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/stat')) {
    return names.map(name => ({ name, skipped: 'the system has no /proc' }));
  }
  const { floor } = await interleave({ floor: floorCase() });
  const kernel = await KernelClient.start();
  try {
    return figuresOf({ ...(await runManyCells(kernel, source)), floorNs: median(floor) });
  } finally {
    await kernel.dispose();
  }
}

async function runManyCells(
  kernel: KernelClient,
  source: string
): Promise<Omit<ManyCells, 'floorNs'>> {
  const pid = kernel.process.child.pid!;
  const run = async (times: number): Promise<number> => {
    const before = processNs(pid);
    for (let cell = 0; cell < times; cell++) await runCell(kernel, source);
    return (processNs(pid) - before) / times;
  };
  await run(WARMUP);
  const earlyNs = await run(COUNTED);
  const idleMb = async (): Promise<number> => {
    await sleep(IDLE_MS);
    return residentMb(pid);
  };
  const earlyMb = await idleMb();
  await run(CELLS - WARMUP - COUNTED);
  const lateNs = await run(COUNTED);
  return { earlyNs, lateNs, growth: (await idleMb()) / earlyMb };
}
