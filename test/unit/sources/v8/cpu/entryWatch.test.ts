import { expect, test } from 'vitest';
import {
  type EntryMoments,
  entryTime,
  watchEntry
} from '../../../../../src/sources/v8/cpu/entryWatch';

const seen = (moments: Partial<EntryMoments>, sampledNs: number | null = null): number | null =>
  entryTime({ commonJsNs: null, moduleNs: null, ownCodeNs: null, ...moments }, 1000n, sampledNs);

test('a CommonJS program begins when Node notes it, whatever ran before', () => {
  expect(seen({ commonJsNs: 5_001_000n, moduleNs: 1_001_000n, ownCodeNs: 5_001_000n }, 9e6)).toBe(
    5e6
  );
});

test('a module begins where it is seen first, whatever Node ran before', () => {
  expect(seen({ moduleNs: 2_001_000n }, 7e6)).toBe(7e6);
  expect(seen({ moduleNs: 2_001_000n, ownCodeNs: 3_001_000n }, 7e6)).toBe(3e6);
  expect(seen({ ownCodeNs: 3_001_000n })).toBe(3e6);
});

test('a module that is never seen begins when Node runs it', () => {
  expect(seen({ moduleNs: 2_001_000n })).toBe(2e6);
  expect(seen({})).toBeNull();
});

test('only programs of the user have a start-up, not tools of packages', () => {
  expect(watchEntry('/app/main.ts')).toBeDefined();
  expect(watchEntry('/app/node_modules/.bin/vitest')).toBeUndefined();
  expect(watchEntry(null)).toBeUndefined();
});
