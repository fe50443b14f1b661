import { type Budget, compares } from '../../base/budget';
import type { BudgetSubject, Measured } from './budgetSubject';
import { memoryFigure } from './memoryFigure';
import { runFigure } from './runFigure';
import { sliceFigure } from './sliceFigure';

/** A budget and its measured value. */
export interface BudgetOutcome {
  readonly budget: Budget;
  readonly isMet: boolean;
  /** In the unit of the budget; null when there is nothing to measure. */
  readonly value: number | null;
  /** Why there is no value, or a remark about it; empty for none. */
  readonly note: string;
}

/**
 * Holds a profile to budgets, in their order. One on something that was not recorded is missed, upper
 * bounds included, since nothing was measured; the exception is a count that may be nothing but 0, where
 * all names are known.
 */
export function evaluateBudgets(
  subject: BudgetSubject,
  budgets: readonly Budget[]
): BudgetOutcome[] {
  return budgets.map(budget => {
    const figure = measure(subject, budget);
    const { value, note } = figure;
    if (value === null && figure.isNone === true && allowsNoneOnly(budget)) {
      return { budget, isMet: true, value: 0, note: '' };
    }
    const isMet = value !== null && compares(value, budget.comparison, budget.limit);
    return { budget, isMet, value, note };
  });
}

function measure(subject: BudgetSubject, { quantity, unit }: Budget): Measured {
  switch (quantity.of) {
    case 'slices':
      return sliceFigure(subject, quantity.statistic, quantity.names);
    case 'memory':
      return memoryFigure(subject, quantity.statistic, quantity.pool);
    case 'run':
      return runFigure(subject, quantity.statistic, unit);
  }
}

/** Budgets like `count(x) == 0` and `count(x) < 1`, which require that nothing is there. */
function allowsNoneOnly({ quantity, comparison, limit }: Budget): boolean {
  const isCount = quantity.of === 'slices' && quantity.statistic === 'count';
  const allows = (count: number): boolean => compares(count, comparison, limit);
  return isCount && comparison !== '>=' && comparison !== '>' && allows(0) && !allows(1);
}
