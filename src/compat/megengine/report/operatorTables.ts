import { type OperatorRecord, infoTexts } from '../../../analysis/operators/operatorRecord';
import type { Roof } from '../../../analysis/operators/roofline';
import { shortFormat } from '../../../base/notation/pythonGeneral';
import { wrapText } from '../../../base/wrapText';
import type { Cell } from '../../../report/columnKinds';
import { gridTable, wikiTable } from './textTable';
import type { ReportTable } from '../../../tables/reportTable';
import {
  BANDWIDTH,
  COMPUTATION,
  FLOPS,
  MEMORY,
  decimals,
  rooflineOf,
  scaledLines,
  shapeTexts,
  withoutControls
} from './figures';

/** Records with the totals for their shares. */
export interface RecordTable {
  readonly records: readonly OperatorRecord[];
  /** Seconds of all operators, those that are not shown as well. */
  readonly totalS: number;
  /** Heading of the first column. */
  readonly heading: string;
  /** The roof that records are compared with, in additional columns; null for none. */
  readonly roof: Roof | null;
}

const HEADERS = [
  'cumulative',
  'operator info',
  'computation',
  'FLOPS',
  'memory',
  'bandwidth',
  'in_shapes',
  'out_shapes'
];

/** Significant digits of times. */
const TIME_DIGITS = 3;

/** Code points of a line of an operator's name. */
const NAME_WIDTH = 30;

/** The records in a frame, each with as many lines as its longest cell has. */
export function operatorGrid(table: RecordTable): string {
  return gridTable(headingsOf(table), cellLines(table).map(linesOf));
}

/** The records as a table of a report, with the lines of a cell below each other. */
export function operatorTable(table: RecordTable): ReportTable {
  const left = new Set([table.heading, ...TEXT_HEADERS]);
  return {
    title: table.heading,
    columns: headingsOf(table).map(heading => ({
      heading,
      align: left.has(heading) ? 'left' : 'right'
    })),
    rows: cellLines(table).map(cells => cells.map(lines => lines.join('\n'))),
    hidden: 0
  };
}

const TEXT_HEADERS = ['operator info', 'in_shapes', 'out_shapes'];

function headingsOf({ heading, roof }: RecordTable): string[] {
  return [heading, ...HEADERS, ...(roof === null ? [] : ROOF_HEADERS)];
}

function cellLines({ records, totalS, roof }: RecordTable): string[][][] {
  let cumulativeS = 0;
  return records.map((record, at) => {
    cumulativeS += record.time;
    return [
      [`#${at}`, ...timeLines(record.time, totalS)],
      timeLines(cumulativeS, totalS),
      infoTexts(record.info).flatMap(([, text]) => nameLines(text)),
      scaledLines(record.computation, COMPUTATION),
      scaledLines(record.flops, FLOPS),
      scaledLines(record.memory, MEMORY),
      scaledLines(record.bandwidth, BANDWIDTH),
      shapeTexts(record.inShapes, record.inLayouts).flatMap(text => text.split('\n')),
      shapeTexts(record.outShapes),
      ...(roof === null ? [] : roofLines(record, roof))
    ];
  });
}

const ROOF_HEADERS = ['attainable', '% of roof'];

function roofLines(record: OperatorRecord, roof: Roof): string[][] {
  const { attainable, percentOfRoof, bound } = rooflineOf(record, roof);
  return [scaledLines(attainable, FLOPS), [decimals(percentOfRoof, 1), bound ?? '']];
}

function timeLines(timeS: number, totalS: number): string[] {
  return [shortFormat(timeS, TIME_DIGITS), percent(timeS / totalS)];
}

function percent(share: number): string {
  return `${decimals(share * 100, 1)}%`;
}

/** A blank text has a line as well. */
function nameLines(text: string): string[] {
  const lines = wrapText(text, NAME_WIDTH).map(withoutControls);
  return lines.length === 0 ? [''] : lines.map((line, at) => (at === 0 ? line : `-  ${line}`));
}

/** The lines of a row, from the lines of its cells. */
function linesOf(cells: readonly (readonly string[])[]): string[][] {
  const count = cells.reduce((most, lines) => Math.max(most, lines.length), 1);
  return Array.from({ length: count }, (_, at) => cells.map(lines => lines[at] ?? ''));
}

/** Characters of the longest bar. */
const BAR_LENGTH = 15;

/** The record whose labels a table without records uses. */
const NO_OPERATOR = { name: '', type: '', id: '' };

/** The records as a table for wikis, one line each, with bars for shares of the greatest. */
export function operatorWikiTable({ records, totalS, roof }: RecordTable): string {
  const greatest = {
    time: greatestOf(records.map(record => record.time)),
    flops: greatestOf(records.map(record => record.flops)),
    bandwidth: greatestOf(records.map(record => record.bandwidth))
  };
  let cumulativeS = 0;
  const rows = records.map((record, at): (readonly Cell[])[] => {
    cumulativeS += record.time;
    return [
      [{ int: at }, shortFormat(record.time, TIME_DIGITS), percent(record.time / totalS)],
      [bar(record.time, greatest.time), { float: cumulativeS }, { float: cumulativeS / totalS }],
      infoTexts(record.info).map(([, text]) => withoutControls(text)),
      [millions(record.computation, 1000), millions(record.flops, 1000)],
      [bar(record.flops, greatest.flops), millions(record.memory, 1024)],
      [millions(record.bandwidth, 1024), bar(record.bandwidth, greatest.bandwidth)],
      [shapeTexts(record.inShapes, record.inLayouts).join(', ').replaceAll('\n', '')],
      [shapeTexts(record.outShapes).join(', ')],
      roof === null ? [] : roofCells(record, roof)
    ];
  });
  const labels = infoTexts(records[0]?.info ?? NO_OPERATOR).map(([label]) => `opr ${label}`);
  return wikiTable({
    headers: [...wikiHeaders(labels), ...(roof === null ? [] : WIKI_ROOF_HEADERS)],
    rows: rows.map(cells => cells.flat())
  });
}

const WIKI_ROOF_HEADERS = ['attainable (MFLOPS)', '% of roof'];

function roofCells(record: OperatorRecord, roof: Roof): string[] {
  const { attainable, percentOfRoof } = rooflineOf(record, roof);
  return [millions(attainable, 1000), decimals(percentOfRoof, 1)];
}

function wikiHeaders(info: readonly string[]): string[] {
  return [
    ...['#', 'time', 'ratio', 'time bar', 'cum-time', 'cum-time ratio'],
    ...info,
    ...['computation (MFLO)', 'MFLOPS', 'MFLOPS-bar', 'memory (MB)'],
    ...['bandwidth (MiB/s)', 'bandwidth bar', 'in_shapes', 'out_shapes']
  ];
}

function millions(value: number | null, base: number): string {
  return decimals(value === null ? null : value / base ** 2, 1);
}

function greatestOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((most, value) => {
    return value !== null && Number.isFinite(value) && value > most ? value : most;
  }, 0);
}

/** A bar as long as a value's share of the greatest finite one; infinite values have a full one. */
function bar(value: number | null, greatest: number): string {
  if (value === null || Number.isNaN(value) || value <= 0) return '';
  return '#'.repeat(value > greatest ? BAR_LENGTH : Math.trunc((value / greatest) * BAR_LENGTH));
}

/** The subject of each record, one per line. */
export function operatorList(records: readonly OperatorRecord[]): string {
  return records
    .map(({ info }) =>
      infoTexts(info)
        .map(([, text]) => withoutControls(text))
        .join(' ')
    )
    .join('\n');
}
