import { type ValueOf, list, number, record, signedNumber, text } from '../../schema/schema';
import type { FactRun } from '../shared/fact';

/** The limits of a {@link HeapGrowth}. */
export const HEAP_GROWTH_LIMITS = {
  /** Rows. */
  rows: 100,
  /** Paths of each row. */
  paths: 5,
  /** Steps of a path. */
  steps: 12,
  /** Length of a name or of a step, UTF-16 units. */
  name: 80,
  /** Length of a path, UTF-16 units. */
  path: 1200
} as const;

const PATH = record({
  /** Variables, properties and constructors: `cache → Map → [137] → Buffer`. */
  path: text(HEAP_GROWTH_LIMITS.path),
  /** Added objects with such a path, whatever the index. */
  objects: number()
});

const GROWN_CONSTRUCTOR = record({
  /** Such as `Buffer`; `(string)` and the like for values without a constructor. */
  name: text(HEAP_GROWTH_LIMITS.name),
  /** Objects that only the second snapshot has. */
  added: number(),
  /** Objects that only the first snapshot has. */
  freed: number(),
  /** Growth of their shallow size, bytes, with tables and lists of V8 that belong to them; may be negative. */
  bytes: signedNumber(),
  /** Growth of their retained size, bytes. */
  retainedBytes: signedNumber(),
  /** The shortest ways from a root to some of the added objects, those that hold the most first. */
  paths: list(PATH, HEAP_GROWTH_LIMITS.paths)
});

/** What a profile may hold of {@link HeapGrowth}. */
export const HEAP_GROWTH_SCHEMA = record({
  /** Time for which the thread stood still for the snapshots, nanoseconds; outside the recorded window. */
  takenNs: number(),
  /** By constructor, largest growth of the retained size first. */
  rows: list(GROWN_CONSTRUCTOR, HEAP_GROWTH_LIMITS.rows)
});

/** The difference between two heap snapshots, of which one was taken before the recorded code and one after it. */
export type HeapGrowth = ValueOf<typeof HEAP_GROWTH_SCHEMA>;

/** The objects of one constructor that came and went. */
export type GrownConstructor = ValueOf<typeof GROWN_CONSTRUCTOR>;

/** A way from a root to objects. */
export type RetainersPath = ValueOf<typeof PATH>;

/** The part of a profile. */
export interface HeapGrowthPart {
  /** Of what the heap had more after the run than before; absent if it was not compared. */
  readonly heapGrowth?: HeapGrowth;
}

/** The growth of all heaps together, by constructor, within the limits of a profile; nothing if none was compared. */
export function mergeHeapGrowth(runs: readonly FactRun<HeapGrowthPart>[]): HeapGrowthPart {
  const growths = runs.flatMap(({ parts }) => parts.heapGrowth ?? []);
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
