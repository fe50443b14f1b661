import type { Budget } from '../../base/budget';
import { BudgetSyntaxError } from '../budgets/budgetSyntaxError';
import { parseBudgets } from '../budgets/parseBudgets';
import type { MagicRange } from './magicErrors';
import type { ParseContext } from './parseContext';
import type { WrittenValue } from './parseValue';
import type { Word } from './splitWords';

/** @throws OptionValueError that shows the place in the expression, unless `text` is budgets */
export function parseBudgetsOption(
  { option, text }: WrittenValue,
  word: Word,
  context: ParseContext
): Budget[] {
  try {
    return parseBudgets(text);
  } catch (error) {
    if (!(error instanceof BudgetSyntaxError)) throw error;
    const isCutOff = !word.quoted && error.range.start >= text.length;
    const hint = isCutOff ? ' Put an expression with spaces in quotes.' : '';
    const [, ...place] = error.message.split('\n');
    const message = [`${option}: ${error.problem}${hint}`, ...place].join('\n');
    throw context.badValue(message, rangeWithin(word, error.range));
  }
}

/** The place in the cell; the whole word if it contains escapes. */
function rangeWithin({ text, start, end, quoted }: Word, range: MagicRange): MagicRange {
  const quotes = quoted ? 2 : 0;
  if (end - start !== text.length + quotes) return { start, end };
  const from = start + quotes / 2;
  return { start: from + range.start, end: from + range.end };
}
