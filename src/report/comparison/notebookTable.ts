import type { ReportColumn, ReportTable } from '../../tables/reportTable';
import {
  type ComparedCell,
  cellTitle,
  changeText,
  gpuChangeText,
  gpuText,
  memoryChangeText,
  memoryText,
  timeText,
  verdictText
} from './comparedCells';

interface CellColumn extends ReportColumn {
  readonly of: (cell: ComparedCell) => string;
}

const left = (heading: string, of: CellColumn['of']): CellColumn => ({
  heading,
  align: 'left',
  of
});
const right = (heading: string, of: CellColumn['of']): CellColumn => ({
  heading,
  align: 'right',
  of
});

const OWN: readonly CellColumn[] = [
  left('Cell', ({ figures }) => cellTitle(figures)),
  right('Time of a run', ({ figures }) => timeText(figures)),
  right('Peak memory', ({ figures }) => memoryText(figures)),
  right('GPU busy', ({ figures }) => gpuText(figures))
];

const COMPARED: readonly CellColumn[] = [
  right('Before', ({ before }) => (before === null ? '' : timeText(before))),
  right('Change', changeText),
  left('Verdict', verdictText),
  right('Memory change', memoryChangeText),
  right('GPU change', gpuChangeText)
];

/** Bars of so many characters stand for the longest cell. */
const BAR_LENGTH = 16;

/** The cells as a table, with changes if they are compared; columns without any text are left out. */
export function notebookTable(
  title: string,
  cells: readonly ComparedCell[],
  { isCompared, hasBars }: { readonly isCompared: boolean; readonly hasBars: boolean }
): ReportTable {
  const bars = hasBars ? [left('Share of the longest', barsOf(cells))] : [];
  const columns = [...OWN, ...(isCompared ? COMPARED : []), ...bars].filter(({ of }) =>
    cells.some(of)
  );
  return {
    title,
    columns: columns.map(({ heading, align }) => ({ heading, align })),
    rows: cells.map(cell => columns.map(({ of }) => of(cell))),
    hidden: 0
  };
}

function barsOf(cells: readonly ComparedCell[]): (cell: ComparedCell) => string {
  const longestNs = cells.reduce((most, { figures }) => Math.max(most, figures.timeNs), 0);
  return ({ figures }) => {
    const length = longestNs > 0 ? Math.round((BAR_LENGTH * figures.timeNs) / longestNs) : 0;
    return '█'.repeat(Math.max(1, length));
  };
}
