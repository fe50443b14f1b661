import { type ValueOf, list, number, record, signedNumber, text } from '../schema/schema';
import type { FactRun, Fact, TableForm } from './shared/fact';
import type { Cell, ReportTable } from '../tables/reportTable';
import { OWN_SWITCH } from './shared/recordingOption';

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
const HEAP_GROWTH_SCHEMA = record({
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
function mergeHeapGrowth(runs: readonly FactRun<HeapGrowthPart>[]): HeapGrowthPart {
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

/** The growth of the heap between a snapshot before the run and one after it, and what holds it. */
export const HEAP_GROWTH = {
  name: 'heapGrowth',
  source: { name: 'heapSnapshots', title: 'Heap snapshots', isLate: true },
  option: {
    ...OWN_SWITCH,
    name: 'heapDiff',
    after: 'retainedBytes',
    default: false,
    isOfOneThread: true,
    flag: {
      long: 'heap-diff',
      help: 'compare the heap before and after: what grew, and what holds it'
    }
  },
  schema: HEAP_GROWTH_SCHEMA,
  isAlwaysThere: false,
  addsMembers: false,
  merge: mergeHeapGrowth,
  shown: {
    topic: 'memory',
    categories: [],
    command: null,
    table: ({ heapGrowth }: HeapGrowthPart, form) => (heapGrowth ? tableOf(heapGrowth, form) : null)
  },
  finding: null
} as const satisfies Fact<HeapGrowthPart>;

function tableOf({ rows, takenNs }: HeapGrowth, form: TableForm): ReportTable {
  const { top, trans, formats } = form;
  return {
    title: trans.__('Heap growth by constructor'),
    subtitle: trans.__('Heap snapshots from before and after the run'),
    columns: [
      { heading: trans.__('Constructor'), align: 'left' },
      { heading: trans.__('Added'), align: 'right', unit: 'count' },
      { heading: trans.__('Freed'), align: 'right', unit: 'count' },
      { heading: trans.__('Size'), align: 'right', unit: 'bytes' },
      { heading: trans.__('Retained size'), align: 'right', unit: 'bytes' },
      { heading: trans.__('Held by'), align: 'left', hasLines: true }
    ],
    rows: rows.map(({ name, added, freed, bytes, retainedBytes, paths }) => [
      ...[name, added, freed, bytes, retainedBytes],
      pathLines(paths, form)
    ]),
    limit: top,
    hidden: 0,
    none: trans.__('Nothing on the heap grew.'),
    notes: [
      trans.__('The snapshots took %1, outside the recorded time.', formats.duration(takenNs)),
      trans.__(
        'The retained size is what would be free without the objects; the path is the shortest way from a root to some of them.'
      )
    ]
  };
}

function pathLines(paths: readonly RetainersPath[], { trans, formats }: TableForm): Cell {
  return paths.map(({ path, objects }) => {
    const count = formats.count(objects);
    const title = objects === 1 ? trans.__('%1 object', count) : trans.__('%1 objects', count);
    return { text: path, count: objects, title: `${title}: ${path}` };
  });
}
