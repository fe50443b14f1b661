import { escapeMarkdown } from '../text/markdown';
import { printable } from '../../tables/printable';
import { reportTableMarkdown, reportTableText } from '../../tables/reportTableText';
import { type ComparedCell, cellsSentence } from './comparedCells';
import { notebookTable } from './notebookTable';

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
