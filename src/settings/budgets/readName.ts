import type { NamePattern } from '../../base/budget';
import type { BudgetScanner } from './budgetScanner';

/**
 * Reads `(NAME)` or `(/re/flags)`: a bare name reaches up to the parenthesis that closes, those inside
 * it being balanced; one in quotes may hold any text.
 *
 * @throws BudgetSyntaxError
 */
export function readName(scanner: BudgetScanner): NamePattern {
  const open = readOpen(scanner, 'NAME');
  if (scanner.next === '/') return readPattern(scanner, open);
  const name = /["']/.test(scanner.next) ? readQuoted(scanner, open) : readBare(scanner, open);
  return { is: 'name', name };
}

/** Reads `(word)`, and says where the word stands. @throws BudgetSyntaxError */
export function readWord(
  scanner: BudgetScanner,
  form: string
): { readonly word: string; readonly start: number } {
  const open = readOpen(scanner, form);
  return { start: scanner.at, word: readBare(scanner, open) };
}

/** Advances over a parenthesis and blanks; returns the offset of the parenthesis. */
function readOpen(scanner: BudgetScanner, form: string): number {
  scanner.skipBlanks();
  const open = scanner.at;
  if (scanner.take(/\(/y) === '') throw scanner.error(`Write (${form}) here.`, open, open + 1);
  scanner.skipBlanks();
  return open;
}

function readBare(scanner: BudgetScanner, open: number): string {
  const { text, at } = scanner;
  let depth = 1;
  let end = at;
  for (; end < text.length; end++) {
    if (text[end] === '(') depth++;
    else if (text[end] === ')') depth--;
    if (depth === 0) break;
  }
  if (depth > 0) throw unclosed(scanner, open);
  const name = text.slice(at, end).trim();
  if (name === '') throw scanner.error('Write a name in the parentheses.', open, end + 1);
  scanner.moveTo(end + 1);
  return name;
}

function readQuoted(scanner: BudgetScanner, open: number): string {
  const start = scanner.at;
  const quoted = scanner.take(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y);
  if (quoted === '') throw scanner.error('A quote is not closed.', start, start + 1);
  readClose(scanner, open);
  return quoted.slice(1, -1).replace(/\\([^])/g, '$1');
}

function readPattern(scanner: BudgetScanner, open: number): NamePattern {
  const start = scanner.at;
  const written = scanner.take(/\/(?:[^/\\[]|\\[^]|\[(?:[^\]\\]|\\[^])*\])+\//y);
  if (written === '') {
    const hint = 'A regular expression is not closed; a name that begins with / goes in quotes.';
    throw scanner.error(hint, start, start + 1);
  }
  const flags = scanner.take(/[A-Za-z]*/y);
  const source = written.slice(1, -1);
  const problem = patternProblem(source, flags);
  if (problem !== null) throw scanner.error(problem, start);
  readClose(scanner, open);
  return { is: 'pattern', pattern: new RegExp(source, flags) };
}

function readClose(scanner: BudgetScanner, open: number): void {
  scanner.skipBlanks();
  const { at } = scanner;
  if (scanner.isAtEnd) throw unclosed(scanner, open);
  if (scanner.take(/\)/y) === '') throw scanner.error('Write ) here.', at, at + 1);
}

function unclosed(scanner: BudgetScanner, open: number): Error {
  return scanner.error('A parenthesis is not closed.', open, open + 1);
}

/** Repetitions without an upper bound that a pattern may have. */
const MOST_REPETITIONS = 3;

/** Why `source` is not a usable regular expression for names, or null if it is one. */
function patternProblem(source: string, flags: string): string | null {
  if (!/^[imsu]*$/.test(flags)) return 'Flags of a regular expression are i, m, s and u.';
  try {
    new RegExp(source, flags);
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'This is not a regular expression.';
  }
  return slowness(source);
}

/** A group being parsed: the whole pattern, or the content of parentheses. */
interface Group {
  /** Matches texts of several lengths, or one text in several ways. */
  isVariable: boolean;
}

/**
 * Why matching could take too long. Time that is exponential in the length of a name needs a repeated
 * group that matches in several ways, such as `(a+)+` or `(a|a)*`: all of these are refused. The rest
 * takes polynomial time, whose degree is the number of repetitions.
 */
function slowness(source: string): string | null {
  const open: Group[] = [{ isVariable: false }];
  let repetitions = 0;
  for (const { element, quantifier } of piecesOf(source)) {
    const closed = element === ')' ? open.pop() : undefined;
    const isOfSeveral = closed?.isVariable === true;
    if (isOfSeveral && quantifier !== '' && quantifier !== '?') return NESTED;
    if (isUnbounded(quantifier)) repetitions++;
    const group = open[open.length - 1];
    group.isVariable ||= isOfSeveral || quantifier !== '' || element === '|';
    if (element.startsWith('(')) open.push({ isVariable: false });
  }
  return repetitions > MOST_REPETITIONS ? TOO_MANY : null;
}

const NESTED =
  'This could take very long: a group that is repeated may hold no |, ?, *, + and no {…}.';
const TOO_MANY = `This could take very long: write at most ${MOST_REPETITIONS} of *, + and {n,}.`;

interface Piece {
  /** A character, an escape, a class, a parenthesis or a bar. */
  readonly element: string;
  /** The quantifier after it; empty for once. */
  readonly quantifier: string;
}

const ELEMENT = /\\[^]|\[(?:[^\]\\]|\\[^])*\]|\((?:\?(?::|<?[=!]|<[^>]*>))?|[^]/y;
const QUANTIFIER = /[*+?]|\{\d+(?:,\d*)?\}/y;

/** The pieces of a regular expression, which is a valid one, in order. */
function* piecesOf(source: string): Generator<Piece> {
  for (let at = 0; at < source.length;) {
    const element = textAt(ELEMENT, source, at);
    at += element.length;
    const isOpen = element.startsWith('(') || element === '|';
    const quantifier = isOpen ? '' : textAt(QUANTIFIER, source, at);
    at += quantifier.length;
    yield { element, quantifier };
  }
}

function textAt(pattern: RegExp, source: string, at: number): string {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(source)?.[0] ?? '';
}

/** A bound as high as a name is long is none. */
function isUnbounded(quantifier: string): boolean {
  if (quantifier === '*' || quantifier === '+') return true;
  const [, least = '0', most = least] = /^\{(\d+),?(\d*)\}$/.exec(quantifier) ?? [];
  return quantifier.startsWith('{') && (quantifier.endsWith(',}') || Number(most || least) > 16);
}
