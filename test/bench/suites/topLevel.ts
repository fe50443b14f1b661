import { KernelClient } from '../../bridge/kernelClient';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const WARMUP = 3;

const LOOP = 'let n = 0;\nfor (let i = 0; i < 10_000_000; i++) n += i;';

/** Nanoseconds for which the cell's loop ran, by its own clock. */
async function loopTime(kernel: KernelClient, loop: string): Promise<number> {
  const id = kernel.submit(
    `const start = process.hrtime.bigint();\n${loop}\n` +
      'console.log((process.hrtime.bigint() - start).toString());'
  );
  const { reply } = await kernel.finish(id);
  if (reply['status'] !== 'ok') throw new Error(`The cell failed: ${String(reply['evalue'])}`);
  return Number(kernel.textOf(id).trim());
}

/** A loop over a variable at the top level of a cell against one over a variable of a block. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const shared: number[] = [];
  const local: number[] = [];
  const cases = {
    floor: floorCase(),
    shared: { times: 1, run: async () => shared.push(await loopTime(kernel, LOOP)) },
    local: { times: 1, run: async () => local.push(await loopTime(kernel, `{ ${LOOP} }`)) }
  };
  try {
    const times = await interleave(cases, { rounds: 11, warmup: WARMUP });
    const value = median(shared.slice(WARMUP)) / median(local.slice(WARMUP));
    return [{ name: 'cell.topLevel', value, floorNs: median(times.floor) }];
  } finally {
    await kernel.dispose();
  }
}
