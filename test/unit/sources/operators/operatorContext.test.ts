import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  NO_SCOPE,
  OUTSIDE,
  OperatorContext,
  type OperatorPlace
} from '../../../../src/sources/operators/operatorContext';

const inScope = (scope: string): OperatorPlace => ({ scope, customOperator: null });
const A = inScope('a:');
const B = inScope('b:');
const LAYER = inScope('layer:');

describe('OperatorContext', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is outside and idle when nothing is open', () => {
    const context = new OperatorContext();
    expect(context.isActive).toBe(false);
    expect(context.current).toBe(OUTSIDE);
    expect(OUTSIDE).toEqual({ scope: NO_SCOPE, customOperator: null });
  });

  it('holds a place while a function runs and gives back what it returns', () => {
    const context = new OperatorContext();
    const seen = context.run(A, () => [context.isActive, context.current]);
    expect(seen).toEqual([true, A]);
    expect(context.isActive).toBe(false);
    expect(context.current).toBe(OUTSIDE);
  });

  it('holds a place across awaits and timers until the promise settles', async () => {
    const context = new OperatorContext();
    const done = context.run(A, async () => {
      await turn();
      await Promise.resolve();
      return context.current;
    });
    expect(context.current).toBe(OUTSIDE);
    expect(context.isActive).toBe(true);
    expect(await done).toBe(A);
    expect(context.isActive).toBe(false);
  });

  it('never mixes places that are open at the same time', async () => {
    const context = new OperatorContext();
    const walk = (place: OperatorPlace, turns: number) =>
      context.run(place, async () => {
        const seen: OperatorPlace[] = [];
        for (let i = 0; i < turns; i++) {
          seen.push(context.current);
          await turn();
        }
        return seen;
      });
    const [ofA, ofB] = await Promise.all([walk(A, 5), walk(B, 3)]);
    expect(new Set(ofA)).toEqual(new Set([A]));
    expect(new Set(ofB)).toEqual(new Set([B]));
    expect(context.isActive).toBe(false);
  });

  it('is restored when the body throws or rejects', async () => {
    const context = new OperatorContext();
    const fail = () => {
      throw new Error('no');
    };
    expect(() => context.run(A, fail)).toThrow('no');
    expect(() => context.runSync(A, fail)).toThrow('no');
    await expect(context.run(A, () => Promise.reject(new Error('late')))).rejects.toThrow('late');
    expect(context.isActive).toBe(false);
    expect(context.current).toBe(OUTSIDE);
  });

  it('nests synchronous places in asynchronous ones and the other way round', async () => {
    const context = new OperatorContext();
    const seen = await context.run(A, async () => {
      await turn();
      return context.runSync(LAYER, () => [
        context.current,
        context.run(B, () => [context.current, context.runSync(LAYER, () => context.current)]),
        context.current
      ]);
    });
    expect(seen).toEqual([LAYER, [B, LAYER], LAYER]);
    expect(context.current).toBe(OUTSIDE);
  });

  it('does not carry a synchronous place into what it starts', async () => {
    const context = new OperatorContext();
    let later: Promise<OperatorPlace> = Promise.resolve(A);
    context.runSync(LAYER, () => {
      later = turn().then(() => context.current);
    });
    expect(await later).toBe(OUTSIDE);
  });

  it('enters a place for the code that follows and leaves it once', async () => {
    const context = new OperatorContext();
    const outer = context.enter(A);
    await turn();
    expect(context.current).toBe(A);
    const inner = context.runSync(LAYER, () => {
      const entered = context.enter(B);
      expect(context.current).toBe(B);
      return entered;
    });
    inner.dispose();
    inner.dispose();
    expect(context.current).toBe(A);
    outer.dispose();
    expect(context.current).toBe(OUTSIDE);
    expect(context.isActive).toBe(false);
  });

  it('bears places that are left in the wrong order', () => {
    const context = new OperatorContext();
    const outer = context.enter(A);
    const inner = context.enter(B);
    outer.dispose();
    expect(context.current).toBe(B);
    inner.dispose();
    expect(context.current).toBe(OUTSIDE);
  });

  it('puts what outlives its place into the place around', async () => {
    const context = new OperatorContext();
    const seen = await context.run(A, async () => {
      let stray: Promise<OperatorPlace> = Promise.resolve(B);
      context.run(B, () => {
        stray = turn().then(() => context.current);
      });
      return stray;
    });
    expect(seen).toBe(A);
  });

  it('follows asynchronous contexts only while an asynchronous place is open', async () => {
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
    const getStore = vi.spyOn(AsyncLocalStorage.prototype, 'getStore');
    const context = new OperatorContext();
    context.runSync(LAYER, () => context.current);
    expect(getStore).not.toHaveBeenCalled();
    const first = context.run(A, () => turn());
    const second = context.run(B, () => turn());
    await first;
    await second;
    expect(disable).toHaveBeenCalledTimes(1);
  });

  it('returns thenables untouched and closes their place', () => {
    const context = new OperatorContext();
    const then = vi.fn();
    const lazy = { then };
    expect(context.run(A, () => lazy)).toBe(lazy);
    expect(then).not.toHaveBeenCalled();
    expect(context.isActive).toBe(false);
  });
});
