import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { BudgetSubject } from '../../../../src/analysis/budgets/budgetSubject';
import { compareTimes } from '../../../../src/analysis/budgets/regressions';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { sampleMeta } from '../../../support/drawProfile';

type Times = Readonly<Record<string, number>>;

/** A run of slices, one after the other. */
function single(times: Times, wallNs: number): BudgetSubject {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  let start = 0;
  for (const [name, duration] of Object.entries(times)) {
    builder.addSlice({ name, category: 'range', track, start, duration });
    start += duration;
  }
  return subjectOf(builder, wallNs);
}

/** Repetitions that each hold one slice `step`. */
function repeated(steps: readonly number[], runNs = 1000): BudgetSubject {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  steps.forEach((duration, at) => {
    const start = runNs * at;
    const head = { name: 'repetition', category: 'repetition' };
    const outer = { ...head, track, start, duration: runNs - 1 };
    builder.addSlice(outer);
    builder.addSlice({ name: 'step', category: 'range', track, start, duration });
  });
  return subjectOf(builder, runNs * steps.length);
}

function subjectOf(builder: ProfileBuilder, wallNs: number): BudgetSubject {
  const profile = builder.build(sampleMeta(wallNs));
  return { profile, sections: aggregate(profile), isPartial: false, hiddenRows: 0 };
}

const names = (before: BudgetSubject, after: BudgetSubject, tolerance: number | null = null) =>
  compareTimes(before, after, tolerance).regressions.map(({ name }) => name);

describe('times of single runs', () => {
  const before = single({ a: 400, b: 100, small: 5, gone: 10 }, 1000);

  it('regress beyond 5 %, the greatest change first', () => {
    const after = single({ a: 421, b: 130, small: 5, fresh: 300 }, 1060);
    expect(names(before, after)).toEqual(['wall', 'b', 'a']);
    expect(compareTimes(before, after, null).compared).toBe(4);
    expect(compareTimes(before, after, null).regressions[1]).toMatchObject({
      category: 'range',
      before: 100,
      after: 130,
      hasIntervals: false
    });
  });

  it('may be as much slower as is stated', () => {
    const after = single({ a: 420, b: 105, small: 5 }, 1050);
    expect(names(before, after)).toEqual([]);
    expect(names(before, after, 0.04)).toEqual(['wall', 'a']);
    expect(names(before, single({ a: 480, b: 130 }, 1200), 0.25)).toEqual(['b']);
  });

  it('are left alone when they are faster, or less than 1 % of the run', () => {
    expect(names(before, single({ a: 100, b: 100, small: 14 }, 900))).toEqual([]);
    expect(names(before, single({ a: 100, b: 100, small: 15 }, 900))).toEqual(['small']);
  });
});

describe('times of repeated cells', () => {
  const before = repeated([100, 102, 98, 100]);

  it('regress when their intervals lie apart, however small the change', () => {
    expect(names(before, repeated([110, 108, 112, 110]))).toEqual(['step']);
    const [step] = compareTimes(before, repeated([110, 108, 112, 110]), null).regressions;
    expect(step).toMatchObject({ before: 100, after: 110, hasIntervals: true });
  });

  it('have the wall time of a run among them', () => {
    const slower = repeated([100, 102, 98, 100], 2000);
    expect(compareTimes(before, slower, null).regressions).toMatchObject([
      { category: '', name: 'wall', before: 999, after: 1999, hasIntervals: true }
    ]);
  });

  it('do not when they overlap, however great the change', () => {
    expect(names(before, repeated([100, 400, 100, 20]))).toEqual([]);
  });

  it('do not within a tolerance that is stated', () => {
    expect(names(before, repeated([110, 108, 112, 110]), 0.2)).toEqual([]);
  });

  it('do not when they are faster', () => {
    expect(names(before, repeated([50, 51, 49, 50]))).toEqual([]);
  });

  it('are compared per run with a single run', () => {
    expect(names(single({ step: 100 }, 999), repeated([120, 120]))).toEqual(['step']);
  });
});
