import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadBinary } from '../../../src/native/loader';
import { loadV8Addon } from '../../../src/native/v8Addon';

const { cache } = createRequire(import.meta.url);

test('a native binary is loaded once, and is no entry of the cache of modules', () => {
  const before = Object.keys(cache);
  const addon = loadV8Addon();
  expect(loadV8Addon()).toBe(addon);
  expect(Object.keys(addon)).toContain('sampler');
  expect(Object.keys(cache)).toEqual(before);
});

test('a binary that is not there throws each time', () => {
  expect(() => loadBinary('/nowhere/absent.node')).toThrow(/absent\.node/);
  expect(() => loadBinary('/nowhere/absent.node')).toThrow(/absent\.node/);
});
