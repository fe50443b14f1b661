/** Source of a notebook cell that has samples, as the user typed it, or of the hot functions of a file of the user's. */
export interface SourceText {
  /** Its name in stacks: `Cell [4]`, `name.ts` for a cell that is a module, `src/name.ts` for a file. */
  readonly file: string;
  /** On its own lines: of a file, lines that are not kept are empty. */
  readonly text: string;
  /** True when lines are missing: those after the end of `text` and, of a file, some of the empty ones. */
  readonly isClipped: boolean;
}

/** Bounds of `Profile.sourceTexts`: UTF-16 units of one text and of all, and their number. */
export const SOURCE_TEXT_LIMITS = { text: 64_000, all: 256_000, texts: 1000 } as const;

/** The lines of source code, as JavaScript counts them. */
export function sourceLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/**
 * Two texts of one file, each with some of its lines, as one with the lines of both; null where they differ in a line, as
 * the file has changed in between, or if that would be too long.
 */
export function joinSourceTexts(a: SourceText, b: SourceText): SourceText | null {
  if (!a.isClipped || a.text === b.text) return a;
  const [ours, theirs] = [sourceLines(a.text), sourceLines(b.text)];
  const lines = ours.length < theirs.length ? [...theirs] : [...ours];
  for (let at = 0; at < lines.length; at++) {
    const our = ours.at(at) ?? '';
    const their = theirs.at(at) ?? '';
    if (our !== their && our !== '' && their !== '') return null;
    lines[at] = our || their;
  }
  const text = lines.join('\n');
  if (text.length > SOURCE_TEXT_LIMITS.text) return null;
  return { file: a.file, text, isClipped: b.isClipped };
}

/** A stretch of lines, one-based, both ends included. */
export type Lines = readonly [from: number, to: number];

const CLOSES = /^\s*[)\]}]/;
const OPENS = /[([{]\s*$|=>\s*$/;

/**
 * The lines of the function that begins on a line, as code is indented: to the first that is not further in, with that if
 * it closes it.
 */
export function linesOfFunction(lines: readonly string[], begin: number): Lines {
  const indent = indentOf(lines[begin - 1] ?? '');
  for (let line = begin + 1; line <= lines.length; line++) {
    const text = lines[line - 1];
    if (text.trim() === '' || indentOf(text) > indent) continue;
    const isOwn = indentOf(text) === indent && CLOSES.test(text);
    if (isOwn && OPENS.test(text)) continue;
    return [begin, isOwn ? line : line - 1];
  }
  return [begin, lines.length];
}

/** The number of white space characters at the beginning of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
