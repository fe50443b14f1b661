import type { LineCost, LineCosts } from '../../analysis/lines/lineCosts';
import { lineCosts } from '../../analysis/lines/lineCosts';
import type { Profile } from '../../model/profile/profile';
import { knownSources } from '../../model/profile/knownSources';
import { sourceLines } from '../../model/profile/sourceText';
import { clipText } from '../shared/text/clipText';
import {
  caption,
  millisecondCell,
  nameCell,
  numberCell,
  shareCells,
  tableHead,
  textCell
} from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

/** Lines of all files, and those of the cell, that are listed at most. */
const MAX_HOTTEST = 15;
const MAX_LINES = 60;

/** Lines shown before and after each sampled one. */
const CONTEXT_LINES = 1;

/**
 * The lines of the profiled cell with their CPU time; before them the hottest lines of all files, where
 * one of those is elsewhere. Shares are of the run, as in the source view.
 */
export function lineTables(profile: Profile): Markup {
  const costs = lineCosts(profile);
  return markup`${hottestLines(profile, costs)}${cellLines(profile, costs)}`;
}

function hottestLines(profile: Profile, costs: LineCosts): Markup {
  const { cell } = profile.meta;
  const hottest = costs.lines
    .filter(({ selfShare }) => selfShare > 0)
    .sort(byCost)
    .slice(0, MAX_HOTTEST);
  if (hottest.every(({ file }) => file === cell?.file)) return NO_MARKUP;
  const texts = knownSources(profile);
  const rows = hottest.map(cost => {
    const place = nameCell(`${clipText(cost.file, 60)}:${cost.line}`);
    const code = codeCell(texts.get(cost.file)?.[cost.line - 1]?.trim());
    return markup`<tr>${place}${costCells(cost, costs)}${code}</tr>\n`;
  });
  return table('Hottest lines by CPU time', ['Place', ...headings(costs)], rows);
}

function cellLines(profile: Profile, costs: LineCosts): Markup {
  const { cell } = profile.meta;
  if (!cell) return NO_MARKUP;
  const own = costs.lines.filter(({ file }) => file === cell.file);
  const byLine = new Map(own.map(each => [each.line, each]));
  if (byLine.size === 0) return NO_MARKUP;
  const source = sourceLines(cell.source);
  const shown = shownLines(own, source.length);
  const rows = shown.map((line, at) => {
    const gap = at > 0 && shown[at - 1] < line - 1 ? gapRow(costs) : NO_MARKUP;
    const cells = costCells(byLine.get(line), costs);
    return markup`${gap}<tr>${numberCell(String(line))}${cells}${codeCell(source[line - 1])}</tr>\n`;
  });
  const title = `CPU time by line of ${clipText(cell.file, 60)}`;
  return table(title, ['Line', ...headings(costs)], rows, 'kernelscope-table kernelscope-lines');
}

function table(
  title: string,
  columns: readonly string[],
  rows: readonly Markup[],
  kind = 'kernelscope-table'
): Markup {
  return markup`<table class="${kind}">
${caption(title)}
${tableHead(columns, ['Place', 'Source'])}
<tbody>
${rows}</tbody>
</table>
`;
}

const headings = ({ hasTotals }: LineCosts): string[] => [
  'Self share',
  '',
  ...(hasTotals ? ['Total, ms'] : []),
  'Source'
];

const EMPTY_CELL = markup`<td></td>`;

/** The share of a line, its bar and, where lines have totals, the total; empty without samples. */
function costCells(cost: LineCost | undefined, { hasTotals, whole }: LineCosts): Markup {
  const share = cost ? shareCells(cost.selfShare) : markup`${EMPTY_CELL}${EMPTY_CELL}`;
  if (!hasTotals) return share;
  const totalShare = cost?.totalShare ?? null;
  const total = totalShare === null ? EMPTY_CELL : millisecondCell(Math.round(totalShare * whole));
  return markup`${share}${total}`;
}

const codeCell = (text = ''): Markup =>
  textCell(markup`<code style="white-space:pre">${clipText(text, 160)}</code>`);

function gapRow(costs: LineCosts): Markup {
  return markup`<tr>${numberCell('⋮')}${costCells(undefined, costs)}${EMPTY_CELL}</tr>\n`;
}

const byCost = (a: LineCost, b: LineCost): number =>
  b.selfShare - a.selfShare || (b.totalShare ?? 0) - (a.totalShare ?? 0);

/** The hottest lines of the cell with their neighbours, in order; all when there are few. */
function shownLines(own: readonly LineCost[], lineCount: number): number[] {
  if (lineCount <= MAX_LINES) return Array.from({ length: lineCount }, (_, row) => row + 1);
  const hottest = own
    .filter(({ line }) => line >= 1 && line <= lineCount)
    .sort(byCost)
    .slice(0, MAX_LINES / (2 * CONTEXT_LINES + 1));
  const lines = new Set<number>();
  for (const { line } of hottest) {
    for (let near = line - CONTEXT_LINES; near <= line + CONTEXT_LINES; near++) lines.add(near);
  }
  return [...lines].filter(line => line >= 1 && line <= lineCount).sort((a, b) => a - b);
}
