import { plural } from '../../base/text';
import { clippedTo, displayWidth, padLeft, padRight } from './displayWidth';
import { printable } from './printable';
import type { ReportTable } from './reportTable';

/** Characters that a cell is cut to. */
const MAX_CELL = 48;

const GAP = '  ';

/** A table of a report as plain text in columns. */
export function reportTableText({ title, columns, rows, hidden }: ReportTable): string {
  const cells = rows.map(row => row.map(cellText));
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
  const more = hidden > 0 ? [`${plural(hidden, 'more row')} in the files.`] : [];
  const headings = columns.map(({ heading }) => heading);
  const rules = widths.map(width => '-'.repeat(width));
  return `${[title, ...[headings, rules, ...cells].map(line), ...more].join('\n')}\n`;
}

function cellText(text: string): string {
  return clippedTo(printable(text), MAX_CELL);
}
