import type { AnalyzeReport, PlaceRecords } from './analyzeReport';
import { operatorGrid, operatorList, operatorWikiTable } from './operatorTables';
import { type TableStyle, summaryTable } from './summaryTable';

/** Options for writing a report. */
export interface AnalyzeTextOptions {
  readonly style: TableStyle;
  /** Whether the totals come first. */
  readonly withSummary: boolean;
  /** Whether records are lines of plain text, for comparisons, instead of tables. */
  readonly namesOnly: boolean;
}

/** A report as text: totals and tables with an empty line between them. */
export function analyzeText(report: AnalyzeReport, options: AnalyzeTextOptions): string {
  const summary = options.withSummary ? [summaryTable(report.totals, options.style)] : [];
  return [...summary, ...report.tables.map(table => recordsText(table, options))].join('\n\n');
}

function recordsText(table: PlaceRecords, { style, namesOnly }: AnalyzeTextOptions): string {
  if (namesOnly) return operatorList(table.records);
  return style === 'wiki' ? operatorWikiTable(table) : operatorGrid(table);
}
