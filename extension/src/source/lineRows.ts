import type { TranslationBundle } from '@jupyterlab/translation';
import type { LineCost } from 'kernelscope/analysis';
import type { NumberFormats } from '../shared/format';
import { heatOf } from './model';
import type { SourceLine, SourceLines } from './model';
import { placeName } from './placeName';
import type { GridCell, GridColumn, GridRow } from './rowGrid';
import { shareTitle } from './shareTitle';

/** What the rows of lines have in common. */
export interface LineContext {
  /** Shown before the number of each line where its text is not; else null. */
  readonly fileName: string | null;
  readonly hasTotals: boolean;
  /** How many samples the shares are made of. */
  readonly sampleCount: number;
  readonly durationNs: number;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The columns of the lines of a file; the text comes last, where it has room. */
export function lineColumns({ hasTotals, fileName, trans }: LineContext): GridColumn[] {
  const number: GridColumn = {
    label: trans.__('Line'),
    explanation: trans.__('Line of the source'),
    kind: fileName === null ? 'heat' : 'name'
  };
  const self: GridColumn = {
    label: trans.__('Self'),
    explanation: trans.__('Share of the run spent on the line itself'),
    kind: 'bar'
  };
  const total: GridColumn = {
    label: trans.__('Total'),
    explanation: trans.__('Share of the run spent on the line and in what it called'),
    kind: 'bar'
  };
  const time: GridColumn = {
    label: trans.__('Time'),
    explanation: hasTotals
      ? trans.__('Time of the line and of what it called, estimated from samples')
      : trans.__('Time of the line itself, estimated from samples'),
    kind: 'number'
  };
  const text: GridColumn = {
    label: trans.__('Source'),
    explanation: trans.__('Text of the line'),
    kind: 'code'
  };
  const numbers = hasTotals ? [self, total, time] : [self, time];
  return fileName === null ? [number, ...numbers, text] : [number, ...numbers];
}

/** The rows of `lines` in the columns of {@link lineColumns}; the hottest line has a full bar. */
export function lineRows({ lines }: SourceLines, context: LineContext): GridRow[] {
  const hottest = lines.reduce((most, { cost }) => Math.max(most, cost ? heatOf(cost) : 0), 0);
  return lines.map(line => lineRow(line, hottest || 1, context));
}

function lineRow(source: SourceLine, hottest: number, context: LineContext): GridRow {
  const { fileName, hasTotals } = context;
  const { line, text, cost } = source;
  const numbers = cost ? costCells(cost, hottest, context) : emptyCells(hasTotals);
  if (fileName !== null) {
    return [{ text: placeName(fileName, line), title: `${fileName}:${line}` }, ...numbers];
  }
  const heat = cost ? heatOf(cost) / hottest : 0;
  return [{ text: String(line), bar: heat }, ...numbers, { text: text ?? '' }];
}

function costCells(cost: LineCost, hottest: number, context: LineContext): GridCell[] {
  const { formats, durationNs } = context;
  const shares = cost.totalShare === null ? [cost.selfShare] : [cost.selfShare, cost.totalShare];
  const bars = shares.map(share => ({
    text: share > 0 ? formats.percent(share) : '',
    bar: Math.min(1, share / hottest),
    title: shareTitle(share, context)
  }));
  return [...bars, { text: formats.duration(heatOf(cost) * durationNs) }];
}

const emptyCells = (hasTotals: boolean): GridCell[] =>
  Array.from({ length: hasTotals ? 3 : 2 }, () => ({ text: '' }));
