import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from '../../../../../extension/src/shared/content/application';

const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module: https://x/a.js');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What loading gives, or the error it ends with, whose file does not come `failures` times; and how often it was tried. */
async function tried(failures: number, error: Error): Promise<[result: unknown, tries: number]> {
  let tries = 0;
  const loading = loadPart(() =>
    ++tries > failures ? Promise.resolve('part') : Promise.reject(error)
  ).catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  return [await loading, tries];
}

test('a part whose file comes at last is loaded', async () => {
  expect(await tried(0, NOT_FETCHED)).toEqual(['part', 1]);
  expect(await tried(4, NOT_FETCHED)).toEqual(['part', 5]);
  expect(await tried(1, new Error('Loading chunk 7 failed.'))).toEqual(['part', 2]);
});

test('a part that never comes, or fails itself, is an error', async () => {
  expect(await tried(9, NOT_FETCHED)).toEqual([NOT_FETCHED, 5]);
  const own = new TypeError('x is not a function');
  expect(await tried(9, own)).toEqual([own, 1]);
});
