import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { repetitionFigures } from '../../../../src/analysis/statistics/repetitions';
import type { Profile } from '../../../../src/model/profile/profile';
import type { PerRun } from '../../../../src/analysis/statistics/repetitions';
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
