import type { Cell, ReportColumn, ReportTable } from '../../tables/reportTable';
import type { Fact, TableForm } from '../shared/fact';
import type { GrownConstructor, HeapGrowth, HeapGrowthPart, RetainersPath } from './heapGrowth';
import { HEAP_GROWTH_SCHEMA, mergeHeapGrowth } from './heapGrowth';

/** The growth of the heap between a snapshot before the run and one after it, and what holds it. */
export const HEAP_GROWTH = {
  name: 'heapGrowth',
  source: { name: 'heapSnapshots', title: 'Heap snapshots', isLate: true },
  option: {
    name: 'heapDiff',
    after: 'retainedBytes',
    type: 'boolean',
    default: false,
    light: false,
    isCpuWork: true,
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
    table: ({ heapGrowth }: HeapGrowthPart, form) =>
      heapGrowth ? GROWTH_TABLES[form.medium](heapGrowth, form) : null
  },
  finding: null
} as const satisfies Fact<HeapGrowthPart>;

type TableOf = (growth: HeapGrowth, form: TableForm) => ReportTable;

/** Rows of a text, and paths of each. */
const TEXT_ROWS = 10;
const TEXT_PATHS = 2;

/** Rows of a page. */
const PAGE_ROWS = 20;

const GROWTH_TABLES: Readonly<Record<TableForm['medium'], TableOf>> = {
  text: ({ rows, takenNs }, form) => ({
    title: form.trans.__('Heap Growth (snapshots before and after)'),
    columns: columnsOf(form, form.trans.__('Retained')),
    rows: rows.map(row => cellsOf(row, pathLines(row.paths.slice(0, TEXT_PATHS), form))),
    limit: TEXT_ROWS,
    hidden: 0,
    unshown: form.trans.__('%1 more constructors not shown.', '%1'),
    notes: [takenText(takenNs, form)]
  }),
  page: ({ rows, takenNs }, form) => ({
    title: form.trans.__('Heap growth by constructor, and what holds it'),
    columns: columnsOf(form, form.trans.__('Retained size')),
    rows: rows.map(row => cellsOf(row, pathLines(row.paths.slice(0, 1), form))),
    limit: PAGE_ROWS,
    hidden: 0,
    unshown: '',
    notes: [takenText(takenNs, form)]
  }),
  view: ({ rows, takenNs }, form) => ({
    title: form.trans.__('Heap growth by constructor'),
    subtitle: form.trans.__('Heap snapshots from before and after the run'),
    columns: columnsOf(form, form.trans.__('Retained size')),
    rows: rows.map(row => cellsOf(row, pathLines(row.paths, form))),
    hidden: 0,
    notes: [
      ...(rows.length === 0 ? [form.trans.__('Nothing on the heap grew.')] : []),
      form.trans.__(
        'The snapshots took %1, outside the recorded time. The retained size is what would be free without the objects; the path is the shortest way from a root to some of them.',
        form.formats.duration(takenNs)
      )
    ]
  })
};

function columnsOf({ trans }: TableForm, retained: string): readonly ReportColumn[] {
  return [
    { heading: trans.__('Constructor'), align: 'left', isName: true },
    { heading: trans.__('Added'), align: 'right', unit: 'count', leastWidth: 10 },
    { heading: trans.__('Freed'), align: 'right', unit: 'count', leastWidth: 10 },
    { heading: trans.__('Size'), align: 'right', unit: 'bytes', leastWidth: 12 },
    { heading: retained, align: 'right', unit: 'bytes', leastWidth: 14 },
    { heading: trans.__('Held by'), align: 'left', hasLines: true }
  ];
}

function cellsOf(row: GrownConstructor, paths: Cell): readonly Cell[] {
  const { name, added, freed, bytes, retainedBytes } = row;
  return [name, added, freed, bytes, retainedBytes, paths];
}

function pathLines(paths: readonly RetainersPath[], { trans, formats }: TableForm): Cell {
  return paths.map(({ path, objects }) => {
    const count = formats.count(objects);
    const title = objects === 1 ? trans.__('%1 object', count) : trans.__('%1 objects', count);
    return { text: path, count: objects, title: `${title}: ${path}` };
  });
}

function takenText(takenNs: number, { trans, formats }: TableForm): string {
  const taken = formats.duration(takenNs);
  return trans.__('Heap snapshots took %1, outside the recorded time.', taken);
}
