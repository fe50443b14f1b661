import { existsSync } from 'node:fs';
import { KernelClient } from '../../bridge/kernelClient';
import type { Figure } from '../figure';
import { type SizeCost, growthOf, printGrowth } from '../growth/sizeCost';
import { floorCase, interleave, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const CELLS = [10, 100, 500, 2000];

/** A cell as most of a notebook are: it declares something, and uses what an earlier one declared. */
const cellAt = (at: number): string =>
  at === 0 ? 'const value0 = 0;' : `const value${at} = value${at - 1} + 1;`;

/** Resident memory of the kernel, bytes, as a cell of it reads it. */
const kernelBytes = async (kernel: KernelClient): Promise<number> =>
  Number(await runCell(kernel, 'console.log(process.memoryUsage.rss());'));

async function runCells(kernel: KernelClient, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) await runCell(kernel, cellAt(at));
}

/** Cost of all cells up to each of the sizes, in a new kernel that runs `first` before them. */
async function costsOf(first: string): Promise<readonly SizeCost[]> {
  const kernel = await KernelClient.start();
  try {
    await runCell(kernel, first);
    const [cpuBefore, bytesBefore] = [await kernelCpuMs(kernel), await kernelBytes(kernel)];
    const costs: SizeCost[] = [];
    let ran = 0;
    for (const size of CELLS) {
      await runCells(kernel, ran, size);
      ran = size;
      const cpuMs = (await kernelCpuMs(kernel)) - cpuBefore;
      costs.push({ size, cpuMs, bytes: (await kernelBytes(kernel)) - bytesBefore });
    }
    return costs;
  } finally {
    await kernel.dispose();
  }
}

/** How CPU time and memory of a kernel grow with its cells. Prints a table for bare and recorded ones. */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/status')) {
    const skipped = 'the system has no /proc';
    return [
      { name: 'growth.cells', skipped },
      { name: 'growth.cellsMemory', skipped },
      { name: 'growth.recordedCells', skipped },
      { name: 'growth.recordedCellsMemory', skipped }
    ];
  }
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const bare = await costsOf('1;');
  printGrowth('Cells that declare a variable each', 'cells', bare);
  const recorded = await costsOf('%profile on');
  printGrowth('The same after %profile on', 'cells', recorded);
  return [
    { name: 'growth.cells', value: growthOf(bare).cpu, floorNs },
    { name: 'growth.cellsMemory', value: growthOf(bare).memory, floorNs },
    { name: 'growth.recordedCells', value: growthOf(recorded).cpu, floorNs },
    { name: 'growth.recordedCellsMemory', value: growthOf(recorded).memory, floorNs }
  ];
}
