import { evaluateBudgets } from 'kernelscope/analysis';
import type { FinishedProfile } from 'kernelscope/host';
import { profileSubject } from 'kernelscope/host';
import type { ProfileOptions } from 'kernelscope/settings';
import { budgetLine, missedBudgetsText } from 'kernelscope/report';
import type { CellOutcome } from '../cells/cellRun';
import type { MagicSession } from './magicSession';
import { showText } from './showProfile';

/**
 * Checks the profile of a successful cell against its budgets. Budgets that are met are listed below
 * the profile, unless the cell is quiet; a missed one is an error of the cell, which keeps everything
 * it has done.
 *
 * @returns the failure of the cell: the missed budgets and, if there is one, `earlier`; null for none
 */
export function checkBudgets(
  { display }: MagicSession,
  profile: FinishedProfile,
  { budgets, quiet }: ProfileOptions,
  earlier: CellOutcome | null
): CellOutcome | null {
  if (budgets.length === 0) return earlier;
  const outcomes = evaluateBudgets(profileSubject(profile), budgets);
  const lines = outcomes.map(budgetLine);
  if (outcomes.every(({ isMet }) => isMet)) {
    if (!quiet) showText(display, lines.join('\n'));
    return earlier;
  }
  const ename = 'BudgetError';
  const evalue = missedBudgetsText(outcomes);
  const missed = outcomes.filter(({ isMet }) => !isMet).length;
  const head = `${ename}: ${missed} of ${outcomes.length} budgets missed`;
  const unwritten = earlier?.status === 'error' ? earlier.failure.traceback : [];
  const traceback = [head, ...lines, ...unwritten];
  return { status: 'error', failure: { ename, evalue, traceback } };
}
