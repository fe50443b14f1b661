import { describe, expect, it } from 'vitest';
import {
  type FailedCycle,
  OfflineReport
} from '../../../../../src/compat/mindspore/offline/offlineReport';

function reportOf(failed: readonly FailedCycle[]): readonly string[] {
  const nothing = {
    analysed: [],
    skipped: [],
    crossRank: null,
    files: [],
    problems: [],
    notes: []
  };
  return String(new OfflineReport({ path: '/data', failed, ...nothing }))
    .trimEnd()
    .split('\n');
}

const failure = (name: string, reason: string): FailedCycle => ({
  directory: `/data/${name}`,
  reason
});

describe('directories that have failed', () => {
  it('have a line each', () => {
    expect(reportOf([failure('a', 'it is cut off'), failure('b', 'it is cut off')])).toEqual([
      'Analysed 0 of 2 directories in /data: 0 slices.',
      'Failed: a: it is cut off',
      'Failed: b: it is cut off'
    ]);
  });

  it('have one line where many have the same reason', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map(name => failure(name, 'the disk is full'));
    expect(reportOf([...many, failure('f', 'it is cut off')]).slice(1)).toEqual([
      'Failed: a, b, c and 2 more: the disk is full',
      'Failed: f: it is cut off'
    ]);
  });
});
