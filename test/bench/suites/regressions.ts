import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Baseline } from '../../../src/vitest/baseline';
import { compareRuns, DEFAULT_TOLERANCE } from '../../../src/vitest/regressions';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { REGRESSION_WORKS } from '../regressionWork';

const TRIALS = 20;

/** Parts of the work, and with a slowdown of a tenth. */
const USUAL = 1000;
const SLOWER = 1100;

/** The measurements of one trial, each from a process of its own. */
interface Trial {
  readonly kind: number;
  readonly baseline: Baseline;
  readonly same: Baseline;
  readonly slower: Baseline;
}

/**
 * Of 20 comparisons with a baseline from half a run earlier or later: how often a tenth more work is missed,
 * and how often the same work counts as a regression.
 */
export async function measure(): Promise<readonly Figure[]> {
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const trials: Trial[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const kind = trial % REGRESSION_WORKS.length;
    const baseline = await measured(kind, USUAL);
    const same = await measured(kind, USUAL);
    trials.push({ kind, baseline, same, slower: await measured(kind, SLOWER) });
  }
  const [missed, wrong] = [
    trials.filter(trial => !isRegression(baselineFor(trial, trials), trial.slower)),
    trials.filter(trial => isRegression(baselineFor(trial, trials), trial.same))
  ];
  return [
    { name: 'regression.missed', value: missed.length, floorNs },
    { name: 'regression.false', value: wrong.length, floorNs }
  ];
}

/** That of the trial of the same work that is the farthest away in time. */
function baselineFor(trial: Trial, trials: readonly Trial[]): Baseline {
  const alike = trials.filter(({ kind }) => kind === trial.kind);
  const place = alike.indexOf(trial);
  return alike[(place + Math.floor(alike.length / 2)) % alike.length].baseline;
}

function isRegression(before: Baseline, after: Baseline): boolean {
  return compareRuns(before, after, DEFAULT_TOLERANCE).some(each => each.isRegression);
}

async function measured(kind: number, parts: number): Promise<Baseline> {
  const child = fork(path.join(__dirname, 'regressionProgram.js'), [String(kind), String(parts)]);
  let baseline: Baseline | null = null;
  child.on('message', message => {
    baseline = message as Baseline;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || baseline === null) throw new Error('A process of a trial failed');
  return baseline;
}
