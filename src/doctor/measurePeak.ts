import type { MeasuredPeak } from '../analysis/operators/roofline';
import { NS_PER_S, type Clock } from '../base/time';

/** Rounds of which the best counts. */
const ROUNDS = 9;

/** Rounds farther apart than this part of the best make a figure uncertain. */
const MAX_SPREAD = 0.25;

export interface PeakWork {
  readonly name: string;
  /** Does the work once, and returns its size: operations or bytes. */
  readonly run: () => number;
  /** Why the figure cannot be certain, whatever the rounds show; empty if it can. */
  readonly doubt?: string;
}

/**
 * The best of several rounds, in operations or bytes per second. The slower half of the rounds shows
 * how busy the machine is otherwise, and is left out of the spread.
 */
export function measurePeak({ name, run, doubt = '' }: PeakWork, clock: Clock): MeasuredPeak {
  run();
  const rates = Array.from({ length: ROUNDS }, () => {
    const began = clock();
    const amount = run();
    return (amount * NS_PER_S) / Math.max(1, Number(clock() - began));
  }).sort((a, b) => b - a);
  const [value] = rates;
  const spread = 1 - rates[Math.floor(ROUNDS / 2)] / value;
  const why = spread < MAX_SPREAD ? doubt : `rounds were ${(100 * spread).toFixed(0)} % apart`;
  return { name, value, spread, isCertain: why === '', why };
}
