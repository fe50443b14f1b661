import type { TranslationBundle } from '../../shared/content/application';
import type { LineCost, LineCostKind, LineCosts } from 'kernelscope/analysis';
import { sourceLines } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { costWords, shareTitle } from '../../views/source/costWords';
import { heatOf } from '../../views/source/model';
import { type ProfiledText, isEdited, lineNow, linesAfterEdit } from './editedLines';
import { type FileHeat, type WantedCost, shownCosts } from './fileHeat';

/** Lines with a smaller share have a bar and no figure, 0 … 1. */
export const LEAST_FIGURE = 0.01;

/** A share below this draws nothing, as it would be less than a pixel, 0 … 1. */
const LEAST_MARK = 0.0005;

/** The mark beside one line of a cell. */
export interface LineMark {
  /** Offset of the line in the text of the cell as it is now. */
  readonly offset: number;
  /** The number of the line in the profile, one-based. */
  readonly line: number;
  readonly kind: LineCostKind;
  /** Share of the line and what it called, or of the line itself where that is all that is known. */
  readonly share: number;
  /** Share of the line itself, at most {@link share}. */
  readonly selfShare: number;
  /** The share in digits; empty below {@link LEAST_FIGURE}. */
  readonly figure: string;
  /** True when the cell has been edited since. */
  readonly isStale: boolean;
}

export interface MarkContext {
  /** The kind of cost to show, where the profile has it. */
  readonly kind: WantedCost;
  readonly profileName: string;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The marks of a cell whose text is now `text`, in the order of its lines. */
export function lineMarks(heat: FileHeat, text: string, context: MarkContext): LineMark[] {
  const costs = shownCosts(heat, context.kind);
  if (costs === null) return [];
  const isStale = isEdited(heat, text);
  const after = sourceLines(text);
  const before = sourceLines(heat.text);
  const places = isStale ? linesAfterEdit(before, after) : null;
  const offsets = offsetsOf(after);
  return costs.lines
    .flatMap(cost => {
      const place = places === null ? cost.line : (places[cost.line - 1] ?? 0);
      const offset = offsets[place - 1] as number | undefined;
      const isCold = heatOf(cost) < LEAST_MARK;
      if (offset === undefined || isCold) return [];
      return [{ offset, kind: costs.kind, isStale, ...sharesOf(cost, context) }];
    })
    .sort((a, b) => a.offset - b.offset);
}

function sharesOf(
  cost: LineCost,
  { formats }: MarkContext
): Pick<LineMark, 'line' | 'share' | 'selfShare' | 'figure'> {
  const share = heatOf(cost);
  const figure = share >= LEAST_FIGURE ? formats.percent(share) : '';
  return { line: cost.line, share, selfShare: Math.min(share, cost.selfShare), figure };
}

/** The figures of a mark in sentences, one in each line: those of its own kind of cost first. */
export function markTitle(heat: FileHeat, mark: LineMark, context: MarkContext): string {
  const { formats, trans, profileName } = context;
  const own = heat.costs.filter(({ kind }) => kind === mark.kind);
  const others = heat.costs.filter(({ kind }) => kind !== mark.kind);
  const sampleCount = own[0]?.sampleCount ?? 0;
  const sentences = [
    ...[...own, ...others].map(costs => costSentence(mark.line, costs, context)),
    shareTitle(mark.share, { sampleCount, formats, trans }) ?? '',
    trans.__('From the profile %1: click to see the line there.', profileName),
    mark.isStale
      ? trans.__('The cell was edited since: these are figures of its earlier text.')
      : ''
  ];
  return sentences.filter(sentence => sentence !== '').join('\n');
}

/** The figures of a mark in one short sentence, for a screen reader. */
export function markName({ costs }: FileHeat, mark: LineMark, context: MarkContext): string {
  const { trans } = context;
  const own = costs.filter(({ kind }) => kind === mark.kind);
  const figures = own.map(each => costSentence(mark.line, each, context)).join('');
  const name = trans.__('Line %1: %2', context.formats.count(mark.line), figures);
  return mark.isStale ? `${name}, ${trans.__('edited since')}` : name;
}

/** The cost of one kind in words; empty where the line has none. */
function costSentence(
  line: number,
  { kind, lines, unit, whole, hasTotals }: LineCosts,
  { formats, trans }: MarkContext
): string {
  const cost = lines.find(each => each.line === line);
  if (cost === undefined || heatOf(cost) === 0) return '';
  const { name } = costWords(kind, hasTotals, trans);
  const part = (share: number): string =>
    `${formats.percent(share)} (${formats.value(unit, share * whole)})`;
  const all = formats.value(unit, whole);
  if (cost.totalShare === null) {
    return trans.__('%1: self %2 of %3', name, part(cost.selfShare), all);
  }
  const total = part(cost.totalShare);
  return trans.__('%1: total %2, self %3 of %4', name, total, part(cost.selfShare), all);
}

/** The offset in the text of a cell as it is now of a line of the profile; of its first line if it is gone. */
export function offsetOfLine(heat: ProfiledText, text: string, line: number): number {
  return offsetsOf(sourceLines(text))[lineNow(heat, text, line) - 1] ?? 0;
}

/** The offsets of lines in their text, as an editor counts: each line break is one unit. */
function offsetsOf(lines: readonly string[]): number[] {
  let next = 0;
  return lines.map(({ length }) => {
    const offset = next;
    next += length + 1;
    return offset;
  });
}
