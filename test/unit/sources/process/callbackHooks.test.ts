import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  findHooks,
  hiddenFromHooks,
  hookCallbacks,
  nodeBinding
} from '../../../../src/sources/process/nodeInternals';

findHooks();

let types: string[] = [];
let stop: (() => void) | undefined;

function begin(): void {
  types = [];
  stop = hookCallbacks({ init: (_id, type) => types.push(type) });
}

afterEach(async () => {
  stop?.();
  // Node gives its hooks for promises up in a microtask
  await sleep(0);
});

const symbolsOf = (promise: Promise<unknown>): number =>
  Object.getOwnPropertySymbols(promise).length;

/** How often Node checks the order in which callbacks end, where it tells. */
function checks(): number | undefined {
  const binding = nodeBinding('async_wrap');
  return binding?.async_hook_fields[binding.constants.kCheck];
}

describe('hooks for callbacks', () => {
  it('hear of timers and requests, and leave promises as they are', async () => {
    begin();
    const made = Promise.resolve(1);
    await made.then(() => sleep(1));
    expect(types).toContain('Timeout');
    expect(types).not.toContain('PROMISE');
    expect(inspect(made)).toBe('Promise { 1 }');
  });

  it('leave the numbers of Node as they were, in whatever order hooks begin and end', async () => {
    const before = checks();
    begin();
    expect(checks()).toBe(before);
    const hook = createHook({ init: () => undefined });
    hook.enable();
    stop?.();
    hook.disable();
    expect(checks()).toBe(before);
    hook.enable();
    begin();
    hook.disable();
    stop?.();
    expect(checks()).toBe(before);
    await sleep(0);
    expect(symbolsOf(Promise.resolve())).toBe(0);
  });

  it('give hooks of the program all promises, and its stores their contexts', async () => {
    begin();
    const own: string[] = [];
    const hook = createHook({ init: (_id, type) => own.push(type) }).enable();
    await Promise.resolve();
    hook.disable();
    expect(own).toContain('PROMISE');
    const store = new AsyncLocalStorage<number>();
    const seen = await store.run(7, async () => {
      await sleep(1);
      await Promise.resolve();
      return store.getStore();
    });
    store.disable();
    expect(seen).toBe(7);
  });

  it('do not hear of what is hidden, nor have promises followed after it', async () => {
    begin();
    hiddenFromHooks(() => clearTimeout(setTimeout(() => undefined, 1)));
    const areHidden = nodeBinding('async_wrap') !== null;
    expect(types.includes('Timeout')).toBe(!areHidden);
    await sleep(1);
    expect(types).not.toContain('PROMISE');
    expect(symbolsOf(Promise.resolve())).toBe(0);
  });
});
