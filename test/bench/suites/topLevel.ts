import { KernelClient } from '../../bridge/kernelClient';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const WARMUP = 3;

const LOOP = 'let n = 0;\nfor (let i = 0; i < 10_000_000; i++) n += i;';

/** What {@link EARLIER_LOOP} uses: declared by a cell before the one that loops. */
const EARLIER = `let sum = 0;
const values = Array.from({ length: 1000 }, (_, i) => i);
const point = { x: 1, y: 2 };
function add(a: number, b: number): number { return a + b; }`;

const EARLIER_LOOP = `for (let i = 0; i < 10_000_000; i++) {
  sum = add(sum, values[i % 1000]) & 0xffff;
  point.x = sum + point.y;
}`;

/** As many changing variables as a long notebook has. */
const MANY = Array.from({ length: 300 }, (_, i) => `let many${i} = 0; many${i} += 1;`).join('\n');

async function run(kernel: KernelClient, source: string): Promise<string> {
  const id = kernel.submit(source);
  const { reply } = await kernel.finish(id);
  if (reply['status'] !== 'ok') throw new Error(`The cell failed: ${String(reply['evalue'])}`);
  return kernel.textOf(id).trim();
}

/** Nanoseconds for which the cell's loop ran, by its own clock. */
async function loopTime(kernel: KernelClient, loop: string): Promise<number> {
  const text = await run(
    kernel,
    `const start = process.hrtime.bigint();\n${loop}\n` +
      'console.log((process.hrtime.bigint() - start).toString());\nsum;'
  );
  return Number(text.split('\n')[0]);
}

/** How much longer a loop takes than `local`, the same over variables of a block. */
async function ratioTo(
  kernel: KernelClient,
  loop: string,
  local: string
): Promise<Omit<MeasuredFigure, 'name'>> {
  const shared: number[] = [];
  const inBlock: number[] = [];
  const cases = {
    floor: floorCase(),
    shared: { times: 1, run: async () => shared.push(await loopTime(kernel, loop)) },
    local: { times: 1, run: async () => inBlock.push(await loopTime(kernel, `{ ${local} }`)) }
  };
  const times = await interleave(cases, { rounds: 11, warmup: WARMUP });
  const value = median(shared.slice(WARMUP)) / median(inBlock.slice(WARMUP));
  return { value, floorNs: median(times.floor) };
}

/**
 * Loops over variables at the top level of cells against loops over variables of a block: those of the
 * same cell, those of an earlier cell, and these once there are many.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kernel = await KernelClient.start();
  const earlier = `${EARLIER}\n${EARLIER_LOOP}`;
  try {
    await run(kernel, EARLIER);
    const own = await ratioTo(kernel, LOOP, LOOP);
    const later = await ratioTo(kernel, EARLIER_LOOP, earlier);
    await run(kernel, MANY);
    const crowded = await ratioTo(kernel, EARLIER_LOOP, earlier);
    return [
      { name: 'cell.topLevel', ...own },
      { name: 'cell.earlier', ...later },
      { name: 'cell.earlierOfMany', ...crowded }
    ];
  } finally {
    await kernel.dispose();
  }
}
