import { printable } from '../../tables/printable';
import { findings, rankSourceSentence } from './crossRankFindings';
import type { CrossRankReport, CrossRankRun } from './crossRankReport';
import { reportTableMarkdown } from '../../tables/reportTableText';
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
  const tables = runTables(run).map(table => reportTableMarkdown(table, escaped));
  return [`## Run ${run.run}`, sentences.join('\n'), ...tables];
}

function escaped(text: string): string {
  return printable(text).replace(SPECIAL, '\\$&');
}
