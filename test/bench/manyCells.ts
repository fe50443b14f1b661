import type { KernelClient } from '../bridge/kernelClient';
import { runCell } from './kernelCpu';
import { processCpuMs, residentMb } from './processCost';

/** The costs of running one cell a thousand times. */
export interface ManyCells {
  /** CPU time of the kernel for a cell, milliseconds: soon after the tenth, and after the thousandth. */
  readonly earlyMs: number;
  readonly lateMs: number;
  /** Resident memory after the thousandth cell ÷ that after the hundredth. */
  readonly growth: number;
}

const WARMUP = 10;
const COUNTED = 90;
const CELLS = 1_000;

/** Runs `source` again and again, in a kernel that has run next to nothing. */
export async function runManyCells(kernel: KernelClient, source: string): Promise<ManyCells> {
  const pid = kernel.process.child.pid!;
  const run = async (times: number): Promise<number> => {
    const before = processCpuMs(pid);
    for (let cell = 0; cell < times; cell++) await runCell(kernel, source);
    return (processCpuMs(pid) - before) / times;
  };
  await run(WARMUP);
  const earlyMs = await run(COUNTED);
  const earlyMb = residentMb(pid);
  await run(CELLS - WARMUP - COUNTED);
  const growth = residentMb(pid) / earlyMb;
  return { earlyMs, lateMs: await run(COUNTED), growth };
}
