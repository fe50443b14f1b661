import { setImmediate as turn } from 'node:timers/promises';
import type * as Tf from '@tensorflow/tfjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import {
  CustomOperatorError,
  type CustomOperatorFunction,
  createCustomOperator
} from '../../../../src/engine/annotate/customOperator';
import { createScope } from '../../../../src/engine/annotate/scope';
import { CUSTOM_OPERATOR_CATEGORY } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { forgetTensorFlow, loadTensorFlow, slicesOf, TfjsBench } from '../../../support/tfjsBench';
import { loadGraph, waitingGraph } from '../../../support/tfjsModels';

let bench: TfjsBench;
let customOperator: CustomOperatorFunction;
let library: Library;

/** A library whose methods are operators. */
class Library {
  square(value: number): number {
    return value ** 2;
  }

  async load(value: number): Promise<number> {
    await turn();
    return value;
  }
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  bench = new TfjsBench();
  customOperator = createCustomOperator(bench);
  library = new Library();
  createInstrument(bench)(library, { name: '' });
});

afterEach(() => vi.restoreAllMocks());

const OPERATORS = { operators: true };

function names(profile: Profile, category?: string): string[] {
  return slicesOf(profile, category)
    .map(({ name }) => name)
    .sort();
}

describe('customOperator', () => {
  it('test_custom_operator_profiling: names what runs inside after the operator', () => {
    const sigmoid = customOperator('MySigmoid', (x: number) => library.square(x) + 1);
    const profile = bench.profile(() => {
      expect(sigmoid(3)).toBe(10);
      library.square(2);
    }, OPERATORS);
    expect(slicesOf(profile, CUSTOM_OPERATOR_CATEGORY)).toEqual([
      { name: 'MySigmoid', parent: null },
      { name: 'MySigmoid::square', parent: 'MySigmoid' }
    ]);
    expect(names(profile, 'operator')).toEqual(['square']);
    const rows = aggregate(profile).find(one => one.category === CUSTOM_OPERATOR_CATEGORY)?.rows;
    const [outer, inner] = rows ?? [];
    expect(outer.name).toBe('MySigmoid');
    expect(outer.self).toBeCloseTo(outer.total - inner.total, 6);
    expect(bench.operatorContext.isActive).toBe(false);
  });

  it('test_custom_operator_profiling_multiple_custom_ops_imperative: concurrent ones never mix', async () => {
    const work = (times: number) => async () => {
      for (let i = 0; i < times; i++) {
        await turn();
        library.square(i);
        await library.load(i);
      }
    };
    const [first, second] = [customOperator('First', work(4)), customOperator('Second', work(2))];
    const profile = await bench.profileAsync(async () => {
      const running = Promise.all([first(), second(), work(1)()]);
      library.square(0);
      await running;
    }, OPERATORS);
    const count = (name: string) => names(profile).filter(one => one === name).length;
    expect(['First', 'First::square', 'First::load'].map(count)).toEqual([1, 4, 4]);
    expect(['Second', 'Second::square', 'Second::load'].map(count)).toEqual([1, 2, 2]);
    expect(['square', 'load'].map(count)).toEqual([2, 1]);
    expect(bench.operatorContext.isActive).toBe(false);
  });

  it('chains the names of custom operators inside each other', async () => {
    const inner = customOperator('Inner', async () => {
      await turn();
      return library.square(2);
    });
    const outer = customOperator('Outer', async () => {
      await inner();
      return library.square(3);
    });
    const profile = await bench.profileAsync(() => outer(), OPERATORS);
    const expected = ['Outer', 'Outer::Inner', 'Outer::Inner::square', 'Outer::square'];
    expect(names(profile)).toEqual(expected);
    expect(names(profile, CUSTOM_OPERATOR_CATEGORY)).toEqual(expected);
  });

  it('makes no new names in recursion', () => {
    const outer: (depth: number) => number = customOperator('Outer', depth =>
      depth > 0 ? inner(depth - 1) : library.square(depth)
    );
    const inner = customOperator('Inner', outer);
    const profile = bench.profile(() => outer(50), OPERATORS);
    expect([...new Set(names(profile))]).toEqual(['Outer', 'Outer::Inner', 'Outer::square']);
    expect(names(profile).filter(name => name === 'Outer')).toHaveLength(51);
  });

  it('lasts until its promise settles, on an async lane', async () => {
    const wait = customOperator('Wait', async () => turn('done'));
    let result: unknown = null;
    const profile = await bench.profileAsync(async () => {
      result = await wait();
    }, OPERATORS);
    expect(result).toBe('done');
    const track = profile.tracks[profile.slices.track[0]];
    expect(track.kind).toBe('asyncLane');
    expect(bench.recorder.inFlight.count).toBe(0);
  });

  it('keeps the profiler scope it is called in, and lets scopes be opened inside', async () => {
    const scope = createScope(bench.operatorContext);
    const seen: string[] = [];
    const operator = customOperator('Op', async () => {
      seen.push(bench.operatorContext.current.scope);
      await scope('inner', async name => {
        await turn();
        seen.push(name);
        library.square(1);
      });
    });
    const profile = await bench.profileAsync(() => scope('outer', () => operator()), OPERATORS);
    expect(seen).toEqual(['outer:', 'outer:inner:']);
    expect(names(profile)).toEqual(['Op', 'Op::square']);
  });

  it('does and throws what the function does, with its this and its arguments', async () => {
    const failure = new Error('mine');
    const thrower = customOperator('Thrower', () => {
      throw failure;
    });
    const rejecter = customOperator('Rejecter', () => Promise.reject(failure));
    const self = { factor: 3 };
    function scale(this: typeof self, value: number, by = 1): number {
      return this.factor * value * by;
    }
    const scaled = customOperator('Scale', scale);
    expect([scaled.name, scaled.length]).toEqual(['scale', 1]);
    const profile = await bench.profileAsync(async () => {
      expect(() => thrower()).toThrow(failure);
      await expect(rejecter()).rejects.toBe(failure);
      expect(scaled.call(self, 2, 5)).toBe(30);
    }, OPERATORS);
    expect(names(profile)).toEqual(['Rejecter', 'Scale', 'Thrower']);
    expect(bench.operatorContext.isActive).toBe(false);
  });

  it('can be used with new where the function can', () => {
    class Base {
      readonly value = library.square(2);
    }
    const Wrapped = customOperator('Base', Base as unknown as () => Base) as unknown as typeof Base;
    class Derived extends Wrapped {}
    let made: unknown = null;
    const profile = bench.profile(() => {
      made = new Derived();
    }, OPERATORS);
    expect(made).toBeInstanceOf(Derived);
    expect(made).toBeInstanceOf(Base);
    expect(names(profile)).toEqual(['Base', 'Base::square']);
  });

  it('returns promises with members and other thenables untouched', () => {
    const special = Object.assign(Promise.resolve(1), { cancel: () => undefined });
    const then = vi.fn();
    const lazy: object = { then };
    const profile = bench.profile(() => {
      expect(customOperator('Special', () => special)()).toBe(special);
      expect(customOperator('Lazy', () => lazy)()).toBe(lazy);
    }, OPERATORS);
    expect(then).not.toHaveBeenCalled();
    expect(names(profile)).toEqual(['Lazy', 'Special']);
  });

  it('only calls the function while no operators are recorded', () => {
    const places: boolean[] = [];
    const operator = customOperator('Idle', () => {
      places.push(bench.operatorContext.isActive);
      return 5;
    });
    expect(operator()).toBe(5);
    const profile = bench.profile(() => operator(), { api: true });
    expect(profile.slices.length).toBe(0);
    expect(places).toEqual([false, false]);
  });

  const work = (): number => 1;

  it.each([
    ['a number as name', [7, work], 'The name of a custom operator must be a string, got 7'],
    [
      'an empty name',
      ['', work],
      'The name of a custom operator must be a string, got an empty one'
    ],
    ['no function', ['Op'], 'A custom operator must be a function, got undefined'],
    ['an object', ['Op', {}], 'A custom operator must be a function, got an object']
  ])('refuses %s by name', (_, given, text) => {
    const make = () => Reflect.apply(customOperator, undefined, given) as unknown;
    expect(make).toThrow(CustomOperatorError);
    expect(make).toThrow(text);
  });
});

