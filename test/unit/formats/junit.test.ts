import { describe, expect, it } from 'vitest';
import { junitXml } from '../../../src/formats/junit';
import type { CheckedRun } from '../../../src/report/check';

// @vitest-environment jsdom
const runs: readonly CheckedRun[] = [
  {
    title: 'train.kscope',
    seconds: 1.25,
    checks: [
      { title: 'wall < 2s', status: 'passed', detail: '1.25 s', seconds: 1.25 },
      { title: 'total(a) < 1ms', status: 'failed', detail: '2.00 ms', seconds: 0.002 },
      { title: 'no regression', status: 'skipped', detail: 'no such profile', seconds: 0 }
    ]
  },
  {
    title: 'hostile "<&>\' \u0000\u001b[31m \ud800 ]]>',
    seconds: 0,
    checks: [
      { title: 'total(<a & "b">\u0007) < 1ms', status: 'failed', detail: '<x>\u202e', seconds: NaN }
    ]
  }
];

function parsed(): Document {
  const document = new DOMParser().parseFromString(junitXml(runs), 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}

const attributes = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

describe('a report in the XML of JUnit', () => {
  it('has a suite for each profile and a case for each check, counted and timed', () => {
    const document = parsed();
    expect(attributes(document.documentElement)).toEqual({
      name: 'kernelscope',
      tests: '4',
      failures: '2',
      errors: '0',
      skipped: '1',
      time: '1.250'
    });
    const [first] = document.querySelectorAll('testsuites > testsuite');
    expect(attributes(first)).toMatchObject({ name: 'train.kscope', tests: '3', failures: '1' });
    const cases = [...first.querySelectorAll('testcase')].map(attributes);
    expect(cases).toEqual([
      { classname: 'train.kscope', name: 'wall < 2s', time: '1.250' },
      { classname: 'train.kscope', name: 'total(a) < 1ms', time: '0.002' },
      { classname: 'train.kscope', name: 'no regression', time: '0.000' }
    ]);
  });

  it('says what was found, of failures and skipped checks as readers expect it', () => {
    const document = parsed();
    expect(document.querySelector('system-out')!.textContent).toBe('1.25 s');
    const failure = document.querySelector('failure')!;
    expect(failure.getAttribute('message')).toBe('2.00 ms');
    expect(failure.textContent).toBe('2.00 ms');
    expect(document.querySelector('skipped')!.getAttribute('message')).toBe('no such profile');
  });

  it('is well-formed whatever is in names, and shows them as they are', () => {
    const [, suite] = parsed().querySelectorAll('testsuite');
    expect(suite.getAttribute('name')).toBe('hostile "<&>\' \ufffd\ufffd[31m \ufffd ]]>');
    const [only] = suite.querySelectorAll('testcase');
    expect(only.getAttribute('name')).toBe('total(<a & "b">\ufffd) < 1ms');
    expect(only.getAttribute('time')).toBe('0.000');
  });

  it('shows short times in full, without exponents', () => {
    const check = { title: 'x', status: 'passed', detail: '', seconds: 1.5e-8 } as const;
    const xml = junitXml([{ title: 'a', seconds: 1e-9, checks: [check] }]);
    expect(xml).toContain('time="0.000000015"></testcase>');
    expect(xml).toContain('time="0.000000001"');
  });
});
