import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';
import type { GridCell, GridColumn, GridRow } from '../../shared/grid/rowGridNodes';
import { type CellFigures, type FigureName, totalFigures } from '../../shared/content/cellFigures';
import { givenName } from '../../shared/content/recordedAt';
import type { CellWithRuns } from './cellRuns';
import { NOISE_NS, NOISE_SHARE, type RunChange, runChange, sparkline } from './runChange';

export interface TableCell extends CellWithRuns {
  /** Its place among all cells of the notebook. */
  readonly index: number;
  readonly change: RunChange | null;
  /** The cost of its last run. */
  readonly figures: CellFigures;
}

export type ColumnName = 'cell' | 'change' | 'history' | FigureName;

/** The order of the rows. */
export interface CellSort {
  readonly column: ColumnName;
  readonly direction: 'ascending' | 'descending';
}

/** The dependencies of the columns. */
export interface TableWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

interface Column {
  readonly name: ColumnName;
  readonly label: string;
  readonly explanation: string;
  readonly kind: GridColumn['kind'];
}

/** Bars of the runs that a row shows at most. */
const SHOWN_RUNS = 12;

/** The row of totals comes first, in sight however many cells there are. */
export const TOTALS_ROW = 0;

/** The columns, in their order; those with bars are as wide as a bar and a number. */
export function columnsOf({ trans, formats }: TableWords, sort: CellSort): GridColumn[] {
  const noise = [formats.percent(NOISE_SHARE), formats.duration(NOISE_NS)];
  const labels = figureLabels(trans);
  const time = (name: FigureName, explanation: string): Column => {
    return { name, label: labels[name], explanation, kind: 'bar' };
  };
  const columns: Column[] = [
    { name: 'cell', label: trans.__('Cell'), explanation: trans.__('Cell'), kind: 'plain' },
    time('wallNs', trans.__('Wall time of the last run')),
    {
      name: 'change',
      label: trans.__('Change'),
      explanation: trans.__(
        'Wall time against the run before. Up to %1, %2, and three standard deviations of the earlier runs count as noise.',
        ...noise
      ),
      kind: 'number'
    },
    time('cpuNs', trans.__('CPU time of the process')),
    time('waitingNs', trans.__('Time with nothing to run')),
    time('gcNs', trans.__('Garbage collection')),
    time('memoryBytes', trans.__('Highest resident memory of the process')),
    time('gpuNs', trans.__('Busy time of GPUs')),
    {
      name: 'history',
      label: trans.__('Runs'),
      explanation: trans.__('Wall times of the runs since the notebook was opened, newest last'),
      kind: 'plain'
    }
  ];
  return columns.map(({ name, label, explanation, kind }) => {
    if (name === 'history') return { label, explanation, kind };
    return { label, explanation, kind, sort: name === sort.column ? sort.direction : 'none' };
  });
}

/** The names of the columns in their order. */
export const COLUMN_NAMES: readonly ColumnName[] = [
  'cell',
  'wallNs',
  'change',
  'cpuNs',
  'waitingNs',
  'gcNs',
  'memoryBytes',
  'gpuNs',
  'history'
];

/** `cells` in the order of `sort`; those without the figure come last. */
export function sortedCells(cells: readonly TableCell[], sort: CellSort): TableCell[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const keyOf = (cell: TableCell): number | null => {
    if (sort.column === 'cell' || sort.column === 'history') return cell.index;
    if (sort.column === 'change') return cell.change?.deltaNs ?? null;
    return cell.figures[sort.column];
  };
  return [...cells].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return a.index - b.index;
    if (left === null || right === null) return left === null ? 1 : -1;
    return sign * (left - right);
  });
}

/** A cell with its figures and its change. */
export function tableCell(cell: CellWithRuns, index: number): TableCell {
  return {
    ...cell,
    index,
    change: runChange(cell.runs),
    figures: cell.runs[cell.runs.length - 1].figures
  };
}

/** The rows: the totals, then `cells` in their order. */
export function rowsOf(cells: readonly TableCell[], words: TableWords): GridRow[] {
  const total = totalFigures(cells.map(({ figures }) => figures));
  const largest = (name: FigureName): number =>
    cells.reduce((most, { figures }) => Math.max(most, figures[name] ?? 0), 0);
  const most = new Map(FIGURES.map(name => [name, largest(name)]));
  return [totalsRow(cells.length, total, words), ...cells.map(cell => cellRow(cell, most, words))];
}

