import { KernelClient } from '../../bridge/kernelClient';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, LEAST_ROUNDS, median } from '../harness';
import { kernelCpuMs, runCell } from '../kernelCpu';

const WARMUP = 1;
const WAIT_MS = 3_000;

/** Has some slices, which progress counts, and then leaves the processor to progress. */
const CELL = `%%profile --no-cpu
for (let i = 0; i < 5_000; i++) range('step', () => i);
await new Promise(done => setTimeout(done, ${WAIT_MS}));`;

/** CPU time of the kernel for the cell; only a cell with an id has its progress shown. */
async function cellMs(kernel: KernelClient, cellId?: string): Promise<number> {
  const before = await kernelCpuMs(kernel);
  await runCell(kernel, CELL, cellId);
  return (await kernelCpuMs(kernel)) - before;
}

/** Share of one core that the progress of a recorded cell takes while the cell runs, in a real kernel. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const added: number[] = [];
  const round = async (): Promise<void> => {
    const bare = await cellMs(kernel);
    added.push((await cellMs(kernel, 'followed')) - bare);
  };
  try {
    await runCell(kernel, "import { range } from 'kernelscope';");
    const cases = { floor: floorCase(), round: { times: 1, run: round } };
    const times = await interleave(cases, { rounds: LEAST_ROUNDS, warmup: WARMUP });
    const value = (100 * median(added.slice(WARMUP))) / WAIT_MS;
    return [{ name: 'cell.progress', value, floorNs: median(times.floor) }];
  } finally {
    await kernel.dispose();
  }
}
