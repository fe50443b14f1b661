import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  EventOptionError,
  UnfinishedSessionError
} from '../../../../src/compat/torch/events/eventErrors';
import { ReentrantSessionError } from '../../../../src/compat/torch/profileSession';
import type { ProfileOptions } from '../../../../src/compat/torch/profileOptions';
import { BARE, eventNames, useTestSessions, writtenTrace } from '../../../support/testSessions';

const test = useTestSessions();
const UNFINISHED = '<unfinished torch.autograd.profile>';

describe('ProfileSession', () => {
  it.each([
    ['live', {}],
    ['disabled', { enabled: false }]
  ])('says that it is not finished while it is %s', (_state, options: ProfileOptions) => {
    const session = test().profile({ ...BARE, ...options });
    expect(String(session)).toBe(UNFINISHED);
    expect(inspect(session)).toBe(UNFINISHED);
    const file = test().file('trace.json');
    for (const ask of [
      () => session.table(),
      () => session.keyAverages(),
      () => session.totalAverage(),
      () => session.exportChromeTrace(file),
      () => session.exportChromeTrace(file, { layout: 'autograd' }),
      () => session.exportStacks(file),
      () => session.events(),
      () => session.finished,
      () => session.profile
    ]) {
      expect(ask).toThrow(UnfinishedSessionError);
      expect(ask).toThrow("can't export a trace that didn't finish running");
    }
  });

  it('says that it was disabled, where it has no results for that reason', () => {
    const session = test().profile({ enabled: false });
    session.stop();
    expect(() => session.table()).toThrow(UnfinishedSessionError);
    expect(() => session.table()).toThrow('The session was made with enabled: false');
    const live = test().profile(BARE);
    expect(() => live.table()).toThrow('call stop() or finish() first');
    live.stop();
  });

  it('prints its events when it is finished', () => {
    const { profile, range } = test();
    const session = profile(BARE);
    range('work', () => 1);
    session.stop();
    expect(String(session)).toBe(session.table());
    expect(inspect(session)).toBe(session.table());
    expect(inspect([session])).toMatch(/^\[ Profile .* ms, 1 slices, 0 samples \]$/);
  });

  it('prints no more events than its table has, and a line without events', () => {
    const { profile, range } = test();
    const session = profile(BARE);
    for (let at = 0; at < 500; at++) range('work', () => at);
    session.stop();
    expect(inspect(session).match(/ work /g)).toHaveLength(100);
    const empty = profile({ ...BARE, name: 'empty' });
    empty.stop();
    expect(inspect(empty)).toMatch(/^Profile empty: .* 0 slices/);
  });

  it('prints what it recorded where there are no events', () => {
    const { profile } = test();
    const session = profile({ ...BARE, name: 'lean', experimentalConfig: { traceOnly: true } });
    session.stop();
    expect(String(session)).toMatch(/^Profile lean: /);
    expect(inspect(session)).toBe(String(session));
  });

  it('is used once', () => {
    const { profile } = test();
    const session = profile(BARE);
    expect(() => session.start()).toThrow(ReentrantSessionError);
    session.stop();
    expect(() => session.start()).toThrow('autograd profiler traces are not reentrant');
    expect(() => profile({ enabled: false }).start()).not.toThrow();
  });

  it('costs nothing when it is not enabled', async () => {
    const { profile, host, warnings } = test();
    const session = profile({ enabled: false, useCuda: true, schedule: () => 'RECORD' });
    expect(host.openRecordings()).toEqual([]);
    await session.step();
    session.toggleActivity('CPU', false);
    await session.finish();
    session.dispose();
    expect(warnings).toEqual([]);
    expect(profile.last).toBeUndefined();
  });

  it('ends as a disposable, synchronous and asynchronous, where the runtime has those', async () => {
    const { profile } = test();
    for (const name of ['dispose', 'asyncDispose'] as const) {
      const key: unknown = Reflect.get(Symbol, name);
      if (typeof key !== 'symbol') continue;
      const session = profile(BARE);
      const end: unknown = Reflect.get(session, key);
      await Reflect.apply(end as () => unknown, session, []);
      expect(session.finished).toBe(profile.last);
    }
    const session = profile(BARE);
    session.dispose();
    session.dispose();
    expect(profile.list()).toContain(session.finished);
  });

  it('keeps the events of a body that throws, and throws on', async () => {
    const { profile, range } = test();
    const failure = new Error('mine');
    const fails = profile(() => {
      range('before', () => 1);
      throw failure;
    }, BARE);
    expect(fails).toThrow(failure);
    expect(profile.last?.find('before')).toMatchObject({ count: 1 });
    await expect(
      profile.run(async session => {
        session.addMetadata('who', 'me');
        await range('later', async () => Promise.reject(failure));
      }, BARE)
    ).rejects.toBe(failure);
    expect(profile.last?.data.meta.status).toBe('error');
    expect(profile.last?.find('later')).toMatchObject({ count: 1 });
  });

  it('lets sessions nest and overlap, each with its own events', () => {
    const { profile, range } = test();
    const [first, second] = [profile(BARE), profile(BARE)];
    range('both', () => 1);
    first.stop();
    range('second', () => 1);
    second.stop();
    expect(eventNames(first)).toEqual(['both']);
    expect(eventNames(second)).toEqual(['both', 'second']);
  });

  it('decorates methods, static ones, getters and asynchronous ones: a session for each call', async () => {
    const { profile, range } = test();
    const decorate = profile.wrap(BARE) as (value: unknown, context: object) => unknown;
    const asMethod = (name: string, value: unknown) =>
      decorate(value, { kind: 'method', name }) as (this: unknown, by: number) => unknown;
    const twice = asMethod('twice', function (this: { base: number }, by: number) {
      return range('work', () => this.base * by);
    });
    expect(twice.call({ base: 4 }, 2)).toBe(8);
    expect(profile.last?.name).toBe('twice');
    expect(profile.last?.find('work')).toMatchObject({ count: 1 });
    const later = asMethod('later', async () => range('slow', async () => Promise.resolve(5)));
    await expect(later.call({}, 1)).resolves.toBe(5);
    expect(profile.last?.find('slow')).toMatchObject({ count: 1 });
    expect(() => decorate(class {}, { kind: 'class', name: 'A' })).toThrow(
      '@profile.wrap decorates methods, getters and setters, not the class A'
    );
  });

  it('refuses options when a function is wrapped, before any call', () => {
    const options = { record_shape: true } as ProfileOptions;
    expect(() => test().profile(() => 1, options)).toThrow('Did you mean recordShapes?');
  });

  it('takes nothing from metadata that it cannot have, and keeps what was there', () => {
    const { profile, file } = test();
    const session = profile(BARE);
    session.addMetadata('key', 'old');
    session.addMetadata('key', 'new "text" \ud800');
    session.addMetadataJson('numbers', ' { "a": [1, null] } ');
    for (const [add, text] of [
      [() => session.addMetadataJson('bad', '{'), 'The metadata bad is not valid JSON'],
      [() => session.addMetadataJson('bad', 5 as unknown as string), 'must be JSON text, got 5'],
      [() => session.addMetadata('bad', {} as string), 'must be a string, got an object'],
      [() => session.addMetadata('', 'x'), 'string that is not empty'],
      [() => session.addMetadata('traceEvents', 'x'), 'The trace already has a key traceEvents']
    ] as const) {
      expect(add).toThrow(text);
    }
    session.stop();
    session.addMetadata('late', 'too');
    const { key, numbers, late, bad } = writtenTrace(session, file('trace.json'));
    expect([numbers, late, bad]).toEqual([{ a: [1, null] }, 'too', undefined]);
    expect(key).toBe('new "text" \ud800');
  });

  it('has its metadata in a trace whose options state no layout, and refuses unknown options', () => {
    const { profile, file } = test();
    const session = profile({ ...BARE, experimentalConfig: { traceOnly: true } });
    session.addMetadata('key', 'value');
    session.stop();
    const path = file('trace.json');
    session.exportChromeTrace(path, { layout: null });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ key: 'value' });
    const unknown = { layout: 'default', depth: 1 } as const;
    expect(() => session.exportChromeTrace(path, unknown)).toThrow(EventOptionError);
  });

  it('bounds its metadata', () => {
    const session = test().profile(BARE);
    const large = 'x'.repeat(53_000_000);
    session.addMetadata('a', large);
    expect(() => session.addMetadata('b', large)).toThrow('at most 105 MB');
  });

  it('warns once that GPUs cannot be switched on in a session that began without', () => {
    const { profile, warnings } = test();
    const session = profile(BARE);
    session.toggleActivity('GPU', false);
    expect(warnings).toEqual([]);
    session.toggleActivity('GPU', true);
    session.toggleActivity('CUDA', true);
    expect(warnings).toEqual([
      "toggleActivity('GPU', true) takes no effect: the session began without GPUs. " +
        "Name 'GPU' in its activities"
    ]);
  });

  it('names what can be switched', () => {
    const session = test().profile(BARE);
    expect(() => session.toggleActivity('TPU' as 'CPU', true)).toThrow('Unknown activity: TPU');
    expect(() => session.toggleActivity('CPU', 1 as unknown as boolean)).toThrow(
      'CPU must be switched to true or false, got 1'
    );
  });
});
