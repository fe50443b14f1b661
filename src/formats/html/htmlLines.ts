import { fileCosts } from '../../analysis/lines/fileCosts';
import type { LineCost, LineCosts } from '../../analysis/lines/lineCosts';
import { lineCosts } from '../../analysis/lines/lineCosts';
import type { Profile } from '../../model/profile/profile';
import { knownSources } from '../../model/profile/knownSources';
import { type SourceText, sourceLines } from '../../model/profile/sourceText';
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

/** Lines of all files, and those of one, that are listed at most. */
const MAX_HOTTEST = 15;
const MAX_LINES = 60;

/** Files besides the cell whose lines are listed at most, and the least share of the time that one has of its own. */
const MAX_FILES = 3;
const MIN_SHARE = 0.05;

/** Lines shown before and after each sampled one. */
const CONTEXT_LINES = 1;

/**
 * The lines of the profiled cell with their CPU time, and those of other files that took much of it; before them the
 * hottest lines of all files, where one of those is elsewhere. Shares are of the run, as in the source view.
 */
export function lineTables(profile: Profile): Markup {
  const costs = lineCosts(profile);
  const texts = [...cellText(profile), ...hotTexts(profile, costs)];
  const tables = texts.map(text => linesOf(text, costs));
  return markup`${hottestLines(profile, costs)}${tables}`;
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

function cellText({ meta: { cell } }: Profile): SourceText[] {
  return cell ? [{ file: cell.file, text: cell.source, isClipped: false }] : [];
}

/** The texts of the files besides the cell that took most of the time. */
function hotTexts(profile: Profile, costs: LineCosts): SourceText[] {
  const { meta, sourceTexts } = profile;
  const texts = new Map(sourceTexts.map(text => [text.file, text]));
  const hot = fileCosts(profile, costs).filter(({ selfShare }) => selfShare >= MIN_SHARE);
  return hot
    .flatMap(({ file }) => texts.get(file) ?? [])
    .filter(({ file }) => file !== meta.cell?.file)
    .slice(0, MAX_FILES);
}

function linesOf({ file, text, isClipped }: SourceText, costs: LineCosts): Markup {
  const own = costs.lines.filter(each => each.file === file);
  const byLine = new Map(own.map(each => [each.line, each]));
  if (byLine.size === 0) return NO_MARKUP;
  const source = sourceLines(text);
  const isThere = (line: number): boolean =>
    !isClipped || source[line - 1] !== '' || byLine.has(line);
  const shown = shownLines(own, source.length, isThere);
  const rows = shown.map((line, at) => {
    const gap = at > 0 && shown[at - 1] < line - 1 ? gapRow(costs) : NO_MARKUP;
    const cells = costCells(byLine.get(line), costs);
    return markup`${gap}<tr>${numberCell(String(line))}${cells}${codeCell(source[line - 1])}</tr>\n`;
  });
  const title = `CPU time by line of ${clipText(file, 60)}`;
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

/** The hottest lines of a file with their neighbours, in order; all that are there when those are few. */
function shownLines(
  own: readonly LineCost[],
  lineCount: number,
  isThere: (line: number) => boolean
): number[] {
  const all = Array.from({ length: lineCount }, (_, row) => row + 1).filter(isThere);
  if (all.length <= MAX_LINES) return all;
  const hottest = own
    .filter(({ line }) => line >= 1 && line <= lineCount)
    .sort(byCost)
    .slice(0, MAX_LINES / (2 * CONTEXT_LINES + 1));
  const near = new Set<number>();
  for (const { line } of hottest) {
    for (let each = line - CONTEXT_LINES; each <= line + CONTEXT_LINES; each++) near.add(each);
  }
  return all.filter(line => near.has(line));
}
