import type { BudgetComparison, BudgetQuantity, BudgetUnit } from '../../base/budget';
import { joinWords, didYouMean } from '../../base/text';
import { unitsOf } from './budgetQuantities';
import type { BudgetScanner } from './budgetScanner';
import { LIMIT_UNITS, UNIT_NOUNS, UNIT_WORDS } from './budgetUnits';

/** Every comparison. */
export const COMPARISONS: readonly BudgetComparison[] = ['<', '<=', '>', '>=', '=='];

/** Comparison operators from other languages, with their meaning here. */
const MEANT: Readonly<Record<string, BudgetComparison>> = {
  '=': '==',
  '===': '==',
  '=<': '<=',
  '=>': '>=',
  '≤': '<=',
  '≥': '>=',
  '<<': '<',
  '>>': '>'
};

/** @throws BudgetSyntaxError */
export function readComparison(scanner: BudgetScanner): BudgetComparison {
  scanner.skipBlanks();
  const { at } = scanner;
  const written = scanner.take(/[<>=!≤≥≠~]+/y);
  const comparison = COMPARISONS.find(one => one === written);
  if (comparison !== undefined) return comparison;
  const all = joinWords(COMPARISONS);
  if (written === '') throw scanner.error(`Write a comparison here: ${all}.`, at, at + 1);
  const meant = MEANT[written] as BudgetComparison | undefined;
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw scanner.error(`There is no comparison ${written}.${hint} Write ${all}.`, at);
}

/** A limit: a number and its unit. */
export interface Limit {
  readonly limit: number;
  readonly unit: BudgetUnit;
}

/** Reads a number and a unit that fits `quantity`. @throws BudgetSyntaxError */
export function readLimit(scanner: BudgetScanner, quantity: BudgetQuantity, what: string): Limit {
  scanner.skipBlanks();
  const start = scanner.at;
  const written = scanner.take(/-?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y);
  if (written === '') throw scanner.error('Write a number here.', start, start + 1);
  const value = Number(written.replaceAll('_', ''));
  if (written.startsWith('-')) throw scanner.error('A limit must not be negative.', start);
  if (!Number.isFinite(value)) throw scanner.error('This number is too large.', start);
  const numberEnd = scanner.at;
  scanner.skipBlanks();
  const unitStart = scanner.at;
  const word = scanner.take(/%|[A-Za-zµμ]+/y);
  const allowed = unitsOf(quantity);
  if (word === '') {
    if (allowed.includes('count')) return { limit: value, unit: 'count' };
    scanner.moveTo(numberEnd);
    throw scanner.error(
      `${what} is ${nounsOf(allowed)}: write a unit, ${wordsOf(allowed)}.`,
      start
    );
  }
  const { unit, size } = unitNamed(scanner, word, unitStart, allowed);
  if (allowed.includes(unit)) return { limit: value * size, unit };
  const right = allowed.includes('count') ? 'it has no unit' : `its unit is ${wordsOf(allowed)}`;
  throw scanner.error(`${what} is ${nounsOf(allowed)}: ${right}, not ${word}.`, unitStart);
}

function unitNamed(
  scanner: BudgetScanner,
  word: string,
  start: number,
  allowed: readonly BudgetUnit[]
): { readonly unit: BudgetUnit; readonly size: number } {
  const known = LIMIT_UNITS.find(one => one.word === word);
  if (known !== undefined) return known;
  const fitting = LIMIT_UNITS.filter(({ unit }) => allowed.includes(unit));
  const hint = didYouMean(
    word,
    fitting.map(one => one.word)
  );
  const right = allowed.includes('count')
    ? 'A count has no unit.'
    : `Units are ${wordsOf(allowed)}.`;
  throw scanner.error(`There is no unit ${word}.${hint} ${right}`, start);
}

function nounsOf(units: readonly BudgetUnit[]): string {
  return joinWords(units.map(unit => UNIT_NOUNS[unit]));
}

function wordsOf(units: readonly BudgetUnit[]): string {
  return joinWords(units.flatMap(unit => UNIT_WORDS[unit]));
}
