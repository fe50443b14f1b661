import type { BudgetOutcome } from '../analysis/budgets/evaluateBudgets';
import type { ComparedTimes, Regression } from '../analysis/budgets/regressions';
import { formatDuration, plural } from '../base/text';
import { NS_PER_S } from '../base/time';
import { measuredText } from './text/budgetText';
import { printable } from '../tables/printable';

type CheckStatus = 'passed' | 'failed' | 'skipped';

/** One thing that was checked. */
export interface Check {
  /** The requirement: `total(parse) < 50ms`. */
  readonly title: string;
  readonly status: CheckStatus;
  /** The finding; empty if there is nothing more to say. */
  readonly detail: string;
  /** The time that was measured, or 0 for anything else. */
  readonly seconds: number;
}

/** A profile, or what should have been one, with its checks. */
export interface CheckedRun {
  readonly title: string;
  /** Wall time. */
  readonly seconds: number;
  readonly checks: readonly Check[];
}

export function countChecks(runs: readonly CheckedRun[], status?: CheckStatus): number {
  const checks = runs.flatMap(run => run.checks);
  return checks.filter(check => status === undefined || check.status === status).length;
}

/** Something that is wrong with a file or a cell. */
export function failedCheck(title: string, detail: string): Check {
  return { title, status: 'failed', detail, seconds: 0 };
}

/** Something that could not be looked at. */
export function skippedCheck(title: string, detail: string): Check {
  return { title, status: 'skipped', detail, seconds: 0 };
}

export function budgetCheck(outcome: BudgetOutcome): Check {
  const { budget, isMet, value } = outcome;
  const isTime = budget.unit === 'nanoseconds' && value !== null;
  return {
    title: budget.text,
    status: isMet ? 'passed' : 'failed',
    detail: measuredText(outcome),
    seconds: isTime ? value / NS_PER_S : 0
  };
}

/** Wording of {@link regressionChecks}. */
interface RegressionWords {
  readonly baseline: string;
  /** In per cent. */
  readonly tolerance: number;
}

/** A failed check for each regression; a passed one if there is none. */
export function regressionChecks(
  { compared, regressions, hiddenRows = 0 }: ComparedTimes,
  words: RegressionWords
): Check[] {
  if (regressions.length > 0) return regressions.map(one => regressionCheck(one, words));
  const hidden = hiddenRows > 0 ? `; the output left out ${plural(hiddenRows, 'name')}` : '';
  const detail = `${plural(compared, 'time')} compared${hidden}`;
  const title = `no regression against ${words.baseline}`;
  return [{ title, status: 'passed', detail, seconds: 0 }];
}

function regressionCheck(regression: Regression, words: RegressionWords): Check {
  const { category, name, before, after, hasIntervals } = regression;
  const growth = before > 0 ? `+${((100 * (after - before)) / before).toFixed(1)} %` : 'new';
  const bound = hasIntervals ? '95 % intervals lie apart' : `tolerance ${words.tolerance} %`;
  return {
    title: `${category === '' ? name : `${category}/${name}`} no slower than in ${words.baseline}`,
    status: 'failed',
    detail: `${formatDuration(after)}, was ${formatDuration(before)} (${growth}; ${bound})`,
    seconds: after / NS_PER_S
  };
}

/** The mark of each status in text; {@link STATUS_WORDS} has the same in words. */
const STATUS_MARKS: Readonly<Record<CheckStatus, string>> = {
  passed: '✓',
  failed: '✗',
  skipped: '–'
};

const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
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

/** The checks as GitHub-flavoured Markdown: a heading and a table for each profile. */
export function checkMarkdown(runs: readonly CheckedRun[]): string {
  const sections = runs.map(({ title, checks }) =>
    [
      `### ${escapeMarkdown(title)}`,
      '',
      '| Result | Check | Found |',
      '| --- | --- | --- |',
      ...checks.map(rowOf),
      ''
    ].join('\n')
  );
  return `## Performance\n\n${checkSummary(runs)}\n\n${sections.join('\n')}`;
}

function rowOf({ title, status, detail }: Check): string {
  const result = `${STATUS_MARKS[status]} ${STATUS_WORDS[status]}`;
  return `| ${result} | ${codeOf(title)} | ${escapeMarkdown(detail)} |`;
}

/** A title as code, where that can hold it. */
function codeOf(title: string): string {
  const text = printable(title);
  return /[\\`]/.test(text) ? escapeMarkdown(title) : `\`${text.replaceAll('|', '\\|')}\``;
}

/** Text that stays text: nothing in it makes markup, a link, a mention or a new cell. */
function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
