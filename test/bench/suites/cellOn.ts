import { KernelClient } from '../../bridge/kernelClient';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const ROUNDS = 11;
const WARMUP = 3;
const NS_IN_MS = 1e6;

/** Cells of one round: those that record, and as many that do not. */
const CELLS = 20;

/** A short cell, as most of a notebook are. */
const CELL = 'range("step", () => [3, 1, 2].sort().join());';

/** CPU time of the kernel for one short cell, milliseconds. */
async function cellMs(kernel: KernelClient): Promise<number> {
  const before = await kernelCpuMs(kernel);
  for (let cell = 0; cell < CELLS; cell++) await runCell(kernel, CELL);
  return ((await kernelCpuMs(kernel)) - before) / CELLS;
}

/**
 * CPU time that `%profile on` adds to a short cell, in a real kernel: all its threads, from the request to
 * the line below the cell.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const added: number[] = [];
  const round = async (): Promise<void> => {
    const bare = await cellMs(kernel);
    await runCell(kernel, '%profile on');
    const recorded = await cellMs(kernel);
    await runCell(kernel, '%profile off');
    added.push(recorded - bare);
  };
  try {
    await runCell(kernel, "import { range } from 'kernelscope';");
    const cases = { floor: floorCase(), round: { times: 1, run: round } };
    const times = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
    const rawNs = median(added.slice(WARMUP)) * NS_IN_MS;
    return [millisecondFigure('cell.on', rawNs, median(times.floor))];
  } finally {
    await kernel.dispose();
  }
}
