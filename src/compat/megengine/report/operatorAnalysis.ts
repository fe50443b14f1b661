import { tableHtml } from '../../../formats/html/tableHtml';
import { type ResultDisplay, displayKey } from '../../../model/output/resultDisplay';
import { type AnalyzeReport, analyzeText, type PlaceRecords } from './analyzeReport';
import { operatorTable } from './operatorTables';
import type { OperatorRecord, Shapes } from '../../../analysis/operators/operatorRecord';
import { csvText } from '../../../tables/csvText';
import { rooflineOf } from './figures';

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

/** A report as JSON: seconds, bytes and operations as numbers, null for unknown values. */
export function analyzeJson({ totals, tables }: AnalyzeReport): string {
  const { deviceS, hostS, copies } = totals;
  const document = {
    totals: { deviceSeconds: deviceS, hostSeconds: hostS, ...(copies && { copies }) },
    tables: tables.map(table => ({ place: table.place, rows: rowsOf(table) }))
  };
  return JSON.stringify(document, null, 2);
}

/** The records of a report as CSV, one line each, with the place that they are of. */
export function analyzeCsv({ tables }: AnalyzeReport): string {
  const rows = tables.flatMap(rowsOf);
  const lines = rows.map(row => COLUMNS.map(column => csvValue(row[column])));
  return [COLUMNS, ...lines].map(cells => cells.map(csvText).join(',')).join('\n');
}

const COLUMNS = [
  ...(['place', 'name', 'type', 'id', 'count', 'seconds', 'share', 'cumulativeSeconds'] as const),
  ...(['computation', 'flops', 'memory', 'bandwidth', 'inShapes', 'outShapes'] as const),
  ...(['attainable', 'percentOfRoof', 'bound'] as const)
];

type Column = (typeof COLUMNS)[number];
type Row = Readonly<Record<Column, unknown>>;

function rowsOf({ place, records, totalS, roof }: PlaceRecords): Row[] {
  let cumulativeSeconds = 0;
  return records.map(record => {
    cumulativeSeconds += record.time;
    return {
      place,
      ...labelsOf(record),
      seconds: record.time,
      share: record.time / totalS,
      cumulativeSeconds,
      computation: record.computation,
      flops: record.flops,
      memory: record.memory,
      bandwidth: record.bandwidth,
      inShapes: listed(record.inShapes),
      outShapes: listed(record.outShapes),
      ...(roof === null ? NO_POINT : rooflineOf(record, roof))
    };
  });
}

/** Of records that are held against no roof. */
const NO_POINT = { attainable: null, percentOfRoof: null, bound: null };

type Labels = Readonly<Record<'name' | 'type' | 'id' | 'count', string | number | null>>;

/** An operator has a name and an id, several have a count. */
function labelsOf({ info }: OperatorRecord): Labels {
  if ('count' in info) return { name: null, type: info.type, id: null, count: info.count };
  return { name: info.name, type: info.type, id: info.id, count: null };
}

function listed(shapes: Shapes): Shapes | null {
  return typeof shapes === 'string' ? null : shapes;
}

/** Numbers that are not finite are empty, like unknown values. */
function csvValue(value: unknown): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
