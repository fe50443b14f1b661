import { expect, test } from 'vitest';
import { HEAP_GROWTH, type HeapGrowth, HEAP_GROWTH_LIMITS } from '../../../src/facts/heapGrowth';
import { ProfileError } from '../../../src/schema/schema';

const PATH = { path: 'cache → Map → [1] → Entry', objects: 3 };
const ROW = { name: 'Entry', added: 3, freed: 0, bytes: 120, retainedBytes: -7, paths: [PATH] };
const check = (value: unknown): void => HEAP_GROWTH.schema.check(value, 'meta.heapGrowth');
const GROWTH: HeapGrowth = { takenNs: 5e8, rows: [ROW] };

test('growth within its limits is accepted', () => {
  expect(() => check(GROWTH)).not.toThrow();
});

test.each([
  [{ rows: [ROW] }, 'takenNs'],
  [
    { takenNs: 1, rows: Array.from({ length: HEAP_GROWTH_LIMITS.rows + 1 }, () => ROW) },
    'at most 100'
  ],
  [{ takenNs: 1, rows: [{ ...ROW, paths: Array.from({ length: 6 }, () => PATH) }] }, 'at most 5'],
  [{ takenNs: 1, rows: [{ ...ROW, name: 'x'.repeat(81) }] }, '81 characters'],
  [{ takenNs: 1, rows: [{ ...ROW, paths: [{ ...PATH, path: 'x'.repeat(1201) }] }] }, '1201'],
  [{ takenNs: 1, rows: [{ ...ROW, bytes: NaN }] }, 'bytes'],
  [{ takenNs: 1, rows: [{ ...ROW, added: -1 }] }, 'added']
])('growth beyond them is refused (%#)', (growth, problem) => {
  expect(() => check(growth)).toThrow(ProfileError);
  expect(() => check(growth)).toThrow(problem);
});

test('the growth of several heaps is one, by constructor', () => {
  const other = { ...ROW, retainedBytes: 907, paths: [{ ...PATH, objects: 2 }] };
  const big = { ...ROW, name: 'Big', retainedBytes: 5000, paths: [] };
  const merged = HEAP_GROWTH.merge([
    { parts: { heapGrowth: GROWTH }, shiftNs: 0, pid: 1 },
    { parts: {}, shiftNs: 1, pid: 1 },
    { parts: { heapGrowth: { takenNs: 1e8, rows: [other, big] } }, shiftNs: 2, pid: 1 }
  ]);
  expect(merged).toEqual({
    heapGrowth: {
      takenNs: 6e8,
      rows: [
        big,
        {
          ...{ name: 'Entry', added: 6, freed: 0, bytes: 240, retainedBytes: 900 },
          paths: [{ ...PATH, objects: 5 }]
        }
      ]
    }
  });
  expect(HEAP_GROWTH.merge([{ parts: {}, shiftNs: 0, pid: 1 }])).toEqual({});
});
