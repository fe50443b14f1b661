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

/** The difference between two heap snapshots, of which one was taken before the recorded code and one after it. */
export interface HeapGrowth {
  /** Time for which the thread stood still for the snapshots, nanoseconds; outside the recorded window. */
  readonly takenNs: number;
  /** By constructor, largest growth of the retained size first. */
  readonly rows: readonly GrownConstructor[];
}

/** The objects of one constructor that came and went. */
export interface GrownConstructor {
  /** Such as `Buffer`; `(string)` and the like for values without a constructor. */
  readonly name: string;
  /** Objects that only the second snapshot has. */
  readonly added: number;
  /** Objects that only the first snapshot has. */
  readonly freed: number;
  /** Growth of their shallow size, bytes, with tables and lists of V8 that belong to them; may be negative. */
  readonly bytes: number;
  /** Growth of their retained size, bytes. */
  readonly retainedBytes: number;
  /** The shortest ways from a root to some of the added objects, those that hold the most first. */
  readonly paths: readonly RetainersPath[];
}

/** A way from a root to objects. */
export interface RetainersPath {
  /** Variables, properties and constructors: `cache → Map → [137] → Buffer`. */
  readonly path: string;
  /** Added objects with such a path, whatever the index. */
  readonly objects: number;
}