describe('customOperator with TensorFlow.js', () => {
  let tf: typeof Tf;

  beforeEach(() => {
    forgetTensorFlow();
    tf = loadTensorFlow();
  });

  afterEach(() => forgetTensorFlow());

  it('names operators of concurrent custom operators, and no others', async () => {
    const one = tf.tensor1d([1, 2]);
    const run = (times: number) => async () => {
      for (let i = 0; i < times; i++) {
        await turn();
        tf.add(one, one).dispose();
      }
    };
    const [first, second] = [customOperator('First', run(3)), customOperator('Second', run(1))];
    const profile = await bench.profileAsync(async () => {
      const running = Promise.all([first(), second()]);
      tf.mul(one, one).dispose();
      await running;
    }, OPERATORS);
    const found = names(profile).filter(name => !/write|sync|init/.test(name));
    expect(found).toEqual([
      'First',
      'First::Add',
      'First::Add',
      'First::Add',
      'Multiply',
      'Second',
      'Second::Add'
    ]);
  });

  it('test_custom_operator_profiling_multiple_custom_ops_symbolic: graphs that wait never mix', async () => {
    forgetTensorFlow();
    const whole = loadTensorFlow('all');
    const x = whole.tensor1d([0, 1]);
    const graph = async (times: number) => {
      const model = await loadGraph(whole, waitingGraph());
      return async () => {
        for (let i = 0; i < times; i++) await model.executeAsync(x, ['where', 'after']);
      };
    };
    const [first, second] = [
      customOperator('First', await graph(3)),
      customOperator('Second', await graph(2))
    ];
    const outside = await graph(1);
    const profile = await bench.profileAsync(() => Promise.all([first(), second(), outside()]), {
      operators: true,
      graphOperators: true
    });
    const found = names(profile);
    const count = (name: string) => found.filter(one => one === name).length;
    const inGraph = (prefix: string) => ['Abs', 'Neg'].map(name => count(`${prefix}${name}`));
    expect([inGraph('First::'), inGraph('Second::'), inGraph('')]).toEqual([
      [3, 3],
      [2, 2],
      [1, 1]
    ]);
    expect([count('First'), count('Second')]).toEqual([1, 1]);
  });
});
