import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type RangeArgs,
  RangeArgumentError,
  type RangeOptions,
  createRange
} from '../../../../src/engine/annotate/range';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

let clock: FakeClock;
let recorder: Recorder;
let range: ReturnType<typeof createRange>;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  range = createRange(recorder);
});

describe('range', () => {
  it('returns what the function returns and records how long it took', () => {
    const window = recorder.openWindow();
    const value = range('work', () => {
      clock.advance(12);
      return 'done';
    });
    expect(value).toBe('done');
    expect(sliceLines(finishWindow(recorder, window))).toEqual(['work 0+12 - @main thread']);
  });

  it('nests 2,500 deep, with exact times, and deeper in what is left of the stack', () => {
    const window = recorder.openWindow();
    const nest = (left: number): number => {
      clock.advance(1);
      return left === 0 ? 0 : 1 + range('deeper', () => nest(left - 1));
    };
    expect(nest(2500)).toBe(2500);
    const { slices } = finishWindow(recorder, window);
    expect(slices.length).toBe(2500);
    expect(slices.duration[0]).toBe(2500);
  });

  it('returns to each of several nested ranges what its own function returns', () => {
    const window = recorder.openWindow();
    const value = range('outer', () => {
      const first = range('first', () => ({ sum: 1 }));
      const second = range('second', () => range('third', () => 0.5) + 1);
      return [first.sum, second, range('none', () => undefined)];
    });
    expect(value).toEqual([1, 1.5, undefined]);
    expect(sliceLines(finishWindow(recorder, window))).toHaveLength(5);
  });

  it('calls the function and records nothing while no recording runs', () => {
    expect(range('idle', () => 7)).toBe(7);
    const window = recorder.openWindow();
    expect(sliceLines(finishWindow(recorder, window))).toEqual([]);
  });

  it('throws what the function throws, with its slice ended', () => {
    const window = recorder.openWindow();
    const failure = new Error('mine');
    const run = () =>
      range('fails', () => {
        clock.advance(3);
        throw failure;
      });
    expect(run).toThrow(failure);
    clock.advance(5);
    const profile = finishWindow(recorder, window);
    expect(sliceLines(profile)).toEqual(['fails 0+3 - @main thread']);
    expect(profile.args.length).toBe(0);
  });

  it('lasts until the promise settles, on a lane of its own', async () => {
    const window = recorder.openWindow();
    let release = (): void => undefined;
    const pending = range('wait', async () => {
      await new Promise<void>(resolve => {
        release = resolve;
      });
      return 5;
    });
    range('meanwhile', () => clock.advance(10));
    release();
    await expect(pending).resolves.toBe(5);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'wait 0+10 - @async',
      'meanwhile 0+10 - @main thread'
    ]);
  });

  it('passes a rejection on through the promise that it returns', async () => {
    const window = recorder.openWindow();
    const failure = new Error('later');
    await expect(range('rejects', async () => Promise.reject(failure))).rejects.toBe(failure);
    expect(sliceLines(finishWindow(recorder, window))).toEqual(['rejects 0+0 - @async']);
  });

  it('returns a lazy thenable without starting it, and lasts until it settles', async () => {
    const window = recorder.openWindow();
    let started = 0;
    const then = (settle: (value: number) => void): void => {
      started++;
      clock.advance(3);
      settle(5);
    };
    const lazy = { then };
    expect(range('query', () => lazy)).toBe(lazy);
    expect(started).toBe(0);
    expect(await (lazy as unknown as Promise<number>)).toBe(5);
    expect(lazy.then).toBe(then);
    expect(Object.keys(lazy)).toEqual(['then']);
    expect(sliceLines(finishWindow(recorder, window))).toEqual(['query 0+3 - @async']);
  });

  it('returns a promise that a library gave members untouched', () => {
    const window = recorder.openWindow();
    const query = Object.assign(Promise.resolve(1), { cancel: () => undefined });
    expect(range('query', () => query)).toBe(query);
    expect(sliceLines(finishWindow(recorder, window))).toEqual(['query 0+0 - @main thread']);
  });

  it('keeps scalar arguments and joins lists', () => {
    const window = recorder.openWindow();
    range('load', () => undefined, { args: { rows: 3, cold: true, files: ['a', 'b'] } });
    const { args, strings } = finishWindow(recorder, window);
    const keys = Array.from(args.key, key => strings[key]);
    expect(keys).toEqual(['rows', 'cold', 'files']);
    expect([args.value[0], args.value[1], strings[args.value[2]]]).toEqual([3, 1, 'a, b']);
  });

  it('gives a reusable range without a function', () => {
    const window = recorder.openWindow();
    const step = range('step');
    const open = step.begin();
    clock.advance(4);
    open.end();
    open.end();
    expect(step.run(() => 'again')).toBe('again');
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'step 0+4 - @main thread',
      'step 4+0 - @main thread'
    ]);
  });

  it.each([
    ['a number as name', [7, () => 1], 'The name of a range must be a string, got 7'],
    ['no name', [undefined], 'The name of a range must be a string, got undefined'],
    ['an object as name', [{}, () => 1], 'The name of a range must be a string, got an object'],
    ['text as function', ['work', 'text'], 'A range must be given a function, got text'],
    ['null as function', ['work', null], 'A range must be given a function, got null']
  ])('refuses %s, whether or not a recording runs, and records nothing', (_, given, text) => {
    const call = () => Reflect.apply(range, undefined, given) as unknown;
    expect(call).toThrow(RangeArgumentError);
    const window = recorder.openWindow();
    expect(call).toThrow(text);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([]);
  });

  it.each([
    [{ argz: 1 }, 'range has no option argz. Did you mean args?\nIt has args'],
    [{ colour: 'red' }, 'range has no option colour.\nIt has args'],
    [5, 'The options of a range must be an object such as { args: { step: 1 } }, got 5'],
    [null, 'The options of a range must be an object such as { args: { step: 1 } }, got null'],
    [[1], 'The options of a range must be an object such as { args: { step: 1 } }, got an array'],
    [{ args: 5 }, 'The args of a range must be an object of values, got 5'],
    [{ args: null }, 'The args of a range must be an object of values, got null']
  ])('refuses the options %o, recording or not, and runs nothing', (options, text) => {
    const wrong = options as unknown as RangeOptions;
    let runs = 0;
    const count = (): number => runs++;
    const attempts = [
      () => range('a', count, wrong),
      () => range('a').run(count, wrong),
      () => range('a').begin(wrong)
    ];
    const refuseAll = (): void => {
      for (const attempt of attempts) {
        expect(attempt).toThrow(RangeArgumentError);
        expect(attempt).toThrow(text);
      }
    };
    refuseAll();
    const window = recorder.openWindow();
    refuseAll();
    expect(sliceLines(finishWindow(recorder, window))).toEqual([]);
    expect(runs).toBe(0);
  });

  it('takes options without arguments', () => {
    expect(range('a', () => 1, {})).toBe(1);
    expect(range('a', () => 2, { args: undefined } as RangeOptions)).toBe(2);
  });

  it('shows arguments of other types as text', () => {
    const window = recorder.openWindow();
    const args = { none: undefined, at: Symbol('here'), big: 5n, map: {}, list: [null, 'a', {}] };
    expect(range('load', () => 5, { args: args as unknown as RangeArgs })).toBe(5);
    const profile = finishWindow(recorder, window);
    const texts = Array.from(profile.args.value, value => profile.strings[value]);
    expect(texts).toEqual(['undefined', 'Symbol(here)', '5', 'an object', 'null, a, an object']);
  });

  it('that was begun shows its name and state, and nothing of the recorder', () => {
    const idle = range('load').begin();
    expect(inspect(idle)).toBe('range "load" (not running)');
    const window = recorder.openWindow();
    const begun = range('load').begin();
    expect(inspect({ begun })).toBe('{ begun: range "load" (running) }');
    begun.end();
    expect(inspect(begun)).toBe('range "load" (not running)');
    recorder.closeWindow(window);
  });
});
