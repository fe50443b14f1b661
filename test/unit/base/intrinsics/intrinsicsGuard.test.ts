import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  IntrinsicsGuard,
  type WatchedObject
} from '../../../../src/base/intrinsics/intrinsicsGuard';
import { ownListener } from '../../../../src/base/intrinsics/intrinsics';
import { OwnMap } from '../../../../src/base/intrinsics/ownMap';

/** A guard of one object of a realm that has nothing else. */
function guardOf(object: object, closes: WatchedObject['closes'] = 'all'): IntrinsicsGuard {
  const guard = new IntrinsicsGuard();
  guard.seal([{ object, closes }]);
  return guard;
}

/** The result of `work` while a method fails for all callers. */
function whilePatched<T>(owner: object, name: string, work: () => T): T {
  const original = Object.getOwnPropertyDescriptor(owner, name)!;
  const value = (): never => {
    throw new Error('patched');
  };
  Object.defineProperty(owner, name, { ...original, value });
  try {
    return work();
  } finally {
    Object.defineProperty(owner, name, original);
  }
}

describe('the guard of built-in objects', () => {
  test('gives the user the changes of the user, and us the originals', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOf(built);
    const seen: unknown[] = [];
    guard.users(() => {
      built['a'] = 'theirs';
      guard.own(() => {
        seen.push(built['a']);
        guard.users(() => seen.push(built['a']));
        seen.push(built['a']);
      });
      seen.push(built['a']);
    });
    seen.push(built['a']);
    guard.users(() => seen.push(built['a']));
    expect(seen).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']);
  });

  test('lets the user undo a change in a later phase', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOf(built);
    guard.users(() => (built['a'] = 'theirs'));
    guard.users(() => (built['a'] = 'ours'));
    guard.users(() => delete built['a']);
    expect(guard.users(() => 'a' in built)).toBe(false);
    expect(built).toEqual({ a: 'ours' });
  });

  test('takes added properties away and puts them back in their order', () => {
    const built: Record<string, unknown> = { a: 1 };
    const guard = guardOf(built);
    guard.users(() => {
      built['c'] = 3;
      built['b'] = 2;
    });
    expect(Object.keys(built)).toEqual(['a']);
    expect(guard.users(() => Object.keys(built))).toEqual(['a', 'c', 'b']);
  });

  test('leaves additions that disturb nobody where the user has put them', () => {
    const built: Record<PropertyKey, unknown> = { a: 1 };
    const guard = guardOf(built, 'protocol');
    const added = { last: 1, toJSON: 2, then: 3, valueOf: 4, 0: 5, [Symbol.hasInstance]: 6 };
    guard.users(() => Object.assign(built, added));
    expect(Reflect.ownKeys(built)).toEqual(['a', 'last']);
    expect(guard.users(() => ({ ...built }))).toEqual({ a: 1, ...added });
  });

  test('notices one property that was deleted where another was added', () => {
    const built: Record<string, unknown> = { a: 1 };
    const guard = guardOf(built);
    guard.users(() => {
      delete built['a'];
      built['b'] = 2;
    });
    expect(built).toEqual({ a: 1 });
    expect(guard.users(() => ({ ...built }))).toEqual({ b: 2 });
  });

  test('never calls a getter that user code has put there', () => {
    const built = { a: 1 };
    const guard = guardOf(built);
    let calls = 0;
    guard.users(() =>
      Object.defineProperty(built, 'a', { get: () => ++calls, configurable: true })
    );
    guard.users(() => guard.own(() => undefined));
    expect(built.a).toBe(1);
    expect(calls).toBe(0);
    expect(guard.users(() => built.a)).toBe(1);
  });

  test('changes sides rightly where code of either side throws', () => {
    const built = { a: 'ours' };
    const guard = guardOf(built);
    const fail = (): never => {
      throw new Error(built.a);
    };
    guard.users(() => (built.a = 'theirs'));
    expect(() => guard.users(fail)).toThrow('theirs');
    expect(() => guard.users(() => guard.own(fail))).toThrow('ours');
    expect(built.a).toBe('ours');
  });

  test('ends a phase that was cut off, and only once', () => {
    const built = { a: 'ours' };
    const guard = guardOf(built);
    guard.enterUsers();
    guard.enterUsers();
    built.a = 'theirs';
    guard.leaveUsers();
    guard.leaveUsers();
    expect(built.a).toBe('ours');
    expect(guard.users(() => built.a)).toBe('theirs');
  });

  test('keeps what user code changes outside of its phases for the next one', () => {
    const built: Record<string, unknown> = { a: 'ours', b: 'ours' };
    const guard = guardOf(built);
    guard.users(() => Object.assign(built, { a: 'first', b: 'first' }));
    built['a'] = 'second';
    expect(guard.begin(() => ({ ...built }))).toEqual({ a: 'ours', b: 'ours' });
    expect(guard.users(() => ({ ...built }))).toEqual({ a: 'second', b: 'first' });
  });

  test('leaves alone what cannot be changed', () => {
    const built: Record<string, unknown> = { a: 'ours', f: 'ours' };
    const guard = guardOf(built);
    guard.users(() => {
      const fixed = { value: 'theirs', configurable: false, writable: false };
      Object.defineProperty(built, 'a', fixed);
      Object.freeze(built);
    });
    expect(built).toEqual({ a: 'theirs', f: 'ours' });
    expect(guard.users(() => built['a'])).toBe('theirs');
  });

  test('sees values that are set behind a getter', () => {
    let value: unknown = 'ours';
    const built = Object.defineProperty({}, 'a', {
      get: () => value,
      set: (given: unknown) => (value = given),
      configurable: true
    }) as { a: unknown };
    const guard = new IntrinsicsGuard();
    guard.seal([{ object: built, closes: 'nothing', slots: ['a'] }]);
    guard.users(() => (built.a = 'theirs'));
    expect(built.a).toBe('ours');
    expect(guard.users(() => built.a)).toBe('theirs');
  });

  test.each(['getOwnPropertyDescriptor', 'defineProperty'] as const)(
    'loses nothing where a change of sides is cut off in `%s`',
    trap => {
      const built = { a: 'ours', b: 'ours', c: 'ours' };
      let cutsOff = false;
      const act = Reflect[trap] as (...args: unknown[]) => unknown;
      const watched = new Proxy(built, {
        [trap]: (...args: unknown[]) => {
          if (cutsOff && args[1] === 'b') throw new Error('cut off');
          return act(...args);
        }
      });
      const guard = guardOf(watched);
      guard.users(() => Object.assign(built, { a: 'first', b: 'first', c: 'first' }));
      for (const change of [() => guard.enterUsers(), () => guard.leaveUsers()]) {
        cutsOff = true;
        try {
          change();
        } catch (error) {
          expect(error).toMatchObject({ message: 'cut off' });
        }
        cutsOff = false;
        guard.leaveUsers();
        expect(built).toEqual({ a: 'ours', b: 'ours', c: 'ours' });
        guard.enterUsers();
        expect(built).toEqual({ a: 'first', b: 'first', c: 'first' });
      }
    }
  );

  test('takes away what hides an inherited method, and leaves other additions', () => {
    const parent = { slice: 1 };
    const built = Object.create(parent) as Record<string, unknown>;
    const guard = guardOf(built, 'protocol');
    guard.users(() => Object.assign(built, { slice: 2, toHex: 3 }));
    expect(Object.keys(built)).toEqual(['toHex']);
    expect(guard.users(() => ({ ...built }))).toEqual({ slice: 2, toHex: 3 });
  });

  test('puts things into words with the originals where the changes of the user make it fail', () => {
    const built: Record<string, () => string> = { a: () => 'ours' };
    const guard = guardOf(built);
    const seen: string[] = [];
    const describe = () => guard.inWords(() => seen.push(built['a']()));
    guard.users(() => {
      describe();
      built['a'] = () => 'theirs';
      describe();
      built['a'] = () => {
        throw new Error('patched');
      };
      describe();
    });
    expect(seen).toEqual(['ours', 'theirs', 'ours']);
  });

  test('tells once why putting into words fails where nothing was changed', () => {
    const guard = guardOf({ a: 1 });
    let calls = 0;
    const fail = (): never => {
      throw new Error(`call ${++calls}`);
    };
    expect(() => guard.users(() => guard.inWords(fail))).toThrow('call 1');
    expect(() => guard.inWords(fail)).toThrow('call 2');
  });

  test('changes nothing before it is sealed', () => {
    const built = { a: 'ours' };
    const guard = new IntrinsicsGuard();
    guard.users(() => (built.a = 'theirs'));
    expect(guard.begin(() => guard.own(() => built.a))).toBe('theirs');
  });
});

