import type { LineCost, LineCosts } from 'kernelscope/analysis';

/** Lines that the view draws at most. */
export const MAX_LINES = 5000;

/** Files that the view offers at most, the hottest ones. */
export const MAX_FILES = 200;

/** A file that was sampled, or the cell itself. */
export interface SourceFile {
  readonly file: string;
  /** Share of all samples that have a line, 0 … 1. */
  readonly selfShare: number;
}

/** A line as the view draws it. */
export interface SourceLine {
  /** One-based. */
  readonly line: number;
  /** Its text, or null where nobody knows it. */
  readonly text: string | null;
  /** Null when no sample was on it. */
  readonly cost: LineCost | null;
}

/** The lines of a file, and how many there are beyond {@link MAX_LINES}. */
export interface SourceLines {
  readonly lines: readonly SourceLine[];
  readonly hidden: number;
  /** True when samples are on lines behind the end of the text. */
  readonly isTextCut: boolean;
}

/** The files to pick from: the cell first, then the hottest ones. */
export function filesOf({ lines }: LineCosts, cellFile: string | null): SourceFile[] {
  const shares = new Map<string, number>();
  if (cellFile !== null) shares.set(cellFile, 0);
  for (const { file, selfShare } of lines) shares.set(file, (shares.get(file) ?? 0) + selfShare);
  const rank = (file: string): number => (file === cellFile ? 0 : 1);
  return [...shares]
    .map(([file, selfShare]) => ({ file, selfShare }))
    .sort((a, b) => rank(a.file) - rank(b.file) || b.selfShare - a.selfShare)
    .slice(0, MAX_FILES);
}

/** All lines of `text` in order, and after them those that only samples know. */
export function linesOfText({ lines }: LineCosts, file: string, text: string): SourceLines {
  const costs = new Map(
    lines.filter(cost => cost.file === file).map(cost => [cost.line, cost] as const)
  );
  const texts = text.split(/\r\n|[\n\r\u2028\u2029]/u);
  const known = texts.map((each, index) => ({
    line: index + 1,
    text: each.replaceAll('\t', '  '),
    cost: costs.get(index + 1) ?? null
  }));
  const beyond = [...costs.values()]
    .filter(({ line }) => line > texts.length)
    .sort((a, b) => a.line - b.line)
    .map(cost => ({ line: cost.line, text: null, cost }));
  return bounded([...known, ...beyond], beyond.length > 0);
}

/** The sampled lines of a file whose text is not there, hottest first. */
export function hotLinesOf({ lines }: LineCosts, file: string): SourceLines {
  const hot = lines
    .filter(cost => cost.file === file)
    .sort((a, b) => heatOf(b) - heatOf(a) || a.line - b.line)
    .map(cost => ({ line: cost.line, text: null, cost }));
  return bounded(hot, false);
}

/** What lines are ordered by: total where it is known. */
export function heatOf({ totalShare, selfShare }: LineCost): number {
  return totalShare ?? selfShare;
}

function bounded(lines: readonly SourceLine[], isTextCut: boolean): SourceLines {
  const hidden = Math.max(0, lines.length - MAX_LINES);
  return { lines: lines.slice(0, MAX_LINES), hidden, isTextCut };
}
