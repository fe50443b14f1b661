import { meanOfRuns, quietRuns } from '../analysis';
import type { Environment } from './environment';
import { environmentOf } from './environment';
import type { ProfiledRuns } from './profiledRuns';

/** The times of a name, or of the whole run, in each run, nanoseconds. */
export interface BaselineTimes {
  readonly name: string;
  readonly timesNs: readonly number[];
}

/** The times that a baseline file keeps. */
export interface Baseline {
  readonly environment: Environment;
  /** The time of each run without waits for a processor, nanoseconds. */
  readonly wholeNs: readonly number[];
  /** The names with the most time, the greatest first. */
  readonly names: readonly BaselineTimes[];
  /** The time of the reference loop before each run, nanoseconds. */
  readonly referenceNs: readonly number[];
  /** The share of the runs in which the thread ran, 0 … 1. */
  readonly runningShare: number;
}

/** Names that take a smaller share of the whole run are not compared. */
const LEAST_SHARE = 0.1;

/** Names that are compared at most. */
export const MAX_NAMES = 5;

/** What is kept of runs as a baseline, and compared with one. */
export function baselineOf(runs: ProfiledRuns): Baseline {
  const { wholeNs, unqueuedNs, referenceNs, runningShare } = runs;
  const leastNs = LEAST_SHARE * meanOfRuns(wholeNs).mean;
  const names = runs.names
    .filter(({ isComplete }) => isComplete)
    .map(({ name, timesNs }) => ({ name, timesNs, meanNs: meanOfRuns(quietRuns(timesNs)).mean }))
    .filter(({ meanNs }) => meanNs >= leastNs)
    .sort((a, b) => b.meanNs - a.meanNs)
    .slice(0, MAX_NAMES)
    .map(({ name, timesNs }) => ({ name, timesNs }));
  const environment = environmentOf(runs.options);
  return { environment, wholeNs: unqueuedNs, names, referenceNs, runningShare };
}
