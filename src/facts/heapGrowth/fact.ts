import type { Cell, ReportTable } from '../../tables/reportTable';
import type { Fact, TableForm } from '../shared/fact';
import { OWN_SWITCH } from '../shared/recordingOption';
import {
  HEAP_GROWTH_SCHEMA,
  type HeapGrowth,
  type HeapGrowthPart,
  type RetainersPath,
  mergeHeapGrowth
} from './heapGrowth';

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
