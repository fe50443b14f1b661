import { plural } from '../base/text';
import { type Check, type CheckStatus, type CheckedRun, countChecks } from './check';
import { printable } from '../tables/printable';

/** The mark of each status in text; {@link STATUS_WORDS} has the same in words. */
export const STATUS_MARKS: Readonly<Record<CheckStatus, string>> = {
  passed: '✓',
  failed: '✗',
  skipped: '–'
};

export const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  passed: 'met',
  failed: 'missed',
  skipped: 'skipped'
};

/** A check in one line, for people. */
export function checkLine({ title, status, detail }: Check): string {
  const found = detail === '' ? '' : `: ${printable(detail)}`;
  return `${STATUS_MARKS[status]} ${printable(title)}${found}`;
}

/** A summary of all checks: `5 checks: 3 met, 2 missed`. */
export function checkSummary(runs: readonly CheckedRun[]): string {
  const statuses: readonly CheckStatus[] = ['passed', 'failed', 'skipped'];
  const parts = statuses
    .map(status => ({ count: countChecks(runs, status), word: STATUS_WORDS[status] }))
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${count} ${word}`);
  return `${plural(countChecks(runs), 'check')}: ${parts.join(', ')}`;
}
