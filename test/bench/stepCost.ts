import { monotonicClock } from '../../src/base/clock';
import { taskTime } from '../../src/sources/process/taskTimes';
import type { Figure } from './figure';
import { median } from './harness';
import type { FigureName } from './targets';

/** The cost of one step, averaged over a stretch of them, nanoseconds. */
export interface StepCost {
  /** The median of the steps by the clock. */
  readonly wallNs: number;
  /** CPU time of the main thread. */
  readonly mainNs: number;
  /** CPU time of all threads of the process. */
  readonly processNs: number;
}

/** Names of the times in {@link StepCost}. */
export type CostKind = keyof StepCost;

/** Does so many steps; what one of them cost. */
export async function costOfSteps(step: () => Promise<unknown>, count: number): Promise<StepCost> {
  const wall: number[] = [];
  const before = cpuTimes();
  for (let i = 0; i < count; i++) {
    const start = monotonicClock();
    await step();
    wall.push(Number(monotonicClock() - start));
  }
  const after = cpuTimes();
  return {
    wallNs: median(wall),
    mainNs: (after.mainNs - before.mainNs) / count,
    processNs: (after.processNs - before.processNs) / count
  };
}

/**
 * By how many percent `costs` are above `others`, which took their turns in the same rounds: the median
 * over the rounds.
 */
export function extraPercent(
  costs: readonly StepCost[],
  others: readonly StepCost[],
  kind: CostKind
): number {
  return (median(costs.map((cost, round) => cost[kind] / others[round][kind])) - 1) * 100;
}

const parked = new Int32Array(new SharedArrayBuffer(4));

/**
 * CPU times so far. Linux adds up the time of a thread when it leaves the processor, or at a tick: so
 * the main thread leaves it for a moment before it looks. Where the system does not tell of threads the
 * time of the main one is NaN.
 */
function cpuTimes(): Pick<StepCost, 'mainNs' | 'processNs'> {
  Atomics.wait(parked, 0, 0, 1);
  const mainNs = taskTime(process.pid)?.cpuNs ?? NaN;
  const { user, system } = process.cpuUsage();
  return { mainNs, processNs: (user + system) * 1000 };
}

/** A figure of CPU time, which is skipped where the system does not tell of threads. */
export function cpuFigure(name: FigureName, value: number, floorNs: number): Figure {
  if (Number.isFinite(value)) return { name, value, floorNs };
  return { name, skipped: 'the CPU times of threads are read from /proc' };
}
