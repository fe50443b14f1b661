import { functionWeights } from '../../analysis/stacks/hotFunctions';
import type { LineCost, LineCosts } from '../../analysis/lines/lineCosts';
import { lineCosts } from '../../analysis/lines/lineCosts';
import { threadWhole } from '../../analysis/stacks/threadWhole';
import type { FunctionWeight } from '../../analysis/stacks/hotFunctions';
import { heapStacks, sampleStacks } from '../../analysis/stacks/stackWeights';
import { formatBytes } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { sourceLines } from '../../model/profile/sourceText';
import { clipText } from '../shared/text/clipText';
import { caption, nameCell, numberCell, shareCells, tableHead, textCell } from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

const MAX_FUNCTIONS = 10;
const MAX_LINES = 60;

/** Lines shown before and after each sampled one. */
const CONTEXT_LINES = 1;

/** Tables from the CPU samples: heat of the cell's lines and the hottest functions; often none. */
export function sampleTables(profile: Profile): Markup {
  const { samples, lineTicks, lineTotals } = profile;
  if (samples.length + lineTicks.length + lineTotals.length === 0) return NO_MARKUP;
  return markup`${lineTable(profile)}${hottestTable(profile)}`;
}

/** The functions that allocated most on the heap; nothing when that was not recorded. */
export function heapTable(profile: Profile): Markup {
  return functionTable(functionWeights(profile, heapStacks(profile)), {
    least: 0,
    title: 'Functions by what they allocated on the heap, estimated from samples',
    textOf: formatBytes
  });
}

function hottestTable(profile: Profile): Markup {
  return functionTable(functionWeights(profile, sampleStacks(profile)), {
    least: threadWhole(profile),
    title: 'Hottest functions by CPU samples, milliseconds',
    textOf: ns => (ns / NS_PER_MS).toFixed(1)
  });
}

interface FunctionTableOptions {
  readonly title: string;
  /** Shares are of this, or of all weights if they are more. */
  readonly least: number;
  readonly textOf: (weight: number) => string;
}

function functionTable(
  weights: readonly FunctionWeight[],
  { title, least, textOf }: FunctionTableOptions
): Markup {
  const functions = weights.filter(({ self }) => self > 0);
  if (functions.length === 0) return NO_MARKUP;
  const all = Math.max(
    least,
    functions.reduce((sum, { self }) => sum + self, 0)
  );
  const rows = functions.slice(0, MAX_FUNCTIONS).map(({ name, file, line, self, total }) => {
    const place = line > 0 ? `${clipText(file, 60)}:${line}` : clipText(file, 60);
    const numbers = [self, total].map(weight => numberCell(textOf(weight)));
    const shown = name === '' ? '(anonymous)' : clipText(name, 60);
    return markup`<tr>${nameCell(markup`<code>${shown}</code>`)}${textCell(place)}${numbers}${shareCells(self / all)}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption(title)}
${tableHead(['Function', 'Place', 'Self', 'Total', 'Self share', ''], ['Function', 'Place'])}
<tbody>
${rows}</tbody>
</table>
`;
}

function lineTable(profile: Profile): Markup {
  const { cell } = profile.meta;
  if (!cell) return NO_MARKUP;
  const costs = lineCosts(profile);
  const ofCell = costs.lines.filter(({ file }) => file === cell.file);
  const heat = new Map(ofCell.map(each => [each.line, each]));
  if (heat.size === 0) return NO_MARKUP;
  const source = sourceLines(cell.source);
  const shown = shownLines(heat, source.length);
  const rows = shown.map((line, at) => {
    const gap = at > 0 && shown[at - 1] < line - 1 ? gapRow(costs) : NO_MARKUP;
    const cells = costCells(heat.get(line), costs);
    const code = markup`<code style="white-space:pre">${clipText(source[line - 1] ?? '', 160)}</code>`;
    return markup`${gap}<tr>${numberCell(String(line))}${cells}${textCell(code)}</tr>\n`;
  });
  const totals = costs.hasTotals ? ['Total, ms'] : [];
  return markup`<table class="kernelscope-table kernelscope-lines">
${caption(`CPU samples by line of ${clipText(cell.file, 60)}, as shares of the run`)}
${tableHead(['Line', 'Self share', '', ...totals, 'Source'], ['Source'])}
<tbody>
${rows}</tbody>
</table>
`;
}

const EMPTY_CELL = markup`<td></td>`;

/** The share of a line, its bar and, where lines have totals, the total; empty without samples. */
function costCells(cost: LineCost | undefined, { hasTotals, whole }: LineCosts): Markup {
  const share = cost ? shareCells(cost.selfShare) : markup`${EMPTY_CELL}${EMPTY_CELL}`;
  if (!hasTotals) return share;
  const totalShare = cost?.totalShare ?? null;
  const total =
    totalShare === null ? EMPTY_CELL : numberCell(((totalShare * whole) / NS_PER_MS).toFixed(1));
  return markup`${share}${total}`;
}

function gapRow(costs: LineCosts): Markup {
  return markup`<tr>${numberCell('⋮')}${costCells(undefined, costs)}${EMPTY_CELL}</tr>\n`;
}

/** The hottest lines of the cell with their neighbours, in order; all when there are few. */
function shownLines(heat: ReadonlyMap<number, LineCost>, lineCount: number): number[] {
  if (lineCount <= MAX_LINES) return Array.from({ length: lineCount }, (_, row) => row + 1);
  const hottest = [...heat]
    .filter(([line]) => line >= 1 && line <= lineCount)
    .sort(([, a], [, b]) => b.selfShare - a.selfShare || (b.totalShare ?? 0) - (a.totalShare ?? 0))
    .slice(0, MAX_LINES / (2 * CONTEXT_LINES + 1));
  const lines = new Set<number>();
  for (const [line] of hottest) {
    for (let near = line - CONTEXT_LINES; near <= line + CONTEXT_LINES; near++) lines.add(near);
  }
  return [...lines].filter(line => line >= 1 && line <= lineCount).sort((a, b) => a - b);
}
