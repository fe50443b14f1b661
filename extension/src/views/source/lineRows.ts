import type { TranslationBundle } from '../../shared/content/application';
import type { LineCost, LineCosts } from 'kernelscope/analysis';
import { type NumberFormats, placeName } from '../../shared/content/format';
import { type SourceLine, type SourceLines, heatOf } from './model';
import { costWords, shareTitle } from './costWords';
import type { GridCell, GridColumn, GridRow } from '../../shared/grid/rowGridNodes';

/** The context that rows of lines share. */
export interface LineContext {
  /** Shown before the number of each line where its text is not; else null. */
  readonly fileName: string | null;
  readonly costs: LineCosts;
  /** Costs on GPUs, to stand beside the others where there are some. */
  readonly gpu?: LineCosts | null;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The columns of the lines of a file; the text comes last, where it has room. */
export function lineColumns({ costs, fileName, gpu, trans }: LineContext): GridColumn[] {
  const { hasTotals, kind } = costs;
  const words = costWords(kind, hasTotals, trans);
  const number: GridColumn = {
    label: trans.__('Line'),
    explanation: trans.__('Line of the source'),
    kind: fileName === null ? 'heat' : 'name'
  };
  const self: GridColumn = {
    label: trans.__('Self'),
    explanation: words.self,
    kind: 'bar'
  };
  const total: GridColumn = {
    label: trans.__('Total'),
    explanation: words.total,
    kind: 'bar'
  };
  const time: GridColumn = {
    label: words.amountLabel,
    explanation: words.amount,
    kind: 'number'
  };
  const text: GridColumn = {
    label: trans.__('Source'),
    explanation: trans.__('Text of the line'),
    kind: 'code'
  };
  const onGpu: GridColumn = {
    label: trans.__('GPU'),
    explanation: costWords('gpu', true, trans).total,
    kind: 'bar'
  };
  const numbers = [self, ...(hasTotals ? [total] : []), time, ...(gpu ? [onGpu] : [])];
  return fileName === null ? [number, ...numbers, text] : [number, ...numbers];
}

/** The rows of `lines` in the columns of {@link lineColumns}; the hottest line has the deepest tint. */
export function lineRows({ lines }: SourceLines, context: LineContext): GridRow[] {
  const hottest = lines.reduce((most, { cost }) => Math.max(most, cost ? heatOf(cost) : 0), 0);
  const gpuCell = gpuCells(context);
  return lines.map(line => lineRow(line, { hottest: hottest || 1, gpuCell }, context));
}

/** Makes the cell of a line for its cost on GPUs; no cell where that is not shown. */
function gpuCells({ gpu, formats }: LineContext): (line: SourceLine) => GridCell[] {
  if (!gpu) return () => [];
  return ({ gpuShare }) =>
    gpuShare > 0
      ? [{ text: formats.percent(gpuShare), bar: Math.min(1, gpuShare) }]
      : [{ text: '' }];
}

interface RowParts {
  readonly hottest: number;
  readonly gpuCell: (line: SourceLine) => GridCell[];
}

function lineRow(
  source: SourceLine,
  { hottest, gpuCell }: RowParts,
  context: LineContext
): GridRow {
  const { fileName, costs } = context;
  const { line, text, cost } = source;
  const own = cost ? costCells(cost, context) : emptyCells(costs.hasTotals);
  const numbers = [...own, ...gpuCell(source)];
  if (fileName !== null) {
    return [{ text: placeName(fileName, line), title: `${fileName}:${line}` }, ...numbers];
  }
  const heat = cost ? heatOf(cost) / hottest : 0;
  return [{ text: String(line), bar: heat }, ...numbers, codeCell(text ?? '')];
}

/** The text of a line; the whole of a long one is in its title. */
function codeCell(text: string): GridCell {
  return text.length > LONG_LINE ? { text, title: text.trim() } : { text };
}

/** Lines of more characters may be cut: `source.css` has room for as many. */
const LONG_LINE = 110;

function costCells(cost: LineCost, context: LineContext): GridCell[] {
  const { formats, trans } = context;
  const { sampleCount, unit, whole } = context.costs;
  const shares = cost.totalShare === null ? [cost.selfShare] : [cost.selfShare, cost.totalShare];
  const bars = shares.map(share => ({
    text: share > 0 ? formats.percent(share) : '',
    bar: Math.min(1, share),
    title: shareTitle(share, { sampleCount, formats, trans })
  }));
  return [...bars, { text: formats.value(unit, heatOf(cost) * whole) }];
}

const emptyCells = (hasTotals: boolean): GridCell[] =>
  Array.from({ length: hasTotals ? 3 : 2 }, () => ({ text: '' }));
