import type { CDPSession } from 'playwright-core';

const MS_IN_S = 1e3;

/** A chart on the page, which is drawn anew step by step. */
export interface SteppedChart {
  /** The number of steps. */
  readonly steps: () => Promise<number>;
  /** Waits until nothing of the step before is left to do. */
  readonly settle: () => Promise<unknown>;
  readonly step: (step: number) => Promise<unknown>;
}

/** CPU time of the page's thread, milliseconds; its domain `Performance` has to be enabled. */
export async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return MS_IN_S * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN);
}

/** The time that the page's thread runs for each step, milliseconds. */
export async function frameTimes(
  session: CDPSession,
  { steps, settle, step }: SteppedChart
): Promise<readonly number[]> {
  const times: number[] = [];
  const count = await steps();
  for (let at = 0; at < count; at++) {
    await settle();
    const before = await threadMs(session);
    await step(at);
    times.push((await threadMs(session)) - before);
  }
  return times;
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1];
}
