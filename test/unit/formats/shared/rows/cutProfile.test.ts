import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutProfile } from '../../../../../src/formats/shared/rows/cutProfile';
import { validateProfile } from '../../../../../src/model/validate/validate';
import { drawProfile } from '../../../../support/drawProfile';
import { fullProfile } from '../../../../support/fullProfile';
import { categoryLines } from '../../../../support/recording';

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