const FIGURES = COLUMN_NAMES.filter(
  (name): name is FigureName => name !== 'cell' && name !== 'change' && name !== 'history'
);

function totalsRow(count: number, total: CellFigures, { trans, formats }: TableWords): GridRow {
  const label = trans._n('%2 cell', '%2 cells', count, formats.count(count));
  const title = trans.__('All cells together; of memory the highest');
  return COLUMN_NAMES.map(name => {
    if (name === 'cell') return { text: label, title };
    if (name === 'change' || name === 'history') return { text: '' };
    return { text: figureText(name, total[name], formats), title };
  });
}

function cellRow(
  cell: TableCell,
  most: ReadonlyMap<FigureName, number>,
  words: TableWords
): GridRow {
  return COLUMN_NAMES.map(name => {
    if (name === 'cell') return nameCell(cell, words);
    if (name === 'change') return changeCell(cell.change, words);
    if (name === 'history') return historyCell(cell, words);
    const value = cell.figures[name];
    const text = figureText(name, value, words.formats);
    const highest = most.get(name) ?? 0;
    return highest > 0 && value !== null ? { text, bar: value / highest } : { text };
  });
}

function figureText(name: FigureName, value: number | null, formats: NumberFormats): string {
  if (value === null) return '–';
  return name === 'memoryBytes' ? formats.bytes(value) : formats.duration(value);
}

/**
 * The count of the cell and the name of its profile, or else its first line that is code. The tooltip has
 * the figures too, whose columns a narrow sidebar has no room for.
 */
function nameCell({ cell, runs, figures }: TableCell, { trans, formats }: TableWords): GridCell {
  const { profile } = runs[runs.length - 1];
  const name = profile === null ? null : givenName(profile.bundle.summary);
  const lines = cell.sharedModel.getSource().split('\n');
  const first = lines.find(line => /^\s*[^\s%/]/.test(line)) ?? lines[0];
  const text = `[${cell.executionCount ?? ' '}] ${name ?? first.trim()}`;
  const labels = figureLabels(trans);
  const known = FIGURES.filter(figure => figures[figure] !== null);
  const all = known.map(each => `${labels[each]} ${figureText(each, figures[each], formats)}`);
  return {
    text,
    title: [text, ...(name === null ? [] : [first.trim()]), ...all].join('\n'),
    spoken: text
  };
}

/** The headings of the figures. */
function figureLabels(trans: TranslationBundle): Readonly<Record<FigureName, string>> {
  return {
    wallNs: trans.__('Wall'),
    cpuNs: trans.__('CPU'),
    waitingNs: trans.__('Waiting'),
    gcNs: trans.__('GC'),
    memoryBytes: trans.__('Memory'),
    gpuNs: trans.__('GPU')
  };
}

const MARKS = { slower: '▲', faster: '▼', same: '≈' } as const;

function changeCell(change: RunChange | null, { trans, formats }: TableWords): GridCell {
  if (change === null) return { text: '' };
  const { type, deltaNs, ratio, noiseNs } = change;
  const sign = deltaNs > 0 ? '+' : '−';
  const delta = `${sign}${formats.duration(Math.abs(deltaNs))}`;
  const share = `${sign}${formats.percent(Math.abs(ratio))}`;
  const title = {
    slower: trans.__('Slower than the run before by %1 (%2)', delta, share),
    faster: trans.__('Faster than the run before by %1 (%2)', delta, share),
    same: trans.__(
      '%1 (%2) against the run before: within the noise of %3',
      delta,
      share,
      formats.duration(noiseNs)
    )
  }[type];
  if (type === 'same') return { text: MARKS.same, title, spoken: title };
  const tone = type === 'slower' ? 'worse' : 'better';
  return { text: `${MARKS[type]} ${delta}`, title, spoken: title, tone };
}

function historyCell({ runs }: TableCell, { trans, formats }: TableWords): GridCell {
  const shown = runs.slice(-SHOWN_RUNS).map(({ wallNs }) => wallNs);
  const times = shown.map(ns => formats.duration(ns)).join(', ');
  const title = trans._n(
    '%2 run: %3',
    '%2 runs: %3',
    runs.length,
    formats.count(runs.length),
    times
  );
  return { text: sparkline(shown), title, spoken: title };
}
