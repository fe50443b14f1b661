import type { NamePattern } from '../../base/budget';
import type { BudgetScanner } from './budgetScanner';
import { patternProblem } from './budgetPattern';

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
