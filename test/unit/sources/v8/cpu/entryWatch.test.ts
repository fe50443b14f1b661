import { expect, test } from 'vitest';
import {
  type EntryMoments,
  entryTime,
  watchEntry
} from '../../../../../src/sources/v8/cpu/entryWatch';

const seen = (moments: Partial<EntryMoments>, sampledNs: number | null = null): number | null =>
  entryTime({ commonJsNs: null, moduleNs: [], ownCodeNs: null, ...moments }, 1000n, sampledNs);

test('a CommonJS program begins when Node notes it, whatever ran before', () => {
  expect(seen({ commonJsNs: 5_001_000n, moduleNs: [1_001_000n], ownCodeNs: 5_001_000n }, 9e6)).toBe(
    5e6
  );
});

test('a module begins when Node runs the last graph before anything of the program is seen', () => {
  const moduleNs = [1n, 20n, 90n].map(ms => ms * 1_000_000n + 1000n);
  expect(seen({ moduleNs }, 31e6)).toBe(20e6);
  expect(seen({ moduleNs, ownCodeNs: 25_001_000n }, 31e6)).toBe(20e6);
  // The two clocks differ a little.
  expect(seen({ moduleNs }, 19.6e6)).toBe(20e6);
  expect(seen({ moduleNs })).toBe(90e6);
});

test('without any sign of the loader a program begins where it is seen first, if at all', () => {
  expect(seen({}, 7e6)).toBe(7e6);
  expect(seen({ ownCodeNs: 3_001_000n }, 7e6)).toBe(3e6);
  expect(seen({})).toBeNull();
});

test('only programs of the user have a start-up, not tools of packages', () => {
  expect(watchEntry('/app/main.ts')).toBeDefined();
  expect(watchEntry('/app/node_modules/.bin/vitest')).toBeUndefined();
  expect(watchEntry(null)).toBeUndefined();
});
