import { describe, expect, it } from 'vitest';
import { fileCosts } from '../../../../src/analysis/stacks/fileCosts';
import { sourceProfile } from '../../../support/sourceProfile';

const cell = null;

describe('fileCosts', () => {
  it('has the self time of all lines of a file, and the time with it on the stack once', () => {
    const profile = sourceProfile({
      cell,
      durationNs: 100e6,
      lines: [
        { file: 'Cell [4]', line: 2, selfNs: 40e6, totalNs: 60e6 },
        { file: 'Cell [4]', line: 3, selfNs: 20e6, totalNs: 60e6 },
        { file: 'Cell [6]', line: 1, selfNs: 0, totalNs: 90e6 }
      ],
      functions: [
        ['(top level)', 'Cell [6]', 0],
        ['train', 'Cell [4]', 70],
        ['run', 'Cell [6]', 20]
      ]
    });
    const [hottest, caller] = fileCosts(profile);
    expect(hottest.file).toBe('Cell [4]');
    expect(hottest.selfShare).toBeCloseTo(0.6);
    expect(hottest.totalShare).toBeCloseTo(0.7);
    expect(caller).toEqual({ file: 'Cell [6]', selfShare: 0, totalShare: 0.9 });
  });

  it('has files that only callers are in, by their total, and no total below that of a line', () => {
    const profile = sourceProfile({
      cell,
      durationNs: 100e6,
      lines: [{ file: 'a.ts', line: 1, selfNs: 50e6, totalNs: 55e6 }],
      functions: [
        ['top', 'b.ts', 1],
        ['a', 'a.ts', 40]
      ]
    });
    expect(fileCosts(profile)).toEqual([
      { file: 'a.ts', selfShare: 0.5, totalShare: 0.55 },
      { file: 'b.ts', selfShare: 0, totalShare: 0.41 }
    ]);
  });

  it('knows no totals without stacks', () => {
    const lines = [{ file: 'a.ts', line: 1, ticks: 3 }];
    const profile = sourceProfile({ cell, durationNs: 10e6, sampleCount: 6, lines });
    expect(fileCosts(profile)).toEqual([{ file: 'a.ts', selfShare: 0.5, totalShare: null }]);
  });
});
