import {
  type ComparedLine,
  type ComparedSource,
  MAX_COMPARED_LINES
} from '../../model/output/comparison';
import { lineCosts } from '../stacks/lineCosts';
import { type ComparedSide, runsOf } from './comparedSide';
import { lineDiff } from './lineDiff';

/** Lines around a changed one that are kept for orientation. */
const CONTEXT = 2;

/**
 * The lines of the two cells, with the time of a run in each; null unless both texts are known. Magics at
 * the start of a cell do not count. If there are too many lines, those that neither changed nor took
 * time are left out, then those that took the least.
 */
export function comparedSource(before: ComparedSide, after: ComparedSide): ComparedSource | null {
  const [from, to] = [timedText(before), timedText(after)];
  if (from === null || to === null) return null;
  const all = lineDiff(from.lines, to.lines).map((line): ComparedLine => {
    const [a, b] = [place(line.before, from.first), place(line.after, to.first)];
    return {
      before: a,
      after: b,
      beforeNs: (a !== null && from.timeNs.get(a)) || 0,
      afterNs: (b !== null && to.timeNs.get(b)) || 0,
      text: line.after === null ? from.lines[line.before ?? 0] : to.lines[line.after]
    };
  });
  const lines = mostTelling(all);
  return { lines, hiddenLines: all.length - lines.length };
}

/** True if only one of the two cells has the line. */
export function isChanged({ before, after }: ComparedLine): boolean {
  return before === null || after === null;
}

interface TimedText {
  readonly lines: readonly string[];
  /** The number of the first of `lines` in the cell, one-based. */
  readonly first: number;
  /** By the line's number in the cell. */
  readonly timeNs: ReadonlyMap<number, number>;
}

function place(line: number | null, first: number): number | null {
  return line === null ? null : line + first;
}

function timedText(side: ComparedSide): TimedText | null {
  const { cell } = side.profile.meta;
  if (cell === null || cell.source === '') return null;
  const all = cell.source.trimEnd().split(/\r?\n/);
  const magic = /^\s*(%%[^\n]*\r?\n\s*)*/.exec(cell.source)?.[0] ?? '';
  const skipped = Math.min(magic.split('\n').length - 1, all.length);
  const runs = runsOf(side);
  const { lines, whole } = lineCosts(side.profile);
  const timeNs = new Map<number, number>();
  for (const { file, line, selfShare, totalShare } of lines) {
    if (file === cell.file) {
      timeNs.set(line, Math.round(((totalShare ?? selfShare) * whole) / runs));
    }
  }
  return { lines: all.slice(skipped), first: skipped + 1, timeNs };
}

/** The lines worth showing: all of them if they are few. */
function mostTelling(lines: readonly ComparedLine[]): readonly ComparedLine[] {
  if (lines.length <= MAX_COMPARED_LINES) return lines;
  const weight = lines.map(line => line.beforeNs + line.afterNs);
  lines.forEach((line, at) => {
    if (!isChanged(line)) return;
    const last = Math.min(lines.length - 1, at + CONTEXT);
    for (let near = Math.max(0, at - CONTEXT); near <= last; near++) weight[near] += 1;
    weight[at] = Infinity;
  });
  const order = lines.map((_, at) => at).sort((a, b) => descending(weight[a], weight[b]) || a - b);
  const kept = new Set(order.slice(0, MAX_COMPARED_LINES));
  return lines.filter((_, at) => kept.has(at));
}

/** The order of two weights, the greater first; both may be infinite. */
function descending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}
