import { median } from '../harness';
import { printTable } from '../printTable';

/** The cost of one size. */
export interface SizeCost {
  readonly size: number;
  /** Of all threads, milliseconds. */
  readonly cpuMs: number;
  /** Memory beyond that before, bytes. */
  readonly bytes: number;
}

/** How steeply costs grow with the size: 1 is linear, 2 quadratic. */
export interface Growth {
  readonly cpu: number;
  readonly memory: number;
}

/** Costs below these are mostly what starting takes; steps between them count for nothing. */
const LEAST_CPU_MS = 50;
const LEAST_BYTES = 8e6;

const BYTES_PER_MB = 1e6;

/** The exponent of the step from one cost to the next: its slope on logarithmic scales. */
function exponentOf(from: number, to: number, times: number): number {
  return Math.log(Math.max(to, 1) / Math.max(from, 1)) / Math.log(times);
}

/** The exponents of the steps between neighbouring sizes; the first size has none. */
function steps(costs: readonly SizeCost[], of: 'cpuMs' | 'bytes'): (number | null)[] {
  return costs.map((cost, at) =>
    at === 0 ? null : exponentOf(costs[at - 1][of], cost[of], cost.size / costs[at - 1].size)
  );
}

/** The medians of several rounds over the same sizes. */
export function medianCosts(rounds: readonly (readonly SizeCost[])[]): readonly SizeCost[] {
  return rounds[0].map(({ size }, at) => ({
    size,
    cpuMs: median(rounds.map(round => round[at].cpuMs)),
    bytes: median(rounds.map(round => round[at].bytes))
  }));
}

/**
 * The steepest steps between neighbouring sizes, as exponents; 0 where every cost is small. A slope over all
 * sizes would hide behind the constant cost of small ones what grows too fast among large ones.
 */
export function growthOf(costs: readonly SizeCost[]): Growth {
  const steepest = (of: 'cpuMs' | 'bytes', least: number): number =>
    Math.max(0, ...steps(costs, of).map((step, at) => (costs[at][of] < least ? 0 : (step ?? 0))));
  return { cpu: steepest('cpuMs', LEAST_CPU_MS), memory: steepest('bytes', LEAST_BYTES) };
}

/** Prints the costs by size, with the exponent of each step. */
export function printGrowth(title: string, of: string, costs: readonly SizeCost[]): void {
  const [cpu, memory] = [steps(costs, 'cpuMs'), steps(costs, 'bytes')];
  const exponent = (step: number | null): string => step?.toFixed(2) ?? '';
  const rows = costs.map(({ size, cpuMs, bytes }, at) => [
    ...[cpuMs.toFixed(0), exponent(cpu[at])],
    ...[(bytes / BYTES_PER_MB).toFixed(1), exponent(memory[at]), size.toLocaleString('en')]
  ]);
  printTable(title, ['CPU ms', 'exponent', 'MB', 'exponent', of], rows);
}
