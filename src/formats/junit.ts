import { type Check, type CheckedRun, countChecks } from '../report/check';
import { type Markup, NO_MARKUP, markup } from './shared/text/markup';

/**
 * The checks in JUnit's XML, as readers of CI systems take it: a suite for each profile, with its wall
 * time; a case for each check, with the time that was measured. What could not be read as XML in names
 * is replaced.
 */
export function junitXml(runs: readonly CheckedRun[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const root = markup`<testsuites name="kernelscope" ${counts(runs, seconds)}>${runs.map(suite)}
</testsuites>`;
  return `${head}\n${root.text}\n`;
}

function suite(run: CheckedRun): Markup {
  const { title, seconds, checks } = run;
  const cases = checks.map(check => testCase(title, check));
  return markup`
  <testsuite name="${title}" ${counts([run], seconds)}>${cases}
  </testsuite>`;
}

function counts(runs: readonly CheckedRun[], seconds: number): Markup {
  const [all, failed, skipped] = [
    countChecks(runs),
    countChecks(runs, 'failed'),
    countChecks(runs, 'skipped')
  ];
  return markup`tests="${all}" failures="${failed}" errors="0" skipped="${skipped}" time="${secondsText(seconds)}"`;
}

function testCase(suiteTitle: string, { title, status, detail, seconds }: Check): Markup {
  return markup`
    <testcase classname="${suiteTitle}" name="${title}" time="${secondsText(seconds)}">${result(status, detail)}</testcase>`;
}

function result(status: Check['status'], detail: string): Markup {
  switch (status) {
    case 'passed':
      return detail === '' ? NO_MARKUP : markup`<system-out>${detail}</system-out>`;
    case 'failed':
      return markup`<failure message="${detail}" type="missed">${detail}</failure>`;
    case 'skipped':
      return markup`<skipped message="${detail}"/>`;
  }
}

/** Readers take decimals, no exponents. */
function secondsText(seconds: number): string {
  return Number.isFinite(seconds) ? seconds.toFixed(9).replace(/(\.\d{3,}?)0+$/, '$1') : '0.000';
}
