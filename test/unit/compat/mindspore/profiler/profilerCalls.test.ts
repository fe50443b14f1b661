import { describe, expect, it } from 'vitest';
import { DecoratorTargetError } from '../../../../../src/engine/annotate/decorator';
import { ProfilerArgumentError } from '../../../../../src/engine/arguments/argumentErrors';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

const IDLE = { startProfile: false };

describe('Profiler.run', () => {
  it('records a function from a start to a stop, and gives its value', async () => {
    const { profiler, range, names } = test();
    const made = profiler(IDLE);
    const value = await made.run(given => range('work', () => (given === made ? 7 : 0)));
    expect([value, made.isStarted, names()]).toEqual([7, false, [['work']]]);
  });

  it('keeps what was recorded when the function throws, and throws it on', async () => {
    const { profiler, cycles } = test();
    const made = profiler(IDLE);
    await expect(made.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(cycles.map(({ profile }) => profile.data.meta.status)).toEqual(['error']);
  });

  it('goes on with a profiler that is started, and stops it, as with does', async () => {
    const { profiler, range, names, warnings } = test();
    const made = profiler();
    range('before', () => 1);
    await made.run(() => range('inside', () => 1));
    expect(names()).toEqual([['before', 'inside']]);
    expect(warnings).toEqual([]);
  });

  it('makes steps of a schedule inside', async () => {
    const { profiler, names } = test();
    const made = profiler({ ...IDLE, schedule: schedule({ wait: 1, active: 1, repeat: 1 }) });
    await made.run(async given => {
      for (let step = 0; step < 4; step++) await given.step();
    });
    expect(names()).toEqual([['ProfilerStep#1']]);
  });

  it('refuses anything that is not a function', async () => {
    const { profiler, calls } = test();
    const failed = profiler(IDLE).run('work' as unknown as () => void);
    await expect(failed).rejects.toThrow('Profiler.run runs a function, not work');
    expect(calls).toEqual([]);
  });

  it('is ended, as interrupted, with a call that is cut off from outside', () => {
    const { profiler, host, cycles } = test();
    const made = profiler(IDLE);
    void made.run(() => new Promise(() => undefined));
    host.callSessions.endSince(0);
    expect(cycles.map(({ profile }) => profile.data.meta.status)).toEqual(['interrupted']);
    expect(made.isStarted).toBe(false);
  });
});

describe('Profiler.wrap', () => {
  it('records each call of a function as a cycle of its own', () => {
    const { profiler, range, names } = test();
    const made = profiler(IDLE);
    const double = made.wrap(function twice(x: number) {
      return range(`work ${x}`, () => 2 * x);
    });
    expect([double(1), double(2), double.name, double.length]).toEqual([2, 4, 'twice', 1]);
    expect(names()).toEqual([['work 1'], ['work 2']]);
  });

  it('records a call until its promise settles; calls that overlap are one cycle', async () => {
    const { profiler, range, names } = test();
    const made = profiler(IDLE);
    const work = made.wrap(async (name: string) => {
      await Promise.resolve();
      return range(name, () => name);
    });
    expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b']);
    expect(names()).toEqual([['a', 'b']]);
  });

  it('throws on what the function throws', () => {
    const { profiler, cycles } = test();
    const made = profiler(IDLE);
    const fail = made.wrap(() => {
      throw new Error('broken');
    });
    expect(fail).toThrow('broken');
    expect(cycles).toHaveLength(1);
  });

  it('decorates methods, of both kinds of decorators', () => {
    const { profiler, range, names } = test();
    const made = profiler(IDLE);
    class Model {
      readonly factor = 3;
      predict(x: number): number {
        return range('predict', () => this.factor * x);
      }
    }
    const own = Object.getOwnPropertyDescriptor(Model.prototype, 'predict');
    const legacy: unknown = Reflect.apply(made.wrap, undefined, [Model.prototype, 'predict', own]);
    Object.defineProperty(Model.prototype, 'predict', legacy as PropertyDescriptor);
    expect(new Model().predict(2)).toBe(6);
    const context = { kind: 'method', name: 'work' };
    const standard: unknown = Reflect.apply(made.wrap, undefined, [() => 5, context]);
    expect((standard as () => number)()).toBe(5);
    expect(names()).toEqual([['predict'], []]);
  });

  it('refuses what it cannot wrap', () => {
    const made = test().profiler(IDLE);
    const wrap = (...given: readonly unknown[]): unknown =>
      Reflect.apply(made.wrap, undefined, given);
    expect(() => wrap(3)).toThrow(ProfilerArgumentError);
    expect(() => wrap(class {}, { kind: 'class', name: 'A' })).toThrow(DecoratorTargetError);
  });
});
