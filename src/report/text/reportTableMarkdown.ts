import { plural } from '../../base/text';
import type { ReportTable } from './reportTable';

/** A table of a report as Markdown, with a heading of the third level; `escape` makes a text no markup. */
export function reportTableMarkdown(
  { title, columns, rows, hidden }: ReportTable,
  escape: (text: string) => string
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    line(columns.map(({ heading }) => heading)),
    line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...rows.map(row => line(row.map(escape)))
  ];
  const more = hidden > 0 ? `\n\n${plural(hidden, 'more row')} in the files.` : '';
  return `### ${escape(title)}\n\n${lines.join('\n')}${more}`;
}
