/** A word of a magic line. Offsets count UTF-16 code units from the start of the cell. */
export interface Word {
  /** The word without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True when it begins with a quote, so that it is never an option. */
  readonly quoted: boolean;
}

/** The words of a line; `unclosedQuote` is the offset of a quote that never ends, or null. */
export interface SplitLine {
  readonly words: readonly Word[];
  readonly unclosedQuote: number | null;
}

/**
 * Splits a line at blanks as a shell does: text in single quotes is literal; in double quotes `\"`
 * and `\\` are escapes; outside of quotes a backslash makes a following quote or blank literal,
 * and is itself otherwise, so that Windows paths need no care. Never throws.
 *
 * @param offset Where `line` begins in its cell; added to every position.
 */
export function splitWords(line: string, offset = 0): SplitLine {
  const words: Word[] = [];
  let unclosedQuote: number | null = null;
  let at = skipBlanks(line, 0);
  while (at < line.length) {
    const { text, end, unclosed } = readWord(line, at);
    const quoted = line[at] === '"' || line[at] === "'";
    words.push({ text, start: offset + at, end: offset + end, quoted });
    if (unclosed !== null) unclosedQuote = offset + unclosed;
    at = skipBlanks(line, end);
  }
  return { words, unclosedQuote };
}

interface Piece {
  readonly text: string;
  readonly end: number;
  readonly unclosed: number | null;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && isBlank(line[at])) at++;
  return at;
}

function isBlank(char: string): boolean {
  return /\s/.test(char);
}

function readWord(line: string, start: number): Piece {
  let text = '';
  let at = start;
  while (at < line.length && !isBlank(line[at])) {
    const piece = readPiece(line, at);
    text += piece.text;
    at = piece.end;
    if (piece.unclosed !== null) return { text, end: at, unclosed: piece.unclosed };
  }
  return { text, end: at, unclosed: null };
}

function readPiece(line: string, at: number): Piece {
  const char = line[at];
  if (char === '"' || char === "'") return readQuoted(line, at);
  const next = at + 1 < line.length ? line[at + 1] : '';
  const escaped = char === '\\' && next !== '' && (/["']/.test(next) || isBlank(next));
  return { text: escaped ? next : char, end: at + (escaped ? 2 : 1), unclosed: null };
}

function readQuoted(line: string, start: number): Piece {
  const quote = line[start];
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === quote) return { text, end: at + 1, unclosed: null };
    const next = line[at + 1];
    if (quote === '"' && line[at] === '\\' && (next === '"' || next === '\\')) at++;
    text += line[at];
  }
  return { text, end: line.length, unclosed: start };
}
