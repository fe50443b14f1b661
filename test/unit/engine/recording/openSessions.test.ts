import { describe, expect, it } from 'vitest';
import { ProfilerAction } from '../../../../src/engine/sessions/schedule';
import { useTestProfilers } from '../../../support/testProfilers';
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

describe('profilers that are started', () => {
  const testProfilers = useTestProfilers();

  it('are open sessions as long as that', () => {
    const { profile, profiler } = testProfilers();
    const made = profiler({ startProfile: false });
    expect(profile.openSessions).toEqual([]);
    made.start();
    const session = profile(BARE);
    expect(profile.openSessions).toEqual([made, session]);
    expect(made.name).toBe('Profiler');
    void made.stop();
    expect(profile.openSessions).toEqual([session]);
    expect(made.name).toBe(made.finished.name);
    made.start();
    expect(profile.openSessions).toEqual([session, made]);
    profile.stopAll();
  });

  it('are stopped and saved by stopAll, also those whose schedule was never stepped', () => {
    const { profile, profiler, range, names, warnings } = testProfilers();
    const plain = profiler();
    const scheduled = profiler({ schedule: () => ProfilerAction.RECORD });
    range('inside', () => 1);
    expect(profile.stopAll()).toEqual([plain, scheduled]);
    expect(profile.isActive()).toBe(false);
    const all = ['ProfilerStep#0', 'inside'];
    expect(names()).toEqual([all, all]);
    expect(profile.list()).toContain(plain.finished);
    expect(warnings).toEqual(['The profiler has schedule. Please use step() to collect data.']);
    expect(profile.stopAll()).toEqual([]);
  });
});
