import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { columnsOf, TABLE_NAMES, type TableName } from '../../../../../src/columns/tableSchema';
import { partialProfile, cutProfile } from '../../../../../src/formats/shared/rows/partialProfile';
import { rowsWhere } from '../../../../../src/model/profile/columns';
import type { Profile } from '../../../../../src/model/profile/profile';
import { validateProfile } from '../../../../../src/model/validate/validate';
import { richProfile } from '../../../../support/richProfile';
import { drawProfile } from '../../../../support/drawProfile';
import { fullProfile } from '../../../../support/fullProfile';
import { categoryLines } from '../../../../support/recording';

const profile = richProfile();
const tracks = [...profile.tracks.keys()];

/** The columns of a table that say to which slices a row belongs. */
function sliceColumns(of: Profile, name: TableName): readonly ArrayLike<number>[] {
  const table = of[name] as unknown as Readonly<Record<string, ArrayLike<number>>>;
  return columnsOf(name).flatMap(([column, { rule }]) =>
    'target' in rule && rule.target === 'slices' ? [table[column]] : []
  );
}

const REFERRED: readonly TableName[] = ['labels', 'frames', 'stacks', 'slices'];

describe('a part of a profile', () => {
  it('has all rows of tables for which none are given', () => {
    const part = partialProfile(profile, {}, tracks).profile;
    for (const name of TABLE_NAMES) {
      if (name === 'slices' || !REFERRED.includes(name)) {
        expect([name, part[name].length]).toEqual([name, profile[name].length]);
      }
    }
    expect(validateProfile(part)).toBeDefined();
  });

  it('has the rows that belong to its slices, of each table that says to which, and all of others', () => {
    const isKept = (slice: number): boolean => slice % 2 === 0;
    const slices = rowsWhere(profile.slices.length, isKept);
    const part = partialProfile(profile, { slices }, tracks).profile;
    const others = TABLE_NAMES.filter(name => !REFERRED.includes(name));
    expect(others.filter(name => sliceColumns(profile, name).length > 0)).not.toEqual([]);
    for (const name of others) {
      const columns = sliceColumns(profile, name);
      const kept = rowsWhere(profile[name].length, row =>
        columns.every(values => isKept(values[row]))
      );
      expect([name, part[name].length]).toEqual([name, kept.length]);
    }
    expect(part.args.length).toBeLessThan(profile.args.length);
    expect(validateProfile(part)).toBeDefined();
  });

  it('has the rows that are given of a table, whatever its slices', () => {
    const args = rowsWhere(profile.args.length, row => row === 0);
    const part = partialProfile(profile, { args }, tracks).profile;
    expect(part.args.length).toBe(1);
    expect(part.slices.length).toBe(profile.slices.length);
  });
});

describe('cutProfile', () => {
  it('has the slices of a window, cut to it', () => {
    const profile = drawProfile(`
      main   |[a    ][b    ][c    ]
             | [d  ]  [e  ]
      lane 1 |     [f  ]
      rss {bytes} |1  2    3      4
    `);
    const part = cutProfile(profile, { fromNs: 7, toNs: 14 });
    expect(categoryLines(part)).toEqual([
      'range/f 7+3 @lane 1',
      'range/b 7+7 @main',
      'range/e 8+5 @main'
    ]);
    expect(part.counters[0].time).toEqual(Float64Array.of(8));
    expect(part.meta).toMatchObject({ durationNs: 14, startedAtMs: profile.meta.startedAtMs });
    expect(part.strings).not.toContain('c');
  });

  it('is a valid profile for any profile and window', () => {
    const time = fc.nat(100_000);
    fc.assert(
      fc.property(fullProfile(), time, time, (profile, a, b) => {
        const window = { fromNs: Math.min(a, b), toNs: Math.max(a, b) + 1 };
        const part = cutProfile(profile, window);
        expect(() => validateProfile(part)).not.toThrow();
        expect(part.slices.start.every(start => start >= window.fromNs)).toBe(true);
        expect(part.samples.length).toBeLessThanOrEqual(profile.samples.length);
      }),
      { numRuns: 60 }
    );
  });
});
