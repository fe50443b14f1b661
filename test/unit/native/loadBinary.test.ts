import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadBinary } from '../../../src/native/loadBinary';
import { installedBinaries, loadWallProfiler } from '../../../src/sources/v8/cpu/wallProfiler';

const { cache } = createRequire(import.meta.url);

test('a native binary is loaded once, and is no entry of the cache of modules', () => {
  const before = Object.keys(cache);
  const profiler = loadWallProfiler(installedBinaries());
  expect(loadWallProfiler(installedBinaries())).toBe(profiler);
  expect(profiler).toBeTypeOf('function');
  expect(Object.keys(cache)).toEqual(before);
});

test('a binary that is not there throws each time', () => {
  expect(() => loadBinary('/nowhere/absent.node')).toThrow(/absent\.node/);
  expect(() => loadBinary('/nowhere/absent.node')).toThrow(/absent\.node/);
});
