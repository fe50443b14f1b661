import { describe, expect, it } from 'vitest';
import { finishedOf } from '../../../../src/compat/torch/finishedProfile';
import { UnfinishedSessionError } from '../../../../src/compat/torch/events/eventErrors';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();
const CELL = { file: 'Cell [1]', executionCount: 1, source: '1;' };

describe('profile.last', () => {
  it('says in a profiled cell that its own profile comes with the end of the cell', () => {
    const { host, profile } = test();
    expect(profile.last).toBeUndefined();
    const cell = host.start({ ...BARE, cell: CELL });
    expect(() => profile.last).toThrow(UnfinishedSessionError);
    expect(() => profile.last).toThrow('Ask for it in the next cell');
    const recorded = host.keep(cell.stop());
    expect(profile.last).toBe(finishedOf(recorded));
    expect(profile.list()).toEqual([profile.last]);
    expect(profile.get(recorded.id)).toBe(profile.last);
  });

  it('is the newest one there, also in the next profiled cell', () => {
    const { host, profile } = test();
    profile(BARE).stop();
    const first = profile.last;
    const cell = host.start({ ...BARE, cell: CELL });
    expect(profile.last).toBe(first);
    cell.stop();
  });

  it('is undefined while only a session records', () => {
    const { profile } = test();
    const session = profile(BARE);
    expect(profile.last).toBeUndefined();
    session.stop();
    expect(profile.last).toBe(session.finished);
  });
});
