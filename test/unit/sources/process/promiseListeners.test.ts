import { expect, test } from 'vitest';
import { hookPromises } from '../../../../src/sources/process/promiseListeners';

/** Notes what V8 calls, by a name, until it is stopped. */
function listener(name: string, log: string[]): () => void {
  const stop = hookPromises({
    init: (_promise, parent) =>
      log.push(`${name} init ${parent === undefined ? '' : 'of another'}`),
    settled: () => log.push(`${name} settled`)
  });
  return stop!;
}

/** Makes a promise, has something wait for it, and settles it. */
function promise(): void {
  let settle = (): void => undefined;
  const made = new Promise<void>(resolve => (settle = resolve));
  void made.then();
  settle();
}

test('listeners hear of promises from their beginning to their end, in turn, by code of the profiler', () => {
  const log: string[] = [];
  let stack = '';
  const stopFirst = listener('first', log);
  promise();
  const stopSecond = hookPromises({ init: () => (stack = new Error().stack ?? '') })!;
  const stopThird = listener('third', log);
  promise();
  stopFirst();
  promise();
  stopSecond();
  stopThird();
  promise();
  expect(log).toEqual([
    ...['first init ', 'first init of another', 'first settled'],
    ...['first init ', 'third init ', 'first init of another', 'third init of another'],
    ...['first settled', 'third settled'],
    ...['third init ', 'third init of another', 'third settled']
  ]);
  expect(stack).toContain('promiseListeners');
  expect(stack).not.toContain('node:internal/promise_hooks');
});

test('one that ends in the midst of a call leaves the others theirs', () => {
  const log: string[] = [];
  const stop = hookPromises({ init: () => stop() })!;
  const stopLast = listener('last', log);
  promise();
  promise();
  stopLast();
  const heard = ['last init ', 'last init of another', 'last settled'];
  expect(log).toEqual([...heard, ...heard]);
});

test('nothing is heard of the end of a promise that nothing waits for', () => {
  const log: string[] = [];
  const stop = listener('only', log);
  void new Promise<void>(resolve => resolve());
  stop();
  expect(log).toEqual(['only init ']);
});
