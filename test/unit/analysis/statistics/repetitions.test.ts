import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { evaluateBudgets } from '../../../../src/analysis/budgets/evaluateBudgets';
import {
  type PerRun,
  repetitionFigures,
  repetitionTimes
} from '../../../../src/analysis/statistics/repetitions';
import { mergeCells } from '../../../../src/model/merge/mergeCells';
import type { Profile } from '../../../../src/model/profile/profile';
import { parseBudgets } from '../../../../src/settings/budgets/parseBudgets';
import { drawProfile } from '../../../support/drawProfile';

function perRun(profile: Profile, name: string): PerRun | undefined {
  const rows = aggregate(profile).flatMap(section => section.rows);
  return rows.find(row => row.name === name)?.perRun;
}

/** Three repetitions of 30 ns; `a` takes 10, 14 and 6 ns of them, `b` 6 ns of the second alone. */
const repeated = drawProfile(`
  main |[repetition/repetition      ][repetition/repetition      ][repetition/repetition      ]
       |[a       ]                   [a  ][a       ][b  ]          [a  ]                       `);

describe('the figures of a repeated cell', () => {
  it('are the mean of the totals of the repetitions, and its 95 % confidence interval', () => {
    const { mean, halfWidth } = perRun(repeated, 'a')!;
    const totals = [10, 15, 5];
    const [center, deviation] = [10, 5];
    expect(totals.reduce((sum, total) => sum + total) / 3).toBe(center);
    expect(mean).toBeCloseTo(center, 9);
    expect(halfWidth).toBeCloseTo((4.3026527 * deviation) / Math.sqrt(3), 5);
  });

  it('count a repetition without the name as 0', () => {
    const { mean, halfWidth } = perRun(repeated, 'b')!;
    expect(mean).toBeCloseTo(5 / 3, 9);
    expect(halfWidth).toBeCloseTo((4.3026527 * (5 / Math.sqrt(3))) / Math.sqrt(3), 5);
  });

  it('have no width where all repetitions took the same', () => {
    expect(perRun(repeated, 'repetition')).toEqual({ mean: 29, halfWidth: 0 });
  });

  it('leave out what lies between two repetitions, and follow slices into async lanes', () => {
    const profile = drawProfile(`
      main  |[repetition/repetition ] [between] [repetition/repetition ]
      async |   [load     ]                        [load     ]           `);
    const between = perRun(profile, 'between');
    expect(between).toEqual({ mean: 0, halfWidth: 0 });
    expect(perRun(profile, 'load')).toEqual({ mean: 11, halfWidth: 0 });
  });

  it('are absent without at least two repetitions', () => {
    const once = drawProfile('main |[repetition/repetition ]\n     |[a]');
    expect(repetitionFigures(once)).toBeNull();
    expect(perRun(once, 'a')).toBeUndefined();
    expect(perRun(drawProfile('main |[repetition][repetition]'), 'repetition')).toBeUndefined();
  });

  it('are absent in a part of the run', () => {
    const [section] = aggregate(repeated, { window: { fromNs: 0, toNs: 60 } });
    expect(section.rows.every(row => row.perRun === undefined)).toBe(true);
  });

  it('of a name with dropped slices are the exact mean without an interval', () => {
    const label = 1;
    const profile: Profile = {
      ...repeated,
      droppedTotals: {
        length: 1,
        label: Uint32Array.of(label),
        count: Float64Array.of(3),
        total: Float64Array.of(60),
        self: Float64Array.of(60),
        min: Float64Array.of(20),
        max: Float64Array.of(20)
      }
    };
    const name = profile.strings[profile.labels.name[label]];
    const before = aggregate(repeated)
      .flatMap(({ rows }) => rows)
      .find(row => row.name === name)!;
    const { mean, halfWidth } = perRun(profile, name)!;
    expect(mean).toBeCloseTo((before.total + 60) / 3, 9);
    expect(halfWidth).toBeNull();
  });
});

describe('several cells in one profile', () => {
  /** A cell that ran `step` for so long in each of its repetitions, or once. */
  function cell(number: number, runsNs: readonly number[], names = ['step']): Profile {
    const repetitions = runsNs.map(ns => `[${'repetition/repetition'.padEnd(ns + 4)}]`);
    const steps = runsNs.map(ns => ` [${names[0].padEnd(ns - 2)}]`.padEnd(Math.max(ns + 6, 23)));
    const drawing =
      runsNs.length > 1
        ? `main |${repetitions.map((each, at) => each.padEnd(steps[at].length)).join('')}
                |${steps.join('')}`
        : `main |${steps[0]}`;
    const file = `Cell [${number}]`;
    return drawProfile(drawing, {
      meta: {
        ...{ id: `id ${number}`, name: `id ${number}`, startedAtMs: number },
        cell: { file, executionCount: number, source: '' }
      }
    });
  }
  const rowsOf = (profile: Profile) => aggregate(profile).flatMap(({ rows }) => rows);
  const met = (profile: Profile, text: string) => {
    const subject = { profile, sections: aggregate(profile), isPartial: false, hiddenRows: 0 };
    return evaluateBudgets(subject, parseBudgets(text))[0];
  };

  it('keep their own figures', () => {
    const [a, b] = [cell(1, [40, 44, 48], ['a']), cell(2, [20, 22, 20, 26, 30], ['b'])];
    const both = mergeCells([a, b], { id: 'both', name: 'both' });
    for (const [name, alone] of [
      ['a', a],
      ['b', b]
    ] as const) {
      expect(perRun(both, name)).toEqual(perRun(alone, name));
      for (const budget of [`total(${name}) < 1s`, `self(${name}) < 1s`, `count(${name}) < 9`]) {
        expect(met(both, budget).value).toBeCloseTo(met(alone, budget).value!, 6);
      }
    }
  });

  it('have as many runs of a name as of the cells in which it occurs', () => {
    const [a, b] = [cell(1, [40, 40]), cell(2, [20, 20, 20])];
    const both = mergeCells([a, b, cell(3, [30], ['once'])], { id: 'both', name: 'both' });
    expect(perRun(both, 'step')?.mean).toBeCloseTo((2 * 40 + 3 * 20) / 5, 9);
    expect(perRun(both, 'once')).toBeUndefined();
    expect(met(both, 'count(step) == 1').isMet).toBe(true);
    expect(met(both, 'count(once) == 1').isMet).toBe(true);
    expect(rowsOf(both).find(({ name }) => name === 'once')?.runs).toBe(1);
  });

  it('were not repeated as a whole', () => {
    const both = mergeCells([cell(1, [40, 44]), cell(2, [20, 22])], { id: 'both', name: 'both' });
    expect(met(both, 'wall < 1s')).toMatchObject({ value: both.meta.durationNs, note: '' });
    expect(repetitionTimes(both)).toEqual([]);
  });

  it('do not tell how often a name ran that also ran in a cell that was not repeated', () => {
    const both = mergeCells([cell(1, [40, 44]), cell(2, [20])], { id: 'both', name: 'both' });
    expect(perRun(both, 'step')?.mean).toBe(42);
    expect(met(both, 'total(step) == 42ns').isMet).toBe(true);
    expect(met(both, 'count(step) <= 100')).toMatchObject({ isMet: false, value: null });
  });
});