test('a listener of our own hears whatever was made of Function.prototype', () => {
  const heard: unknown[][] = [];
  const emitter = new EventEmitter().on(
    'news',
    ownListener((...news: unknown[]) => heard.push(news))
  );
  whilePatched(Function.prototype, 'apply', () => emitter.emit('news', 1, 2));
  expect(heard).toEqual([[1, 2]]);
});

test('a map of our own does not look at what was made of Map.prototype', () => {
  const map = new OwnMap([['a', 1]]);
  expect(whilePatched(Map.prototype, 'get', () => map.get('a'))).toBe(1);
});

describe('the guard of a program', () => {
  const fails = (built: Record<string, unknown>): string => {
    if (built['a'] !== 'ours') throw new Error('not ours');
    return 'done';
  };

  function guardOfProgram(built: object): IntrinsicsGuard {
    const guard = new IntrinsicsGuard();
    guard.sealInProgram([{ object: built, closes: 'all' }]);
    return guard;
  }

  test('has the originals aside, also within, and puts back what the program made of them', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOfProgram(built);
    built['a'] = 'theirs';
    const seen = guard.aside(() => [built['a'], guard.aside(() => built['a']), built['a']]);
    expect(seen).toEqual(['ours', 'ours', 'ours']);
    expect(built['a']).toBe('theirs');
    built['a'] = 'later';
    expect(guard.aside(() => built['a'])).toBe('ours');
    expect(built['a']).toBe('later');
  });

  test('has them aside also amid the removal of changes, which another thread may interrupt', () => {
    const built: Record<string, unknown> = { a: 'ours', b: 'ours' };
    const seen: unknown[] = [];
    let isInterrupted = false;
    const interrupted = new Proxy(
      {},
      {
        ownKeys: () => {
          if (isInterrupted) {
            isInterrupted = false;
            seen.push(guard.aside(() => guard.aside(() => [built['a'], built['b'], later['c']])));
          }
          return [];
        }
      }
    );
    const later: Record<string, unknown> = { c: 'ours' };
    const guard = new IntrinsicsGuard();
    const watched = [built, interrupted, later].map(
      object => ({ object, closes: 'protocol' }) as const
    );
    guard.sealInProgram(watched);
    built['a'] = 'theirs';
    built['b'] = 'theirs';
    later['c'] = 'theirs';
    isInterrupted = true;
    expect(guard.aside(() => [built['a'], built['b'], later['c']])).toEqual([
      'ours',
      'ours',
      'ours'
    ]);
    expect(seen).toEqual([['ours', 'ours', 'ours']]);
    expect([built['a'], built['b'], later['c']]).toEqual(['theirs', 'theirs', 'theirs']);
  });

  test('works with what the program made of them until that fails, and with the originals from then on', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOfProgram(built);
    built['a'] = 'theirs';
    expect(guard.own(() => built['a'])).toBe('theirs');
    expect(guard.own(() => fails(built))).toBe('done');
    expect(guard.own(() => built['a'])).toBe('ours');
    expect(built['a']).toBe('theirs');
  });

  test('lets an error through that has another cause, and stays as it was', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOfProgram(built);
    built['a'] = 'theirs';
    const failing = (): never => {
      throw new RangeError('its own');
    };
    expect(() => guard.own(failing)).toThrow(RangeError);
    expect(() => guard.retried(failing)).toThrow(RangeError);
    expect(guard.retried(() => fails(built))).toBe('done');
    expect(guard.own(() => built['a'])).toBe('theirs');
  });

  test('leaves in place what the program made of them where the host is called from outside', () => {
    const built: Record<string, unknown> = { a: 'ours' };
    const guard = guardOfProgram(built);
    built['a'] = 'theirs';
    expect(guard.begin(() => built['a'])).toBe('theirs');
    expect(built['a']).toBe('theirs');
  });

  test('that was not sealed runs everything as it is', () => {
    expect(new IntrinsicsGuard().aside(() => 1)).toBe(1);
  });
});
