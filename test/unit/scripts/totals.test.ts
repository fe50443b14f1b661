import { describe, expect, it } from 'vitest';
import { reportTotals } from '../../../scripts/steps/totals.mjs';
import { countsOf } from '../../../scripts/steps/vitestRun.mjs';

const result = (name: string, passed: number, failed: number) => ({
  name,
  passed,
  failed,
  skipped: 0
});

describe('reportTotals', () => {
  it('ends with the sums over all runners and succeeds when nothing failed', () => {
    const lines: string[] = [];
    const exitCode = reportTotals([result('unit', 3, 0), result('ui', 2, 0)], line =>
      lines.push(line)
    );
    expect(lines.at(-1)).toBe('5 passed, 0 failed');
    expect(exitCode).toBe(0);
  });

  it('fails when one runner failed', () => {
    expect(reportTotals([result('unit', 3, 0), result('ui', 2, 1)], () => undefined)).toBe(1);
  });
});

describe('countsOf', () => {
  it('reads the counts of a report', () => {
    const report = { numPassedTests: 4, numFailedTests: 2, numPendingTests: 1, numTodoTests: 0 };
    expect(countsOf(report, 1)).toEqual({ passed: 4, failed: 2, skipped: 1 });
  });

  it('leaves tests of the night out of the skipped ones', () => {
    const assertionResults = [
      { status: 'passed', tags: ['night'] },
      { status: 'skipped', tags: ['night'] },
      { status: 'skipped', tags: [] }
    ];
    const report = { numPassedTests: 1, numPendingTests: 2, testResults: [{ assertionResults }] };
    expect(countsOf(report, 0)).toEqual({ passed: 1, failed: 0, skipped: 1 });
  });

  it.each([
    ['a run without a report', undefined, 1],
    ['a run that executed no test', { numPassedTests: 0, numFailedTests: 0 }, 0],
    ['a run that broke outside its tests', { numPassedTests: 4, numFailedTests: 0 }, 1]
  ])('counts %s as a failure', (_, report, exitCode) => {
    expect(countsOf(report, exitCode).failed).toBe(1);
  });

  it('takes no test for a failure only where there may be none', () => {
    expect(countsOf(undefined, 0, true)).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(countsOf(undefined, 1, true).failed).toBe(1);
  });
});
