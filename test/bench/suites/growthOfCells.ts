import { existsSync } from 'node:fs';
import { KernelClient } from '../../bridge/kernelClient';
import type { Figure } from '../figure';
import { type SizeCost, growthOf, printGrowth } from '../growth/sizeCost';
import { floorCase, interleave, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const CELLS = [10, 100, 500, 2000];
/** The first and the last of these cells, which are compared. */
const COMPARED = 100;
const LAST = CELLS.at(-1)! - COMPARED;

/** Costs of a kernel's cells. */
interface CellCosts {
  /** Of all cells up to each of the sizes. */
  readonly costs: readonly SizeCost[];
  /** CPU time of the last cells ÷ that of as many first ones. */
  readonly later: number;
}

/** A cell as most of a notebook are: it declares something, and uses what an earlier one declared. */
const cellAt = (at: number): string =>
  at === 0 ? 'const value0 = 0;' : `const value${at} = value${at - 1} + 1;`;

/** Resident memory of the kernel, bytes, as a cell of it reads it. */
const kernelBytes = async (kernel: KernelClient): Promise<number> =>
  Number(await runCell(kernel, 'console.log(process.memoryUsage.rss());'));

async function runCells(kernel: KernelClient, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) await runCell(kernel, cellAt(at));
}

/** Costs of the cells of a new kernel that runs `first` before them. */
async function costsOf(first: string): Promise<CellCosts> {
  const kernel = await KernelClient.start();
  try {
    await runCell(kernel, first);
    const [cpuBefore, bytesBefore] = [await kernelCpuMs(kernel), await kernelBytes(kernel)];
    const costs = new Map<number, SizeCost>();
    let ran = 0;
    for (const size of [...CELLS, LAST].sort((a, b) => a - b)) {
      await runCells(kernel, ran, size);
      ran = size;
      const cpuMs = (await kernelCpuMs(kernel)) - cpuBefore;
      costs.set(size, { size, cpuMs, bytes: (await kernelBytes(kernel)) - bytesBefore });
    }
    const cpuMs = (size: number): number => costs.get(size)!.cpuMs;
    return {
      costs: CELLS.map(size => costs.get(size)!),
      later: (cpuMs(LAST + COMPARED) - cpuMs(LAST)) / cpuMs(COMPARED)
    };
  } finally {
    await kernel.dispose();
  }
}

/** Of bare cells, and of recorded ones. */
const FIGURES = [
  'growth.cells',
  'growth.cellsMemory',
  'growth.cellsLater',
  'growth.recordedCells',
  'growth.recordedCellsMemory',
  'growth.recordedCellsLater'
] as const;

/** How CPU time and memory of a kernel grow with its cells. Prints a table for bare and recorded ones. */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/status')) {
    const skipped = 'the system has no /proc';
    return FIGURES.map(name => ({ name, skipped }));
  }
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const bare = await costsOf('1;');
  printGrowth('Cells that declare a variable each', 'cells', bare.costs);
  const recorded = await costsOf('%profile on');
  printGrowth('The same after %profile on', 'cells', recorded.costs);
  const values = [bare, recorded].flatMap(({ costs, later }) => {
    const { cpu, memory } = growthOf(costs);
    return [cpu, memory, later];
  });
  return FIGURES.map((name, at) => ({ name, value: values[at], floorNs }));
}
