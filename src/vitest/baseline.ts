import { meanOfRuns, quietRuns } from '../analysis';
import { type Environment, environmentOf } from './environment';
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
  /** The names with the most time, the greatest first, in runs that did not wait for a processor. */
  readonly names: readonly BaselineTimes[];
}

/** Names that take a smaller share of the whole run are not compared. */
const LEAST_SHARE = 0.1;

/** Names that are compared at most. */
export const MAX_NAMES = 5;

/** A run is undisturbed if its thread waited for a processor for at most this share of its time. */
const MOST_QUEUED = 0.02;

/** Where fewer runs are undisturbed, names are not compared: they do not tell such waits apart. */
const LEAST_UNDISTURBED = 10;

/** The part of runs that is kept as a baseline, and compared with one. */
export function baselineOf(runs: ProfiledRuns): Baseline {
  const environment = environmentOf(runs.options);
  return { environment, wholeNs: runs.unqueuedNs, names: namesOf(runs) };
}

/** The names with the most time, in the undisturbed runs. */
function namesOf({ names, wholeNs, unqueuedNs }: ProfiledRuns): readonly BaselineTimes[] {
  const isUndisturbed = wholeNs.map((time, run) => unqueuedNs[run] >= (1 - MOST_QUEUED) * time);
  const count = isUndisturbed.filter(is => is).length;
  if (count < Math.min(LEAST_UNDISTURBED, wholeNs.length)) return [];
  const leastNs = LEAST_SHARE * meanOfRuns(unqueuedNs).mean;
  return names
    .filter(({ isComplete }) => isComplete)
    .map(({ name, timesNs }) => ({ name, timesNs: timesNs.filter((_, run) => isUndisturbed[run]) }))
    .map(({ name, timesNs }) => ({ name, timesNs, meanNs: meanOfRuns(quietRuns(timesNs)).mean }))
    .filter(({ meanNs }) => meanNs >= leastNs)
    .sort((a, b) => b.meanNs - a.meanNs)
    .slice(0, MAX_NAMES)
    .map(({ name, timesNs }) => ({ name, timesNs }));
}
