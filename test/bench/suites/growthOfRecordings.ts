import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figure';
import { type SizeCost, growthOf, medianCosts, printGrowth } from '../growth/sizeCost';
import { floorCase, interleave, median } from '../harness';
import type { FigureName } from '../targets';

/** Every size has a process of its own in each round. */
const ROUNDS = 3;

interface GrowingThing {
  readonly title: string;
  /** The heading of the sizes. */
  readonly of: string;
  readonly sizes: readonly number[];
  readonly cpu: FigureName;
  readonly memory: FigureName;
}

const THINGS: Readonly<Record<string, GrowingThing>> = {
  ranges: {
    title: 'Ranges recorded, made a profile and statistics',
    of: 'ranges',
    sizes: [1e4, 1e5, 1e6, 1e7, 1e8],
    cpu: 'growth.ranges',
    memory: 'growth.rangesMemory'
  },
  ring: {
    title: 'The same, keeping the last 1,000,000',
    of: 'ranges',
    sizes: [1e6, 1e7, 1e8],
    cpu: 'growth.ring',
    memory: 'growth.ringMemory'
  },
  labels: {
    title: '1,000,000 ranges by their number of names',
    of: 'names',
    sizes: [10, 100, 1e3, 1e4, 1e5],
    cpu: 'growth.labels',
    memory: 'growth.labelsMemory'
  },
  depth: {
    title: '1,000,000 slices by the depth of their nesting',
    of: 'deep',
    sizes: [1, 10, 100, 1e3, 1e4, 1e5],
    cpu: 'growth.depth',
    memory: 'growth.depthMemory'
  }
};

async function costOf(name: string, size: number): Promise<SizeCost> {
  const child = fork(join(__dirname, 'growthProgram.js'), [name, String(size)], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Recording ${size} (${name}) ended with ${code}`);
  });
  const [cost] = (await Promise.race([once(child, 'message'), ended])) as [SizeCost];
  await ended.catch(() => undefined);
  return cost;
}

/** One process after the other. */
async function costsOf(name: string, sizes: readonly number[]): Promise<readonly SizeCost[]> {
  const costs: SizeCost[] = [];
  for (const size of sizes) costs.push(await costOf(name, size));
  return costs;
}

/** How CPU time and memory of recordings grow. Prints a table for each thing that grows. */
export async function measure(): Promise<readonly Figure[]> {
  const things = Object.entries(THINGS);
  if (!existsSync('/proc/self/status')) {
    const skipped = 'the system has no /proc';
    return things.flatMap(([, { cpu, memory }]) => [
      { name: cpu, skipped },
      { name: memory, skipped }
    ]);
  }
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const figures: Figure[] = [];
  for (const [name, { title, of, sizes, cpu, memory }] of things) {
    const rounds: (readonly SizeCost[])[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await costsOf(name, sizes));
    const costs = medianCosts(rounds);
    printGrowth(title, of, costs);
    const growth = growthOf(costs);
    figures.push({ name: cpu, value: growth.cpu, floorNs });
    figures.push({ name: memory, value: growth.memory, floorNs });
  }
  return figures;
}
