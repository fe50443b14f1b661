import { escapeMarkdown } from './text/markdown';
import { printable } from '../tables/printable';
import { reportTableMarkdown, reportTableText } from '../tables/reportTableText';
import {
  type ComparedCell,
  cellsSentence,
  cellTitle,
  changeText,
  gpuChangeText,
  gpuText,
  memoryChangeText,
  memoryText,
  timeText,
  verdictText
} from './comparedCells';
import type { ReportColumn, ReportTable } from '../tables/reportTable';

/** The report of an executed notebook. */
export interface NotebookReport {
  /** The name of its file. */
  readonly title: string;
  readonly cells: readonly ComparedCell[];
  /** Errors of cells, a line each. */
  readonly problems: readonly string[];
  /** The name of the file that it is compared with; null for none. */
  readonly baseline: string | null;
}

/** The report as plain text. */
export function notebookText({ title, cells, problems, baseline }: NotebookReport): string {
  const form = { isCompared: baseline !== null, hasBars: false };
  const table = cells.length > 0 ? reportTableText(notebookTable(title, cells, form)) : '';
  const lines = [cellsSentence(cells, baseline), ...problems.map(line => `✗ ${line}`)];
  return `${table}${lines.map(printable).join('\n')}\n`;
}

/** The report as a section of GitHub-flavoured Markdown, with a bar for the time of each cell. */
export function notebookMarkdown({ title, cells, problems, baseline }: NotebookReport): string {
  const form = { isCompared: baseline !== null, hasBars: true };
  const table = notebookTable(title, cells, form);
  const parts = [
    ...(cells.length > 0 ? [reportTableMarkdown(table, inComment)] : [`### ${inComment(title)}`]),
    inComment(cellsSentence(cells, baseline)),
    ...(problems.length > 0 ? [problems.map(line => `- ✗ ${inComment(line)}`).join('\n')] : [])
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Text that is no markup, no mention of a person and no link where it is a comment. */
function inComment(text: string): string {
  return escapeMarkdown(text).replaceAll('@', '&#64;').replaceAll('://', '&#58;//');
}

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
function notebookTable(
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
