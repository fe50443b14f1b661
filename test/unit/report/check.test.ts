import { describe, expect, it } from 'vitest';
import type { BudgetOutcome } from '../../../src/analysis/budgets/evaluateBudgets';
import { parseBudgets } from '../../../src/settings/budgets/parseBudgets';
import {
  budgetLine,
  budgetValueText,
  measuredText,
  missedBudgetsText
} from '../../../src/report/text/budgetText';
import {
  type Check,
  type CheckedRun,
  budgetCheck,
  checkMarkdown,
  checkLine,
  checkSummary
} from '../../../src/report/check';

function outcome(text: string, value: number | null, more: Partial<BudgetOutcome> = {}) {
  return { budget: parseBudgets(text)[0], isMet: false, value, note: '', ...more };
}

describe('what was measured', () => {
  it.each([
    ['wall < 1s', 1.234e9, '1.23 s'],
    ['peak(heap) < 1MB', 2.5e6, '2.50 MB'],
    ['gpuIdle < 3%', 100 / 3, '33.33 %'],
    ['count(x) == 1', 2.5, '2.5']
  ])('of %s is in natural units', (text, value, expected) => {
    expect(measuredText(outcome(text, value))).toBe(expected);
  });

  it('is exact where rounding would hide why a budget is missed', () => {
    expect(measuredText(outcome('wall < 50ms', 50_000_400))).toBe('50.0 ms (50000400 ns)');
    expect(measuredText(outcome('wall < 50ms', 50e6))).toBe('50.0 ms');
    expect(measuredText(outcome('cpu < 30%', 30.000001))).toBe('30 % (30.000001 %)');
  });

  it('is told on one line, with what to know of it', () => {
    const missed = outcome('total(a\tb) < 1ms', null, { note: 'no slice is named a\tb' });
    const met = outcome('wall < 1s', 5e6, { isMet: true, note: 'mean of 8 runs' });
    expect(budgetLine(missed)).toBe('✗ total(a\\u0009b) < 1ms: no slice is named a\\u0009b');
    expect(budgetLine(met)).toBe('✓ wall < 1s: 5.00 ms (mean of 8 runs)');
    expect(missedBudgetsText([missed, met])).toMatch(/^total\(a.* was not met: no slice is named/);
    expect(missedBudgetsText([met])).toBe('');
    expect(budgetValueText(120, 'nanoseconds')).toBe('120 ns');
  });

  it('makes a check, with its time where it is one', () => {
    expect(budgetCheck(outcome('wall < 1s', 5e9))).toEqual({
      title: 'wall < 1s',
      status: 'failed',
      detail: '5.00 s',
      seconds: 5
    });
    expect(budgetCheck(outcome('peak(rss) < 1GB', 5e9)).seconds).toBe(0);
  });
});

const check = (title: string, status: Check['status'], detail = ''): Check => ({
  title,
  status,
  detail,
  seconds: 0
});

const runs: readonly CheckedRun[] = [
  {
    title: 'a|b.kscope',
    seconds: 1,
    checks: [
      check('total(a|b) < 1ms', 'failed', '2 ms\n## no heading'),
      check('wall < 1s', 'passed', '`x` <b> @someone https://example.com'),
      check('total(/a\\|`/) < 1', 'skipped', 'none')
    ]
  }
];

describe('a report of checks', () => {
  it('is a line for each in text', () => {
    expect(runs[0].checks.map(checkLine)).toEqual([
      '✗ total(a|b) < 1ms: 2 ms\\u000a## no heading',
      '✓ wall < 1s: `x` <b> @someone https://example.com',
      '– total(/a\\|`/) < 1: none'
    ]);
    expect(checkSummary(runs)).toBe('3 checks: 1 met, 1 missed, 1 skipped');
  });

  it('is a table for each profile in Markdown, in which no text is markup', () => {
    expect(checkMarkdown(runs).split('\n')).toEqual([
      '## Performance',
      '',
      '3 checks: 1 met, 1 missed, 1 skipped',
      '',
      '### a\\|b.kscope',
      '',
      '| Result | Check | Found |',
      '| --- | --- | --- |',
      '| ✗ missed | `total(a\\|b) < 1ms` | 2 ms\\\\u000a## no heading |',
      '| ✓ met | `wall < 1s` | \\`x\\` &lt;b&gt; &#64;someone https&#58;//example.com |',
      '| – skipped | total(/a\\\\\\|\\`/) &lt; 1 | none |',
      ''
    ]);
  });
});
