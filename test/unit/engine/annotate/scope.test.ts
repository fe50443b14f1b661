import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScopeError, type ScopeFunction, createScope } from '../../../../src/engine/annotate/scope';
import { OperatorContext } from '../../../../src/sources/operators/operatorContext';
import { forgetTensorFlow, loadTensorFlow, TfjsBench } from '../../../support/tfjsBench';

let context: OperatorContext;
let scope: ScopeFunction;

beforeEach(() => {
  context = new OperatorContext();
  scope = createScope(context);
});

const inForce = () => context.current.scope;

describe('scope', () => {
  it('gives the full name to its function and returns what that returns', () => {
    expect(scope('encoder', name => [name, inForce()])).toEqual(['encoder:', 'encoder:']);
    expect(inForce()).toBe('<unk>:');
  });

  it('adds a colon only where there is none', () => {
    expect(scope('a:', name => name)).toBe('a:');
    expect(scope('', name => name)).toBe(':');
    expect(scope('größe 漢字', name => name)).toBe('größe 漢字:');
  });

  it('joins the scope around unless that is the one outside of all', () => {
    expect(scope('a', () => scope('b', name => name))).toBe('a:b:');
    expect(scope(() => scope('b', name => name))).toBe('b:');
    expect(scope('a', () => scope(name => name))).toBe('a:<unk>:');
  });

  it('starts anew without append mode', () => {
    const names = scope('a', () => [
      scope('b', name => name, { appendMode: false }),
      scope('c', name => name, { appendMode: true }),
      inForce()
    ]);
    expect(names).toEqual(['b:', 'a:c:', 'a:']);
  });

  it('is left by a body that throws or rejects', async () => {
    const fail = () => {
      throw new Error('body');
    };
    expect(() => scope('a', fail)).toThrow('body');
    expect(inForce()).toBe('<unk>:');
    await expect(scope('a', async () => turn().then(fail))).rejects.toThrow('body');
    expect(inForce()).toBe('<unk>:');
    expect(context.isActive).toBe(false);
  });

  it('never mixes with scopes of tasks that run side by side', async () => {
    const task = (name: string) =>
      scope(name, async () => {
        await turn();
        const inner = await scope('inner', async full => {
          await turn();
          return [full, inForce()];
        });
        await turn();
        return [...inner, inForce()];
      });
    expect(await Promise.all([task('x'), task('y')])).toEqual([
      ['x:inner:', 'x:inner:', 'x:'],
      ['y:inner:', 'y:inner:', 'y:']
    ]);
  });

  it('opens for the code that follows until it is disposed of', async () => {
    const outer = scope('a');
    await turn();
    const inner = scope('b');
    expect([outer.name, inner.name, inForce()]).toEqual(['a:', 'a:b:', 'a:b:']);
    inner.dispose();
    inner.dispose();
    expect(inForce()).toBe('a:');
    outer.dispose();
    expect(scope('c', { appendMode: false }).name).toBe('c:');
  });

  it('takes its option by the name of Python as well', () => {
    scope('a', () => {
      expect(scope('b', full => full, { append_mode: false })).toBe('b:');
      expect(scope('b', full => full, { append_mode: true })).toBe('a:b:');
    });
    expect(() => scope('a', { append_mode: true, appendMode: true })).toThrow('appendMode twice');
  });

  it('opens the outer scope itself when nothing is given', () => {
    const open = scope();
    expect(open.name).toBe('<unk>:');
    open.dispose();
    expect(context.isActive).toBe(false);
  });

  it('can be used with `using` where the language has it', () => {
    const open = scope('a');
    const { dispose: key } = Symbol as { readonly dispose?: symbol };
    if (key === undefined) throw new Error('this Node has no Symbol.dispose');
    const close: unknown = Reflect.get(open, key);
    if (typeof close !== 'function') throw new Error('not disposable');
    Reflect.apply(close, open, []);
    expect(inForce()).toBe('<unk>:');
    expect(Object.keys(open)).toEqual(['name', 'dispose']);
  });

  it('keeps the custom operator that it is opened in', () => {
    const place = { scope: '<unk>:', customOperator: 'Outer' };
    const seen = context.run(place, () => scope('a', () => context.current));
    expect(seen).toEqual({ scope: 'a:', customOperator: 'Outer' });
  });

  it('takes the mode by itself, as Python does, with a function or without', () => {
    scope('outer', () => {
      expect(scope('inner', false, name => name)).toBe('inner:');
      expect(scope('inner', true, name => name)).toBe('outer:inner:');
      const open = scope('inner', false);
      expect(open.name).toBe('inner:');
      open.dispose();
    });
    const wrong = scope as unknown as (...given: readonly unknown[]) => unknown;
    expect(() => wrong('inner', false, 5)).toThrow('scope runs a function, not 5');
  });

  it.each([
    ['a number as name', [7], 'The name of a scope must be a string, got 7'],
    ['null as name', [null], 'The name of a scope must be a string, got null'],
    [
      'text in place of the function',
      ['a', 'b'],
      'scope cannot take b. Support: a function to run, true'
    ],
    ['null as options', ['a', () => 1, null], 'scope cannot take null'],
    ['null in place of the function', ['a', null], 'scope cannot take null'],
    ['an unknown option', ['a', { append: true }], 'no option append.\nIt has appendMode'],
    ['a mode that is text', ['a', { appendMode: 'no' }], 'appendMode: no. Support: false, true']
  ])('refuses %s by name', (_, given, text) => {
    const call = () => Reflect.apply(scope, undefined, given) as unknown;
    expect(call).toThrow(ScopeError);
    expect(call).toThrow(text);
    expect(context.isActive).toBe(false);
  });
});

describe('scope with TensorFlow.js', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    forgetTensorFlow();
  });

  afterEach(() => {
    forgetTensorFlow();
    vi.restoreAllMocks();
  });

  it('marks the memory that is asked for in it, of tasks side by side as well', async () => {
    const bench = new TfjsBench();
    const inside = createScope(bench.operatorContext);
    const tf = loadTensorFlow();
    const task = (name: string, sizes: readonly number[]) =>
      inside(name, async () => {
        for (const size of sizes) {
          await turn();
          tf.zeros([size]);
        }
      });
    const work = async () => {
      const tasks = Promise.all([task('a', [1, 2, 3]), task('b', [4, 5])]);
      tf.zeros([6]);
      await tasks;
    };
    const { allocations, strings } = await bench.profileAsync(work, { tensorMemory: true });
    const found = Array.from(allocations.bytes, (bytes, row) => {
      return `${strings[allocations.scope[row]]}${bytes / 4}`;
    });
    expect(found.sort()).toEqual(['<unk>:6', 'a:1', 'a:2', 'a:3', 'b:4', 'b:5']);
  });
});
