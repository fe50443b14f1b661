import type { BudgetOutcome } from '../../analysis/budgets/evaluateBudgets';
import type { BudgetUnit } from '../../base/budget';
import { formatBytes, formatDuration } from '../../base/text';
import { printable } from '../../tables/printable';

/** A measured value in the unit of its budget, in natural units: `61.2 ms`, `240 MB`, `12 %`. */
export function budgetValueText(value: number, unit: BudgetUnit): string {
  switch (unit) {
    case 'nanoseconds':
      return formatDuration(value);
    case 'bytes':
      return formatBytes(value);
    case 'percent':
      return `${rounded(value)} %`;
    case 'count':
      return rounded(value);
  }
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Digits that show a difference from the limit where the usual ones do not. */
const EXACT_DIGITS = 12;

/** The measured value: `61.2 ms`, or why there is none. One line, whatever names it contains. */
export function measuredText({ budget, value, isMet, note }: BudgetOutcome): string {
  const { unit, limit } = budget;
  if (value === null) return printable(note);
  const text = budgetValueText(value, unit);
  const hidesMiss = !isMet && value !== limit && text === budgetValueText(limit, unit);
  const shown = hidesMiss ? `${text} (${exactText(value, unit)})` : text;
  return note === '' ? shown : `${shown} (${printable(note)})`;
}

const BASE_UNITS: Readonly<Record<BudgetUnit, string>> = {
  nanoseconds: ' ns',
  bytes: ' B',
  percent: ' %',
  count: ''
};

function exactText(value: number, unit: BudgetUnit): string {
  return `${Number(value.toPrecision(EXACT_DIGITS))}${BASE_UNITS[unit]}`;
}

/** A line for one budget: `✗ total(parse) < 50ms: 61.2 ms`. */
export function budgetLine(outcome: BudgetOutcome): string {
  const mark = outcome.isMet ? '✓' : '✗';
  return `${mark} ${printable(outcome.budget.text)}: ${measuredText(outcome)}`;
}

/** A message about missed budgets in one line; empty if all are met. */
export function missedBudgetsText(outcomes: readonly BudgetOutcome[]): string {
  const missed = outcomes.filter(({ isMet }) => !isMet);
  if (missed.length === 0) return '';
  const list = missed.map(
    outcome => `${printable(outcome.budget.text)} was not met: ${measuredText(outcome)}`
  );
  return list.join('; ');
}
