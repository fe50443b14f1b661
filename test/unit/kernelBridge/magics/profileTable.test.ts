import { describe, expect, it } from 'vitest';
import { profileTable } from '../../../../kernel-bridge/src/magics/profileCommands';
import { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import type { ProfileMeta } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';

function profile(meta: Partial<ProfileMeta>): RecordedProfile {
  const drawn = drawProfile('main |[work]', { meta });
  return new RecordedProfile(drawn);
}

describe('profileTable', () => {
  it('aligns names, ids, cells, times, durations and states', () => {
    const startedAtMs = new Date(2026, 2, 1, 14, 2, 11).getTime();
    const cell = { file: 'Cell [12]', executionCount: 12, source: '' };
    const rows = [
      { id: 'a1', name: 'before', startedAtMs, durationNs: 1.5e6, cell },
      { id: 'b22', name: 'b22', startedAtMs: 0, durationNs: 12e9, status: 'recovered' as const }
    ];
    expect(profileTable(rows.map(profile))).toEqual([
      'Name       Id   Cell  Time                 Duration  Status',
      'before     a1   12    2026-03-01 14:02:11   1.50 ms  complete',
      '(unnamed)  b22                               12.0 s  recovered'
    ]);
  });

  it('keeps to its lines and widths, whatever names contain', () => {
    const [, row] = profileTable([profile({ id: 'a', name: `x\n\u001b[31m${'y'.repeat(900)}` })]);
    expect(row).toMatch(/^x\\u000a\\u001b\[31my+…  a /);
  });

  it('is empty without profiles', () => {
    expect(profileTable([])).toEqual([]);
  });
});
