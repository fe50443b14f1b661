import { describe, expect, it } from 'vitest';
import { ProfileDiff, ProfileNotFoundError } from '../../../../src/compat/torch/profileDiff';
import { createProfile } from '../../../../src/compat/torch/profile';
import { UnfinishedSessionError } from '../../../../src/compat/torch/events/eventErrors';
import { createRange } from '../../../../src/engine/annotate/range';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';

const host = new RecordingHost();
const profile = createProfile(host);
const range = createRange(host.recorder);
const quiet = { cpuIntervalUs: null, memoryPeriodMs: null };

function record(name: string, runs: number): void {
  const session = profile({ name, ...quiet });
  for (let run = 0; run < runs; run++) range('work', () => run);
  session.stop();
}

record('before', 2);
record('after', 5);

describe('profile.diff', () => {
  it('compares profiles by name, by value and by session', () => {
    const session = profile({ name: 'third', ...quiet });
    range('work', () => 1);
    session.stop();
    const counts = (diff: ProfileDiff): unknown[] => {
      const row = diff.find('work', 'range');
      return [row?.before?.count, row?.after?.count];
    };
    expect(counts(profile.diff('before', 'after'))).toEqual([2, 5]);
    expect(counts(profile.diff(profile.get('after')!, 'last'))).toEqual([5, 1]);
    expect(counts(profile.diff('before', session))).toEqual([2, 1]);
  });

  it('is shown as its table', () => {
    const diff = profile.diff('before', 'after');
    expect(diff).toBeInstanceOf(ProfileDiff);
    expect(String(diff)).toContain('\n\tFrom before to after.\n');
    expect(String(diff)).toMatch(/work +range +\d/);
  });

  it('of a name that no profile has says which there are', () => {
    expect(() => profile.diff('before', 'nobody')).toThrow(ProfileNotFoundError);
    expect(() => profile.diff('nobody', 'after')).toThrow(/"nobody"\. In memory: before, after/);
  });

  it('of a session that goes on is refused', () => {
    const session = profile(quiet);
    expect(() => profile.diff('before', session)).toThrow(UnfinishedSessionError);
    session.stop();
  });
});
