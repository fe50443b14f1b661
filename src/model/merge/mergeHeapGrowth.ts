import type { GrownConstructor, HeapGrowth } from '../profile/heapGrowth';
import { HEAP_GROWTH_LIMITS } from '../profile/heapGrowth';
import type { ProfileMeta } from '../profile/profile';

/** The growth of all heaps together, by constructor, within the limits of a profile; nothing if none was compared. */
export function mergeHeapGrowth(
  metas: readonly Pick<ProfileMeta, 'heapGrowth'>[]
): Pick<ProfileMeta, 'heapGrowth'> {
  const growths = metas.flatMap(({ heapGrowth }) => heapGrowth ?? []);
  if (growths.length === 0) return {};
  const rows = new Map<string, GrownConstructor>();
  for (const row of growths.flatMap(growth => growth.rows)) {
    const known = rows.get(row.name);
    rows.set(row.name, known ? together(known, row) : row);
  }
  const heapGrowth: HeapGrowth = {
    takenNs: growths.reduce((sum, { takenNs }) => sum + takenNs, 0),
    rows: [...rows.values()]
      .sort((a, b) => b.retainedBytes - a.retainedBytes)
      .slice(0, HEAP_GROWTH_LIMITS.rows)
  };
  return { heapGrowth };
}

function together(a: GrownConstructor, b: GrownConstructor): GrownConstructor {
  const paths = new Map<string, number>();
  for (const { path, objects } of [...a.paths, ...b.paths]) {
    paths.set(path, (paths.get(path) ?? 0) + objects);
  }
  return {
    name: a.name,
    added: a.added + b.added,
    freed: a.freed + b.freed,
    bytes: a.bytes + b.bytes,
    retainedBytes: a.retainedBytes + b.retainedBytes,
    paths: [...paths]
      .map(([path, objects]) => ({ path, objects }))
      .sort((one, other) => other.objects - one.objects)
      .slice(0, HEAP_GROWTH_LIMITS.paths)
  };
}
