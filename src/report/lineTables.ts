import { fileCosts } from '../analysis/stacks/fileCosts';
import { type LineCost, type LineCosts, lineCosts } from '../analysis/stacks/lineCosts';
import type { TableForm } from '../facts/shared/fact';
import { type SourceText, sourceLines } from '../model/profile/sourceText';
import type { Profile } from '../model/profile/profile';
import type { Cell, ReportTable } from '../tables/reportTable';
import { hotLinesTable } from './timeTables';

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
export function lineTables(profile: Profile, form: TableForm): readonly ReportTable[] {
  const costs = lineCosts(profile);
  const { cell } = profile.meta;
  const texts = [...cellText(profile), ...hotTexts(profile, costs)];
  const sources = knownSources(profile);
  const hottest = hotLinesTable(
    profile,
    { ...form, top: MAX_HOTTEST },
    (file, line) => sources.get(file)?.[line - 1]
  );
  const isElsewhere = hottest.places?.some(place => place?.file !== cell?.file) ?? false;
  const listings = texts.flatMap(text => listingOf(text, costs, form) ?? []);
  return [...(isElsewhere ? [hottest] : []), ...listings];
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

/** The lines of a text with their costs; null where none has any. */
function listingOf(
  { file, text, isClipped }: SourceText,
  costs: LineCosts,
  { trans }: TableForm
): ReportTable | null {
  const own = costs.lines.filter(each => each.file === file);
  const byLine = new Map(own.map(each => [each.line, each]));
  if (byLine.size === 0) return null;
  const source = sourceLines(text);
  const isThere = (line: number): boolean =>
    !isClipped || source[line - 1] !== '' || byLine.has(line);
  const shown = shownLines(own, source.length, isThere);
  const { hasTotals, whole } = costs;
  const cells = (cost: LineCost | undefined): readonly Cell[] => {
    const total = cost?.totalShare ?? null;
    const totalNs = total === null ? null : Math.round(total * whole);
    return [cost?.selfShare ?? null, ...(hasTotals ? [totalNs] : [])];
  };
  const gap = ['⋮', ...cells(undefined), null];
  const total = { heading: trans.__('Total'), align: 'right', unit: 'nanoseconds' } as const;
  return {
    title: trans.__('CPU time by line of %1', file),
    isListing: true,
    columns: [
      { heading: trans.__('Line'), align: 'right' },
      { heading: trans.__('Self share'), align: 'right', unit: 'share', hasBar: true },
      ...(hasTotals ? [total] : []),
      { heading: trans.__('Source'), align: 'left', isCode: true }
    ],
    rows: shown.flatMap((line, at) => {
      const row = [line, ...cells(byLine.get(line)), source[line - 1] ?? ''];
      return at > 0 && shown[at - 1] < line - 1 ? [gap, row] : [row];
    }),
    limit: 0,
    hidden: 0
  };
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

/** The lines of the sources that `profile` has, by file: those of notebook cells. */
export function knownSources({ meta, sourceTexts }: Profile): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>(
    sourceTexts.map(({ file, text }) => [file, sourceLines(text)])
  );
  if (meta.cell) texts.set(meta.cell.file, sourceLines(meta.cell.source));
  return texts;
}
