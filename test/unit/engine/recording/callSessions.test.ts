import { describe, expect, it } from 'vitest';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

const never = (): Promise<void> => new Promise(() => undefined);

describe('CallSessions', () => {
  it('end, as interrupted, with what calls recorded that will never be over', () => {
    const { profile, range, host } = test();
    const { begun } = host.callSessions;
    void profile.run(never, BARE);
    void profile(never, BARE)();
    range('meanwhile', () => 1);
    host.callSessions.endSince(begun);
    expect(profile.isActive()).toBe(false);
    expect(profile.list().map(({ data }) => data.meta.status)).toEqual([
      'interrupted',
      'interrupted'
    ]);
    for (const { data } of profile.list()) expect(data.slices.length).toBe(1);
  });

  it('leave sessions that began before, and those that no call has begun', () => {
    const { profile, host } = test();
    void profile.run(never, BARE);
    const { begun } = host.callSessions;
    const own = profile(BARE);
    host.callSessions.endSince(begun);
    expect(profile.list()).toEqual([]);
    own.stop();
    expect(profile.list()).toHaveLength(1);
    host.callSessions.endSince(0);
    expect(profile.list()).toHaveLength(2);
  });

  it('forget sessions whose calls are over, whatever came of them', async () => {
    const { profile, host } = test();
    const fail = () => {
      throw new Error('mine');
    };
    await profile.run(() => 1, BARE);
    await expect(profile.run(fail, BARE)).rejects.toThrow('mine');
    profile(() => 1, BARE)();
    expect(profile(fail, BARE)).toThrow('mine');
    await profile(async () => Promise.resolve(1), BARE)();
    host.callSessions.endSince(0);
    expect(profile.list().map(({ data }) => data.meta.status)).toEqual([
      'complete',
      'error',
      'complete',
      'error',
      'complete'
    ]);
  });

  it('go on to their value when the code that was taken for cut off is not', async () => {
    const { profile, host } = test();
    let open = (_value: number): void => undefined;
    const running = profile.run(() => new Promise<number>(resolve => (open = resolve)), BARE);
    host.callSessions.endSince(0);
    open(5);
    const { value, session } = await running;
    expect(value).toBe(5);
    expect(session.profile.meta.status).toBe('interrupted');
    expect(profile.list()).toHaveLength(1);
  });
});
