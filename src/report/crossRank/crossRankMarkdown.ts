import { plural } from '../../base/text';
import { printable } from '../text/printable';
import { findings, rankSourceSentence } from './crossRankFindings';
import type { CrossRankReport, CrossRankRun } from './crossRankReport';
import type { ReportTable } from '../text/reportTable';
import { runTables } from './crossRankTables';

/** Characters that mean something in Markdown or in HTML within it. */
const SPECIAL = /[\\`*_[\]<>#|~&]/g;

/** The report as Markdown; names are text in it whatever they consist of. */
export function crossRankMarkdown(report: CrossRankReport): string {
  const source = rankSourceSentence(report);
  const parts = ['# Ranks compared', ...(source === null ? [] : [escaped(source)])];
  return `${[...parts, ...report.runs.flatMap(runParts)].join('\n\n')}\n`;
}

function runParts(run: CrossRankRun): string[] {
  const sentences = findings(run).map(sentence => `- ${escaped(sentence)}`);
  return [`## Run ${run.run}`, sentences.join('\n'), ...runTables(run).map(tableMarkdown)];
}

function tableMarkdown({ title, columns, rows, hidden }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    line(columns.map(({ heading }) => heading)),
    line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...rows.map(row => line(row.map(escaped)))
  ];
  const more = hidden > 0 ? `\n\n${plural(hidden, 'more row')} in the files.` : '';
  return `### ${escaped(title)}\n\n${lines.join('\n')}${more}`;
}

function escaped(text: string): string {
  return printable(text).replace(SPECIAL, '\\$&');
}
