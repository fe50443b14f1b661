import { codeStart } from './lineCode';
import { magicSpec } from './magicTable';
import type { Magic } from './magic';

/**
 * The magic of a cell: its first line that is neither blank nor a comment, if that begins with `%` or
 * `%%` and a letter. `// %%name` is a cell magic too, anywhere among the leading comments. Null for a
 * cell of plain TypeScript.
 */
export function findMagic(source: string): Magic | null {
  for (const line of leadingLines(source)) {
    const magic = magicOn(line);
    if (magic !== null) return magic;
  }
  return null;
}

/** Offset after a magic and its options: where code on its line begins, or where the line ends. */
export function magicEnd({ kind, name, text, textStart, end }: Magic): number {
  const spec = magicSpec(kind, name);
  return (spec && codeStart(spec, text, textStart)) ?? end;
}

/**
 * `source` with its magic replaced by as many spaces, for completion: no position moves, and code on
 * the line of the magic stays. Nothing is left of a cell in another language.
 */
export function blankMagic(source: string): string {
  const magic = findMagic(source);
  if (magic === null) return source;
  const { start } = magic;
  const isOther = magicSpec(magic.kind, magic.name)?.language !== undefined;
  const end = isOther ? source.length : magicEnd(magic);
  const blank = source.slice(start, end).replace(/[^\r\n]/g, ' ');
  return source.slice(0, start) + blank + source.slice(end);
}

/** `source` with its magic cut out, for execution: a blank line stays, no line number moves. */
export function removeMagic(source: string): string {
  const magic = findMagic(source);
  if (magic === null) return source;
  return source.slice(0, magic.start) + source.slice(magic.end);
}

/** A line that may hold a magic. */
export interface LeadingLine {
  /** Text without the line break. */
  readonly text: string;
  readonly start: number;
  /** One-based. */
  readonly line: number;
}

/** The line comments before a cell's code, and its first line of code; block comments are skipped. */
export function* leadingLines(source: string): Generator<LeadingLine> {
  let insideComment = false;
  for (const line of linesOf(source)) {
    const text = line.text.trim();
    const isBlock: boolean = insideComment || text.startsWith('/*');
    const rest: string | null = isBlock ? afterComment(text, insideComment ? 0 : 2) : '';
    insideComment = rest === null;
    if (isBlock && rest) return;
    if (isBlock || text === '') continue;
    yield line;
    if (!text.startsWith('//')) return;
  }
}

/** The text after the end of a block comment, or null if it does not end in `text`. */
function afterComment(text: string, from: number): string | null {
  const close = text.indexOf('*/', from);
  return close === -1 ? null : text.slice(close + 2);
}

function* linesOf(source: string): Generator<LeadingLine> {
  const lineBreak = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 1; ; line++) {
    const found = lineBreak.exec(source);
    yield { text: source.slice(start, found?.index ?? source.length), start, line };
    if (found === null) return;
    start = lineBreak.lastIndex;
  }
}

const MAGIC_LINE = /^(\s*)(\/\/\s*(?=%%))?(%%?)([A-Za-z][\w-]*)(\?{0,2})/;

function magicOn({ text: lineText, start: lineStart, line }: LeadingLine): Magic | null {
  const match = MAGIC_LINE.exec(lineText);
  if (match === null) return null;
  const [matched, indent, slashes, percent, name, question] = match;
  const start = lineStart + indent.length;
  const nameStart = start + (slashes ?? '').length;
  const textStart = lineStart + matched.length;
  return {
    kind: percent === '%%' ? 'cell' : 'line',
    name,
    text: lineText.slice(matched.length).trimEnd(),
    isQuestion: question !== '',
    start,
    end: lineStart + lineText.length,
    nameStart,
    nameEnd: textStart - question.length,
    textStart,
    line
  };
}
