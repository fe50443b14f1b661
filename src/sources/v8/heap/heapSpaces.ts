import { getHeapSpaceStatistics } from 'node:v8';
import { formatBytes } from '../../../base/text';

/** Bytes in use by the names that V8 has for the spaces of a heap. */
export type HeapSpaces = ReadonlyMap<string, number>;

/** Growth that is worth naming, bytes. */
const LEAST_GROWTH = 1e6;

/** Spaces that are named. */
const MOST_NAMED = 3;

/** The spaces of the heap of this thread. */
export function heapSpaces(): HeapSpaces {
  return new Map(
    getHeapSpaceStatistics().map(({ space_name, space_used_size }) => [space_name, space_used_size])
  );
}

/** By how much spaces have grown since `before`, most first: `old space by 61.2 MB, large objects by 1.20 MB`; or empty. */
export function grownText(before: HeapSpaces, after: HeapSpaces): string {
  return [...after]
    .map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }))
    .filter(({ bytes }) => bytes >= LEAST_GROWTH)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MOST_NAMED)
    .map(({ name, bytes }) => `${titleOf(name)} by ${formatBytes(bytes)}`)
    .join(', ');
}

/** `large_object_space` in words: _large objects_. */
function titleOf(name: string): string {
  return name.replace('_object_space', ' objects').replaceAll('_', ' ');
}
