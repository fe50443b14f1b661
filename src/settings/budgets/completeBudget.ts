import type { BudgetUnit } from '../../base/budget';
import {
  MEMORY_POOLS,
  MEMORY_STATISTICS,
  RUN_STATISTICS,
  SLICE_STATISTICS,
  unitsOf
} from './budgetQuantities';
import { UNIT_WORDS } from './budgetUnits';
import { COMPARISONS } from './readLimit';

/** Words that fit at the end of an expression. */
export interface BudgetCompletion {
  /** The start of the word that they replace. */
  readonly start: number;
  readonly matches: readonly string[];
}

/** Functions as they are completed: with the parenthesis that follows them. */
const FIRST_WORDS: readonly string[] = [
  ...[...SLICE_STATISTICS, ...MEMORY_STATISTICS].map(word => `${word}(`),
  ...RUN_STATISTICS
];

const POOL = /^\s*(?:peak|end)\(\s*(\w*)$/;
const COMPARED = /^\s*(?:(peak|end|count)\(.*\)|\w+\(.*\)|(wall|cpu|gpuIdle))\s*([<>=]*)$/;
const LIMIT =
  /^\s*(?:(peak|end|count)\(.*\)|\w+\(.*\)|(wall|cpu|gpuIdle))\s*[<>=]+\s*[\d_.]+\s*(\D*)$/;

/** The completions at the end of `text`, the beginning of an expression. */
export function completeBudget(text: string): BudgetCompletion {
  const budget = text.slice(text.lastIndexOf(';') + 1);
  const [, pool] = POOL.exec(budget) ?? [];
  if (pool !== undefined) {
    return ending(
      text,
      pool,
      MEMORY_POOLS.map(one => `${one})`)
    );
  }
  const [, , , comparison] = COMPARED.exec(budget) ?? [];
  if (comparison !== undefined) return ending(text, comparison, COMPARISONS);
  const [, func = '', figure = '', unit] = LIMIT.exec(budget) ?? [];
  if (unit !== undefined) return ending(text, unit, unitWords(func, figure));
  const first = budget.trimStart();
  return ending(text, first, FIRST_WORDS);
}

function ending(text: string, typed: string, words: readonly string[]): BudgetCompletion {
  const matches = words.filter(word => word.startsWith(typed));
  return { start: text.length - typed.length, matches };
}

function unitWords(func: string, figure: string): string[] {
  return unitsAfter(func, figure).flatMap(unit => UNIT_WORDS[unit]);
}

function unitsAfter(func: string, figure: string): readonly BudgetUnit[] {
  if (func === 'count') return ['count'];
  if (func !== '') return ['bytes'];
  const statistic = RUN_STATISTICS.find(one => one === figure);
  return statistic === undefined ? ['nanoseconds'] : unitsOf({ of: 'run', statistic });
}
