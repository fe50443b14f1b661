import { type FileCost, type LineCost, type LineCosts, fileCosts } from 'kernelscope/analysis';
import { type CellInfo, type Profile, sourceLines } from 'kernelscope/model';

/** Lines that the view draws at most. */
export const MAX_LINES = 5000;

/** Files that the view offers at most, the hottest ones. */
export const MAX_FILES = 200;

/** A file that was sampled, or a cell. */
export interface SourceFile extends FileCost {
  /** Its source, or null where nobody knows it. */
  readonly text: string | null;
  /** True when lines of its source are missing: they are empty, or behind the end of the text. */
  readonly isClipped?: boolean;
}

/** A profiled cell with less self time than this may be no place to begin reading, 0 … 1. */
const COLD = 0.01;

/** A file with more self time than this is one, even where the cell calls it, 0 … 1. */
const HOT = 0.1;

/** A line as the view draws it. */
export interface SourceLine {
  /** One-based. */
  readonly line: number;
  /** Its text, or null where nobody knows it. */
  readonly text: string | null;
  /** Null when no sample was on it. */
  readonly cost: LineCost | null;
  /** Share of the run for which GPUs worked at what it started; 0 where none did or none is shown. */
  readonly gpuShare: number;
}

/** The lines of a file, and how many there are beyond {@link MAX_LINES}. */
export interface SourceLines {
  readonly lines: readonly SourceLine[];
  readonly hidden: number;
  /** True when samples are on lines behind the end of the text. */
  readonly isTextCut: boolean;
  /** True when lines between others are missing. */
  readonly hasGaps: boolean;
}

/** A line in place of those that a text does not have. */
export const GAP = '⋮';

/** So many empty lines after each other are a gap, in a text that lacks lines. */
const GAP_LINES = 3;

/**
 * The files to pick from, hottest first: those with lines or a text. The profiled cell is among them
 * even where it is cold.
 */
export function filesOf(profile: Profile, costs: LineCosts): SourceFile[] {
  const { cell } = profile.meta;
  const texts = new Map<string, Pick<SourceFile, 'text' | 'isClipped'>>(
    profile.sourceTexts.map(({ file, text, isClipped }) => [file, { text, isClipped }] as const)
  );
  if (cell) texts.set(cell.file, { text: cell.source });
  const lined = new Set(costs.lines.map(({ file }) => file));
  const all = fileCosts(profile, costs);
  const files = all
    .filter(({ file }) => lined.has(file) || texts.has(file))
    .map(cost => ({ ...cost, text: null, ...texts.get(cost.file) }));
  const totalShare = all.some(each => each.totalShare !== null) ? 0 : null;
  const own = cell && (files.find(({ file }) => file === cell.file) ?? coldCell(cell, totalShare));
  const shown = files.slice(0, MAX_FILES);
  return own && !shown.includes(own) ? [...shown.slice(0, MAX_FILES - 1), own] : shown;
}

function coldCell({ file, source }: CellInfo, totalShare: 0 | null): SourceFile {
  return { file, selfShare: 0, totalShare, text: source };
}

/**
 * The file to begin with: the profiled cell, unless it is cold and the hottest file with a text is
 * not; without a cell the hottest file.
 */
export function firstFile(files: readonly SourceFile[], cellFile: string | null): string {
  const own = files.find(({ file }) => file === cellFile);
  const readable = files.find(({ text }) => text !== null);
  if (!own) return (readable ?? files[0])?.file ?? '';
  if (!readable || own.selfShare >= COLD) return own.file;
  return heatOf(own) < COLD || readable.selfShare >= HOT ? readable.file : own.file;
}

/**
 * All lines of `text` in order, with a single one in place of those that it lacks, and after them those that only samples
 * know.
 */
export function linesOfText(
  { lines }: LineCosts,
  file: string,
  text: string,
  {
    gpu = null,
    isClipped = false
  }: { readonly gpu?: LineCosts | null; readonly isClipped?: boolean } = {}
): SourceLines {
  const gpuShares = sharesOf(gpu, file);
  const costs = new Map(
    lines.filter(cost => cost.file === file).map(cost => [cost.line, cost] as const)
  );
  const texts = sourceLines(text);
  const known = texts.map((each, index) => ({
    line: index + 1,
    text: each.replaceAll('\t', '  '),
    cost: costs.get(index + 1) ?? null,
    gpuShare: gpuShares.get(index + 1) ?? 0
  }));
  const beyond = [...costs.values()]
    .filter(({ line }) => line > texts.length)
    .sort((a, b) => a.line - b.line)
    .map(cost => ({ line: cost.line, text: null, cost, gpuShare: gpuShares.get(cost.line) ?? 0 }));
  const shown = isClipped ? withGaps(known) : known;
  const hasGaps = shown.length < known.length;
  return { ...bounded([...shown, ...beyond]), isTextCut: beyond.length > 0, hasGaps };
}

/** Lines with one line in place of several empty ones that cost nothing. */
function withGaps(lines: readonly SourceLine[]): SourceLine[] {
  const shown: SourceLine[] = [];
  let empty: SourceLine[] = [];
  const close = (): void => {
    if (empty.length < GAP_LINES) shown.push(...empty);
    else shown.push({ ...empty[0], text: GAP });
    empty = [];
  };
  for (const line of lines) {
    if (line.text === '' && line.cost === null) {
      empty.push(line);
      continue;
    }
    close();
    shown.push(line);
  }
  close();
  return shown;
}

/** The sampled lines of a file whose text is not there, hottest first. */
export function hotLinesOf(
  { lines }: LineCosts,
  file: string,
  gpu: LineCosts | null = null
): SourceLines {
  const gpuShares = sharesOf(gpu, file);
  const hot = lines
    .filter(cost => cost.file === file)
    .sort((a, b) => heatOf(b) - heatOf(a) || a.line - b.line)
    .map(cost => ({ line: cost.line, text: null, cost, gpuShare: gpuShares.get(cost.line) ?? 0 }));
  return { ...bounded(hot), isTextCut: false, hasGaps: false };
}

/** The number of the first of the lines that cost most; 1 where none costs anything. */
export function hottestLine({ lines }: SourceLines): number {
  let hottest = { line: 1, heat: 0 };
  for (const { line, cost } of lines) {
    const heat = cost ? heatOf(cost) : 0;
    if (heat > hottest.heat) hottest = { line, heat };
  }
  return hottest.line;
}

/** The GPU costs of the lines of a file, by line. */
function sharesOf(gpu: LineCosts | null, file: string): ReadonlyMap<number, number> {
  const lines = gpu?.lines.filter(cost => cost.file === file) ?? [];
  return new Map(lines.map(cost => [cost.line, heatOf(cost)]));
}

/** Total where it is known, else self. */
export function heatOf({
  totalShare,
  selfShare
}: Pick<LineCost, 'selfShare' | 'totalShare'>): number {
  return totalShare ?? selfShare;
}

function bounded(lines: readonly SourceLine[]): Pick<SourceLines, 'lines' | 'hidden'> {
  const hidden = Math.max(0, lines.length - MAX_LINES);
  return { lines: lines.slice(0, MAX_LINES), hidden };
}
