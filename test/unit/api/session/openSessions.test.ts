import { describe, expect, it } from 'vitest';
import { ProfilerAction } from '../../../../src/api/schedule/profilerAction';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

describe('open sessions', () => {
  it('are listed oldest first until they end, however they end', async () => {
    const { profile } = test();
    const first = profile({ ...BARE, name: 'first' });
    const second = profile(BARE);
    const waiting = profile({ ...BARE, schedule: () => ProfilerAction.NONE });
    expect(profile.openSessions).toEqual([first, second, waiting]);
    first.stop();
    expect(profile.openSessions).toEqual([second, waiting]);
    const finishing = second.finish();
    expect(profile.openSessions).toEqual([waiting]);
    await finishing;
    waiting.dispose();
    expect(profile.openSessions).toEqual([]);
  });

  it('are those of calls, too, and never those that record nothing', async () => {
    const { profile } = test();
    profile({ ...BARE, enabled: false });
    const { session } = await profile.run(each => {
      expect(profile.openSessions).toEqual([each]);
    }, BARE);
    expect(profile.openSessions).not.toContain(session);
  });

  it('are stopped and given, with what they recorded, by stopAll', () => {
    const { profile, range } = test();
    profile({ ...BARE, name: 'lost' });
    profile(BARE);
    range('step', () => 1);
    const stopped = profile.stopAll();
    expect(stopped.map(({ functionEvents }) => functionEvents.length)).toEqual([1, 1]);
    expect(profile.isActive()).toBe(false);
    expect(profile.list().map(({ name }) => name)).toEqual(stopped.map(({ name }) => name));
    expect(stopped[0].name).toBe('lost');
    expect(profile.stopAll()).toEqual([]);
  });

  it('have the name they were given, and without one that of their profile', () => {
    const { profile } = test();
    const unnamed = profile(BARE);
    expect(unnamed.name).toBe('');
    unnamed.stop();
    expect(unnamed.name).toBe(unnamed.finished.name);
  });
});
