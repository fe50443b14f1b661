import { tableHtml } from '../../../formats/html/tableHtml';
import { type ResultDisplay, displayKey } from '../../../model/output/resultDisplay';
import { analyzeCsv, analyzeJson } from './analyzeData';
import { type AnalyzeReport, analyzeText } from './analyzeReport';
import { operatorTable } from './operatorTables';

/** The operators of a profile as `analyze` has found them. */
export class OperatorAnalysis {
  constructor(
    /** Totals in seconds, and the records of each table. */
    readonly report: AnalyzeReport,
    /** Sentences about requested data that is not there. */
    readonly notes: readonly string[]
  ) {}

  /** Totals and tables as MegEngine's `profile_analyze` prints them, with the notes below. */
  toString(): string {
    const options = { style: 'grid', withSummary: true, namesOnly: false } as const;
    return [analyzeText(this.report, options), ...this.notes].join('\n');
  }

  /** The records as CSV: seconds, bytes and operations. */
  toCsv(): string {
    return analyzeCsv(this.report);
  }

  /** Totals and records as plain data, for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(analyzeJson(this.report));
  }

  /** The output of `console.log`: `toString()`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** The last line of a cell: the tables, with totals above and notes below them. */
  [displayKey()](): ResultDisplay {
    const { deviceS, hostS } = this.report.totals;
    const head = `Total time: ${secondsText(deviceS)} on the device, ${secondsText(hostS)} on the host`;
    const html = tableHtml(this.report.tables.map(operatorTable), { head, notes: this.notes });
    return { html, text: this.toString() };
  }
}

function secondsText(seconds: number | null): string {
  return seconds === null ? 'nothing known' : `${Number(seconds.toPrecision(3))} s`;
}
