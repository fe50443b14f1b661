import { plural } from '../base/text';
import { PLAIN_FORMATS, type ReportTable, cellText, shownRows } from './reportTable';

/** A table of a report as Markdown, with a heading of the third level; `escape` makes a text no markup. */
export function reportTableMarkdown(table: ReportTable, escape: (text: string) => string): string {
  const { title, columns, rows, hidden, foot = [] } = table;
  const shown = shownRows(table);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    line(columns.map(({ heading }) => heading)),
    line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...[...shown, ...foot].map(row =>
      line(row.map((cell, at) => escape(cellText(cell, columns[at], PLAIN_FORMATS))))
    )
  ];
  const left = hidden + rows.length - shown.length;
  const more = left > 0 ? `\n\n${plural(left, 'more row')} in the files.` : '';
  return `### ${escape(title)}\n\n${lines.join('\n')}${more}`;
}
