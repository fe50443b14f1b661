import { KernelClient } from '../../bridge/kernelClient';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const ROUNDS = 11;
const WARMUP = 3;
const NS_IN_MS = 1e6;

const CELL = '1 + 1';

/** CPU time of the kernel for one cell, milliseconds. */
async function cellMs(kernel: KernelClient, source: string): Promise<number> {
  const before = await kernelCpuMs(kernel);
  await runCell(kernel, source);
  return (await kernelCpuMs(kernel)) - before;
}

/**
 * CPU time that `%%profile` adds to a cell that does nothing, in a real kernel and all its threads: the first time, and
 * each time after cells that were not profiled.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const added: number[] = [];
  const addedMs = async (): Promise<number> => {
    const bare = await cellMs(kernel, CELL);
    return (await cellMs(kernel, `%%profile\n${CELL}`)) - bare;
  };
  try {
    for (let cell = 0; cell < WARMUP; cell++) await runCell(kernel, CELL);
    const first = await addedMs();
    const run = async (): Promise<void> => {
      added.push(await addedMs());
    };
    const cases = { floor: floorCase(), round: { times: 1, run } };
    const times = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
    const floorNs = median(times.floor);
    return [
      millisecondFigure('cell.profiledFirst', first * NS_IN_MS, floorNs),
      millisecondFigure('cell.profiledOnce', median(added.slice(WARMUP)) * NS_IN_MS, floorNs)
    ];
  } finally {
    await kernel.dispose();
  }
}
