import { monotonicClock } from '../../../src/record/time/clock';
import { KernelClient } from '../../bridge/kernelClient';
import type { MeasuredFigure } from '../figure';
import { millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const WARMUP = 3;

const CELL = `%%profile
for (let i = 0; i < 100_000; i++) range('op' + (i % 20), () => i);
console.log(process.hrtime.bigint().toString());`;

/** Runs the profiled cell; nanoseconds from its last statement to its display arriving here. */
async function latency(kernel: KernelClient): Promise<number> {
  let arrival = 0n;
  const id = kernel.submit(CELL);
  const isShown = (): boolean => {
    if (!kernel.outputsOf(id).some(({ type }) => type === 'display_data')) return false;
    arrival = monotonicClock();
    return true;
  };
  await kernel.waitUntil(isShown, 'the profile of the cell');
  await kernel.finish(id);
  return Number(arrival - BigInt(kernel.textOf(id).trim()));
}

/** The wait for the output of a profiled cell of 10⁵ ranges, in a real kernel over ZeroMQ. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const latencies: number[] = [];
  try {
    await kernel.execute("import { range } from 'kernelscope';");
    const cell = { times: 1, run: async () => latencies.push(await latency(kernel)) };
    const times = await interleave({ floor: floorCase(), cell }, { rounds: 11, warmup: WARMUP });
    const rawNs = median(latencies.slice(WARMUP));
    return [millisecondFigure('cell.latency', rawNs, median(times.floor))];
  } finally {
    await kernel.dispose();
  }
}
