import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DecoratorTargetError } from '../../../../src/engine/annotate/decorator';
import { ProfileSession, ReentrantSessionError } from '../../../../src/compat/torch/profileSession';
import { schedule } from '../../../../src/compat/torch/schedule';
import { BARE, eventNames, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

describe('a session that is called, as MegEngine calls profile()', () => {
  it.each([
    ['without a schedule', {}],
    ['with one', { schedule: schedule({ wait: 0, active: 1 }) }]
  ])('gives way to a function each call of which is a session, %s', (_how, options) => {
    const { profile, range, host } = test();
    const train = profile({ ...BARE, ...options })(function train(step: number): number {
      return range('step', () => 2 * step);
    });
    expect(profile.openSessions).toEqual([]);
    expect(host.recorder.enabled).toBe(false);
    expect(profile.list()).toEqual([]);
    expect([train(1), train(2)]).toEqual([2, 4]);
    expect(train.name).toBe('train');
    expect(profile.list().map(({ name }) => name)).toEqual(['train', 'train']);
    expect(profile.last?.functionEvents.map(({ name }) => name)).toContain('step');
  });

  it('decorates a method', () => {
    const { profile } = test();
    const fit = (epochs: number): number => epochs;
    const context = { kind: 'method', name: 'fit' } as ClassMethodDecoratorContext;
    const decorated = profile(BARE)(fit, context);
    expect(profile.openSessions).toEqual([]);
    expect(decorated(3)).toBe(3);
    expect(profile.list().map(({ name }) => name)).toEqual(['fit']);
  });

  it('refuses what is no method, and leaves no session open', () => {
    const { profile } = test();
    const session = profile(BARE) as unknown as (value: unknown, context: object) => unknown;
    expect(() => session(undefined, { kind: 'field', name: 'x' })).toThrow(DecoratorTargetError);
    expect(profile.openSessions).toEqual([]);
  });

  it('is a session like any other as long as nobody calls it', () => {
    const { profile, range } = test();
    const session = profile({ ...BARE, name: 'mine' });
    expect(session).toBeInstanceOf(ProfileSession);
    expect(profile.openSessions).toEqual([session]);
    expect(session.name).toBe('mine');
    range('work', () => 1);
    session.stop();
    expect(eventNames(session)).toEqual(['work']);
    expect(inspect(session)).toBe(session.table());
    expect(() => session(() => 1)).toThrow(ReentrantSessionError);
  });
});
