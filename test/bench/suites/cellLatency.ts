import { monotonicClock } from '../../../src/base/clock';
import { KernelClient } from '../../bridge/kernelClient';
import { type Figure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { mainThreadNs, processNs } from '../processCost';
import type { FigureName } from '../targets';

const ROUNDS = 11;
const WARMUP = 3;

/** Figures of the end of a cell, nanoseconds from its last statement on. */
interface CellEnd {
  /** Until its display arrives at the client. */
  readonly shown: number;
  /** Until its reply and its idle status have arrived: the next cell may start. */
  readonly ended: number;
  /** CPU time of the kernel's main thread until the display has arrived. */
  readonly threadCpu: number;
  /** The same of all its threads. */
  readonly processCpu: number;
}

/** A profiled cell of so many ranges, which prints time and CPU times in its last statement. */
function cellOf(ranges: number): string {
  return `%%profile
for (let i = 0; i < ${ranges}; i++) range('op' + (i % 20), () => i);
{
  const thread = fs.readFileSync(\`/proc/self/task/\${process.pid}/schedstat\`, 'utf8').split(' ')[0];
  const { user, system } = process.cpuUsage();
  console.log([process.hrtime.bigint(), thread, (user + system) * 1000].join());
}`;
}

async function runCell(kernel: KernelClient, source: string): Promise<CellEnd> {
  const { pid = 0 } = kernel.process.child;
  const id = kernel.submit(source);
  const hasDisplay = (): boolean =>
    kernel.outputsOf(id).some(({ type }) => type === 'display_data');
  await kernel.waitUntil(hasDisplay, 'the profile of the cell');
  const shown = Number(monotonicClock());
  const cpu = { thread: mainThreadNs(pid), process: processNs(pid) };
  await kernel.finish(id);
  const ended = Number(monotonicClock());
  const [last, threadBefore, processBefore] = kernel.textOf(id).trim().split(',').map(Number);
  return {
    shown: shown - last,
    ended: ended - last,
    threadCpu: cpu.thread - threadBefore,
    processCpu: cpu.process - processBefore
  };
}

/** Cells, and the figure of each of their times. */
const CELLS = [
  {
    source: cellOf(100_000),
    figures: {
      shown: 'cell.latency',
      ended: 'cell.next',
      threadCpu: 'cell.latencyCpu',
      processCpu: 'cell.latencyProcessCpu'
    }
  },
  {
    source: cellOf(1_000_000),
    figures: {
      shown: 'cell.latencyMillion',
      ended: 'cell.nextMillion',
      threadCpu: 'cell.latencyMillionCpu',
      processCpu: 'cell.latencyMillionProcessCpu'
    }
  }
] as const satisfies readonly {
  readonly source: string;
  readonly figures: Readonly<Record<keyof CellEnd, FigureName>>;
}[];

/** The end of profiled cells of 10⁵ and 10⁶ ranges, in a real kernel over ZeroMQ. */
export async function measure(): Promise<readonly Figure[]> {
  const kernel = await KernelClient.start();
  const ends: CellEnd[][] = CELLS.map(() => []);
  const run = async (): Promise<void> => {
    for (const [at, { source }] of CELLS.entries()) ends[at].push(await runCell(kernel, source));
  };
  try {
    await kernel.execute("import * as fs from 'node:fs';\nimport { range } from 'kernelscope';");
    const cases = { floor: floorCase(), cells: { times: 1, run } };
    const times = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
    const floorNs = median(times.floor);
    return CELLS.flatMap(({ figures }, at) => {
      const counted = ends[at].slice(WARMUP);
      return (Object.keys(figures) as (keyof CellEnd)[]).map(part =>
        millisecondFigure(figures[part], median(counted.map(end => end[part])), floorNs)
      );
    });
  } finally {
    await kernel.dispose();
  }
}
