import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../../src/vitest/baseline';
import { compareRuns, DEFAULT_TOLERANCE } from '../../../src/vitest/regressions';
import { type Random, seededRandom } from '../../support/random';

const TRIALS = 200;
/** As many as `profiled` makes of 20 ms each. */
const RUNS = 50;

/** How a shared machine disturbs times. */
interface Machine {
  /** Interruptions by other programs in a millisecond of work. */
  readonly interruptions: number;
  /** How much slower undisturbed runs are, in the mean, a share. */
  readonly noise: number;
  /** The standard deviation of the pace from process to process, a share. */
  readonly pace: number;
}

const CALM: Machine = { interruptions: 0.001, noise: 0.005, pace: 0.005 };
const BUSY: Machine = { interruptions: 0.018, noise: 0.03, pace: 0.012 };

/** A number of the normal distribution, by the sum of twelve uniform ones. */
function normal(random: Random): number {
  let sum = -6;
  for (let count = 0; count < 12; count++) sum += random();
  return sum;
}

/** The times of one process that takes `ms` for a run, on a machine of its own pace. */
function measured(random: Random, ms: number, machine: Machine): Baseline {
  const pace = 1 + machine.pace * normal(random);
  const disturbed = (workMs: number): number => {
    const isInterrupted = random() < 1 - Math.exp(-machine.interruptions * workMs);
    const wait = isInterrupted ? random() * 10 : 0;
    return (workMs * pace * (1 + machine.noise * Math.abs(normal(random))) + wait) * 1e6;
  };
  const times = (workMs: number): number[] => Array.from({ length: RUNS }, () => disturbed(workMs));
  return {
    environment: {
      ...{ processor: 'P', processors: '2', platform: 'linux x64', Node: '20.0.0', V8: '11' },
      ...{ repeat: String(RUNS), warmup: 'as needed' }
    },
    wholeNs: times(ms),
    names: [{ name: 'parse', timesNs: times(ms * 0.7) }]
  };
}

/** Of 20 comparisons the number that find a regression where the later runs take `factor` as long. */
function regressionsOf20(machine: Machine, factor: number): number {
  const random = seededRandom(7);
  let found = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const before = measured(random, 20, machine);
    const after = measured(random, 20 * factor, machine);
    const compared = compareRuns(before, after, DEFAULT_TOLERANCE);
    if (compared.some(({ isRegression }) => isRegression)) found++;
  }
  return (20 * found) / TRIALS;
}

describe.each([
  ['calm', CALM],
  ['busy', BUSY]
] as const)('on a %s machine', (_, machine) => {
  it('a slowdown of a tenth is a regression in at least 19 of 20 comparisons', () => {
    expect(regressionsOf20(machine, 1.1)).toBeGreaterThanOrEqual(19);
  });

  it('the same code is a regression in at most 1 of 20 comparisons', () => {
    expect(regressionsOf20(machine, 1)).toBeLessThanOrEqual(1);
  });

  it('code that became faster is none', () => {
    expect(regressionsOf20(machine, 0.8)).toBe(0);
  });
});

describe('what is compared', () => {
  const before = measured(seededRandom(1), 20, CALM);

  it('is the whole run, and each name that both have', () => {
    const after = { ...before, names: [...before.names, { name: 'new', timesNs: before.wholeNs }] };
    const names = compareRuns(before, after, 0).map(({ name }) => name);
    expect(names).toEqual(['whole run', 'parse']);
  });

  it('is no regression where its interval reaches down to the tolerance', () => {
    const spread = (ms: number): readonly number[] =>
      Array.from({ length: 12 }, (_, run) => (run % 2 === 0 ? ms / 2 : ms * 1.5) * 1e6);
    const of = (ms: number): Baseline => ({ ...before, wholeNs: spread(ms), names: [] });
    const [whole] = compareRuns(of(20), of(24), 0.04);
    expect(whole.change).toBeCloseTo(0.2, 9);
    expect(whole.isRegression).toBe(false);
  });

  it('is a regression only above the tolerance', () => {
    const after = measured(seededRandom(2), 24, CALM);
    const isFound = (tolerance: number): boolean =>
      compareRuns(before, after, tolerance).some(({ isRegression }) => isRegression);
    expect([isFound(0.1), isFound(0.3)]).toEqual([true, false]);
  });
});
