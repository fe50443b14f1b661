import { printable } from '../../tables/printable';
import { findings, rankSourceSentence } from './crossRankFindings';
import type { CrossRankReport, CrossRankRun } from './crossRankReport';
import { reportTableText } from '../../tables/reportTableText';
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
