import { plural } from '../../base/text';
import { clippedTo, displayWidth, padLeft, padRight } from '../text/displayWidth';
import { printable } from '../text/printable';
import { findings, rankSourceSentence } from './crossRankFindings';
import type { CrossRankReport, CrossRankRun } from './crossRankReport';
import type { ReportTable } from '../text/reportTable';
import { runTables } from './crossRankTables';

/** Characters that a cell is cut to. */
const MAX_CELL = 48;

const GAP = '  ';

/** The report as plain text: first the findings in sentences, then tables in columns. */
export function crossRankText(report: CrossRankReport): string {
  const source = rankSourceSentence(report);
  const parts = [
    ...(source === null ? [] : [`${source}\n`]),
    ...report.runs.map(run => runText(run, report.runs.length))
  ];
  return parts.join('\n');
}

function runText(run: CrossRankRun, runs: number): string {
  const sentences = findings(run).map(printable);
  const head = runs === 1 ? sentences : [`Run ${run.run}`, ...sentences];
  return [`${head.join('\n')}\n`, ...runTables(run).map(tableText)].join('\n');
}

function tableText({ title, columns, rows, hidden }: ReportTable): string {
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
