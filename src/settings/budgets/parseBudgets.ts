import type { Budget, BudgetQuantity } from '../../base/budget';
import { joinWords, didYouMean } from '../../base/text';
import {
  MEMORY_POOLS,
  MEMORY_STATISTICS,
  QUANTITY_WORDS,
  RUN_STATISTICS,
  SLICE_STATISTICS
} from './budgetQuantities';
import { BudgetScanner } from './budgetScanner';
import { readComparison, readLimit } from './readLimit';
import { readName, readWord } from './readName';

/** Longest text that is read, UTF-16 units. */
const MAX_TEXT = 20_000;

/**
 * Reads budgets separated by `;`, at least one.
 *
 * @throws BudgetSyntaxError that names the problem, its place, and the correct form.
 */
export function parseBudgets(text: string): Budget[] {
  const scanner = new BudgetScanner(text);
  if (text.length > MAX_TEXT) {
    throw scanner.error(`This is longer than ${MAX_TEXT} characters.`, MAX_TEXT, MAX_TEXT + 1);
  }
  const budgets: Budget[] = [];
  for (;;) {
    scanner.take(/[\s;]+/y);
    if (scanner.isAtEnd) break;
    budgets.push(parseBudget(scanner));
    scanner.skipBlanks();
    const { at, isAtEnd, next } = scanner;
    if (!isAtEnd && next !== ';') throw scanner.error('Write ; between budgets.', at, at + 1);
  }
  if (budgets.length === 0) {
    throw scanner.error('Write a budget, such as total(parse) < 50ms.', 0, text.length);
  }
  return budgets;
}

function parseBudget(scanner: BudgetScanner): Budget {
  const start = scanner.at;
  const quantity = readQuantity(scanner);
  const what = scanner.text.slice(start, scanner.at);
  const comparison = readComparison(scanner);
  const { limit, unit } = readLimit(scanner, quantity, what);
  const text = scanner.text.slice(start, scanner.at).trim();
  return { text, quantity, comparison, limit, unit };
}

function readQuantity(scanner: BudgetScanner): BudgetQuantity {
  const start = scanner.at;
  const word = scanner.take(/[A-Za-z_]\w*/y);
  const ofSlices = SLICE_STATISTICS.find(one => one === word);
  if (ofSlices) return { of: 'slices', statistic: ofSlices, names: readName(scanner) };
  const ofMemory = MEMORY_STATISTICS.find(one => one === word);
  if (ofMemory) return { of: 'memory', statistic: ofMemory, pool: readPool(scanner) };
  const ofRun = RUN_STATISTICS.find(one => one === word);
  if (ofRun === undefined) throw unknownWord(scanner, word, start);
  const end = scanner.at;
  scanner.skipBlanks();
  if (scanner.next === '(') {
    throw scanner.error(
      `${word} applies to the whole run: it takes no name.`,
      scanner.at,
      scanner.at + 1
    );
  }
  scanner.moveTo(end);
  return { of: 'run', statistic: ofRun };
}

function readPool(scanner: BudgetScanner): (typeof MEMORY_POOLS)[number] {
  const { word, start } = readWord(scanner, MEMORY_POOLS.join('|'));
  const pool = MEMORY_POOLS.find(one => one === word);
  if (pool !== undefined) return pool;
  const problem = `There is no memory ${JSON.stringify(word)}.`;
  throw scanner.error(withRight(problem, word, MEMORY_POOLS), start, start + word.length);
}

function unknownWord(scanner: BudgetScanner, word: string, start: number): Error {
  if (word === '') {
    const right = `Write what is limited here: ${joinWords(QUANTITY_WORDS)}.`;
    return scanner.error(right, start, start + 1);
  }
  return scanner.error(
    withRight(`There is no ${JSON.stringify(word)}.`, word, QUANTITY_WORDS),
    start
  );
}

function withRight(problem: string, word: string, known: readonly string[]): string {
  return `${problem}${didYouMean(word, known)} Write ${joinWords(known)}.`;
}
