import { printable } from '../../tables/printable';
import { findings, rankSourceSentence } from './crossRankFindings';
import type { CrossRankReport, CrossRankRun } from './crossRankReport';
import { reportTableText, reportTableMarkdown } from '../../tables/reportTableText';
import { runTables } from './crossRankTables';

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
  return [`${head.join('\n')}\n`, ...runTables(run).map(reportTableText)].join('\n');
}

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
  const tables = runTables(run).map(table => reportTableMarkdown(table, escaped));
  return [`## Run ${run.run}`, sentences.join('\n'), ...tables];
}

function escaped(text: string): string {
  return printable(text).replace(SPECIAL, '\\$&');
}
