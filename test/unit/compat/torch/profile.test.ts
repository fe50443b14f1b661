import { describe, expect, it } from 'vitest';
import { ProfilerArgumentError } from '../../../../src/engine/arguments/argumentErrors';
import type { ProfileOptions } from '../../../../src/compat/torch/profileOptions';
import { profile, profiler, range } from '../../../../src/index';

/** Only what the code itself records: no samplers, no worker threads. */
const BARE: ProfileOptions = { cpuIntervalUs: null, memoryPeriodMs: null, operators: false };

describe('profile', () => {
  it('records from the call to stop', () => {
    const session = profile({ ...BARE, name: 'manual' });
    expect(profile.isActive()).toBe(true);
    range('inside', () => undefined);
    session.stop();
    range('outside', () => undefined);
    expect(profile.isActive()).toBe(false);
    expect(session.finished.find('inside')).toMatchObject({ count: 1 });
    expect(session.finished.find('outside')).toBeUndefined();
    expect(profile.last).toBe(session.finished);
    expect(profile.get('manual')).toBe(session.finished);
  });

  it('has no results before its end', () => {
    const session = profile(BARE);
    expect(() => session.table()).toThrow("can't export a trace that didn't finish running");
    session.stop();
    expect(session.table()).toBe('');
    expect(session.finished.dumps()).toContain('Profile Statistics:');
  });

  it('runs a function in a session of its own', async () => {
    const { value, session } = await profile.run(async () => {
      await range('wait', async () => Promise.resolve());
      return 3;
    }, BARE);
    expect(value).toBe(3);
    expect(session.finished.find('wait')).toMatchObject({ count: 1 });
    expect(session.profile.meta.status).toBe('complete');
  });

  it('keeps the profile of a function that throws, and throws on', async () => {
    const failure = new Error('mine');
    const run = profile.run(() => {
      range('before', () => undefined);
      throw failure;
    }, BARE);
    await expect(run).rejects.toBe(failure);
    expect(profile.last?.data.meta.status).toBe('error');
    expect(profile.last?.find('before')).toMatchObject({ count: 1 });
  });

  it('wraps a function: one profile a call, arguments, this and result as before', () => {
    const scale = {
      factor: 2,
      apply: profile(function apply(this: { factor: number }, value: number) {
        return range('scale', () => this.factor * value);
      }, BARE)
    };
    expect(scale.apply(21)).toBe(42);
    const first = profile.last;
    expect(scale.apply(1)).toBe(2);
    expect(profile.last).not.toBe(first);
    expect(first?.name).toBe('apply');
    expect(first?.find('scale')).toMatchObject({ count: 1 });
  });

  it('keeps the name and the length of a function that it wraps', () => {
    const wrapped = profile(function namedFn(a: number, b: number) {
      return a + b;
    }, BARE);
    expect([wrapped.name, wrapped.length]).toEqual(['namedFn', 2]);
  });

  it('says that it runs functions alone, and starts no session for anything else', async () => {
    const run = profile.run(5 as unknown as () => number, BARE);
    await expect(run).rejects.toThrow(ProfilerArgumentError);
    await expect(run).rejects.toThrow('profile.run runs a function, not 5');
    expect(profile.isActive()).toBe(false);
  });

  it.each([5, 'text', true])('refuses %j in place of the options of a function', options => {
    const wrap = () => profile(() => 1, options as unknown as ProfileOptions);
    expect(wrap).toThrow(ProfilerArgumentError);
  });

  it('gives an inner session its own window', () => {
    const outer = profile(BARE);
    range('early', () => undefined);
    const inner = profile(BARE);
    range('both', () => undefined);
    inner.stop();
    outer.stop();
    expect(inner.finished.find('early')).toBeUndefined();
    expect(inner.finished.find('both')).toMatchObject({ count: 1 });
    expect(outer.finished.find('early')).toMatchObject({ count: 1 });
    expect(outer.finished.find('both')).toMatchObject({ count: 1 });
  });

  it('records nothing when it is not enabled', () => {
    const session = profile({ ...BARE, enabled: false });
    expect(profile.isActive()).toBe(false);
    session.stop();
    expect(() => session.finished).toThrow("didn't finish");
  });

  it('keeps exact counts in a ring, and says that slices were dropped', () => {
    const session = profile({ ...BARE, limit: { mode: 'keepLast', slices: 10_000 } });
    for (let index = 0; index < 1_000_000; index++) range('op', () => undefined);
    session.stop();
    expect(session.profile.slices.length).toBe(10_000);
    expect(session.finished.find('op')).toMatchObject({ count: 1_000_000 });
    expect(session.finished.dumps()).toMatch(/^op +1000000 /m);
    expect(session.finished.dumps()).toContain('990,000 slices were recorded but not kept');
  });
});

describe('profiler', () => {
  it('records between run and stop, and changes nothing when asked twice', () => {
    profiler.setConfig({ aggregateStats: true, continuousDump: false });
    profiler.setState('run');
    profiler.setState('run');
    expect(profiler.state).toBe('run');
    range('seen', () => undefined);
    profiler.pause();
    range('unseen', () => undefined);
    profiler.resume();
    profiler.setState('stop');
    profiler.setState();
    expect(profiler.dumps()).toMatch(/^seen +1 /m);
    expect(profiler.dumps()).not.toContain('unseen');
  });

  it('names the states that it knows', () => {
    expect(() => profiler.setState('RUN' as 'run')).toThrow(
      "Unknown profiler state: RUN. Support: 'run', 'stop'"
    );
  });

  it('names the values that dumps knows', () => {
    expect(() => profiler.dumps({ format: 'xml' as 'json' })).toThrow(
      "Invalid value provided for format: xml. Support: 'table', 'json'"
    );
    expect(() => profiler.dumps({ sortBy: 'size' as 'total' })).toThrow(
      'Invalid value provided for sortBy: size.'
    );
  });
});
