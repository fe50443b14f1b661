import { plural } from '../base/text';
import { clippedTo, displayWidth, padLeft, padRight } from './displayWidth';
import { printable } from './printable';
import {
  type Cell,
  PLAIN_FORMATS,
  type ReportColumn,
  type ReportTable,
  cellText,
  shownRows
} from './reportTable';

/** Characters that a cell is cut to. */
const MAX_CELL = 48;

const GAP = '  ';

/** A table of a report as plain text in columns. */
export function reportTableText(table: ReportTable): string {
  const { title, columns, rows, hidden, foot = [] } = table;
  const shown = shownRows(table);
  const cells = [...shown, ...foot].map(row => row.map((cell, at) => textOf(cell, columns[at])));
  const widths = columns.map(({ heading }, at) =>
    Math.max(displayWidth(heading), ...cells.map(row => displayWidth(row[at])))
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) =>
        columns[at].align === 'left' ? padRight(text, widths[at]) : padLeft(text, widths[at])
      )
      .join(GAP)
      .trimEnd();
  const left = hidden + rows.length - shown.length;
  const more = left > 0 ? [`${plural(left, 'more row')} in the files.`] : [];
  const headings = columns.map(({ heading }) => heading);
  const rules = widths.map(width => '-'.repeat(width));
  return `${[title, ...[headings, rules, ...cells].map(line), ...more].join('\n')}\n`;
}

function textOf(cell: Cell, column: ReportColumn): string {
  return clippedTo(printable(cellText(cell, column, PLAIN_FORMATS)), MAX_CELL);
}

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
