import { expect, it, test } from 'vitest';
import { profileFindings } from '../../../src/analysis/findings/findings';
import { validateProfile } from '../../../src/model/validate/validate';
import { type DeoptRow, OSR_REASON, deoptMeaning } from '../../../src/facts/deopts';
import type { Profile } from '../../../src/model/profile/profile';
import { explainMarkdown } from '../../../src/report/findings/findingsReport';
import { findingText } from '../../../src/report/findings/findingSentence';
import { factTables, plainForm, tablesText } from '../../../src/report/profileTables';
import { profileHtml } from '../../../src/formats/html/write';
import { decodeKscope } from '../../../src/formats/kscope/read';
import { encodeKscope } from '../../../src/formats/kscope/write';
import { overviewProfile, storedBundle } from '../../support/storedBundle';
import { deoptProfile } from '../../support/deoptProfile';

const ROW: DeoptRow = {
  ...{ function: 'area', file: 'shapes.ts', line: 3, kind: 'eager', reason: 'wrong map' },
  ...{ count: 5, firstNs: 1e6, lastNs: 9e6 }
};
const textOf = (profile: Profile, top: number): string =>
  tablesText(factTables(profile, 'code', plainForm(top)));
const findingsOf = (profile: Profile) =>
  profileFindings(profile).findings.filter(({ kind }) => kind === 'deopts');

it('the table has counts, times, places and reasons, with their meaning', () => {
  const unlined = { ...ROW, line: 0, count: 1, reason: 'new' };
  const table = textOf(deoptProfile([ROW, unlined], 7), 0);
  expect(table.split('\n').slice(3)).toEqual([
    'Count  First (ms)  Last (ms)  Function  Line  Kind  Reason  Meaning',
    '-----  ----------  ---------  -------------------------------------',
    '    5         1.0        9.0  area  shapes.ts:3  eager  wrong map  an object had a shape that V8 had not seen there before',
    '    1         1.0        9.0  area  shapes.ts  eager  new',
    '7 more at other places, for which the profile has no room.',
    ''
  ]);
  expect(textOf(deoptProfile([ROW, ROW]), 1)).toContain('1 more not shown');
});

it('that V8 kept all code is a sentence, and nothing is where it was not asked', () => {
  const profile = deoptProfile([]);
  const meta = { ...profile.meta, deopts: undefined };
  expect(textOf(profile, 0)).toBe('\nV8 kept all optimized code.\n');
  expect(textOf({ ...profile, meta }, 0)).toBe('');
});

it('a finding names the line of the user at which most happened', () => {
  const library = { ...ROW, file: 'node_modules/a/a.js', count: 90 };
  const osr = { ...ROW, reason: OSR_REASON, count: 80 };
  const runtime = { ...ROW, file: 'node:path', count: 70 };
  const profile = deoptProfile([library, osr, runtime, { ...ROW, count: 12 }, ROW]);
  const [finding] = findingsOf(profile);
  expect(findingText(finding)).toBe(
    'V8 gave up optimized code of `area()` 12 times at shapes.ts:3, for the reason `wrong map` ' +
      '(an object had a shape that V8 had not seen there before). This is a hint: its cost is not known.'
  );
  expect(finding).toMatchObject({
    share: null,
    target: { view: 'source', selection: { type: 'line', file: 'shapes.ts', line: 3 } }
  });
  const name = 'shapes.ts';
  const markdown = explainMarkdown({
    ...{ name, wallNs: 1e9, shares: null, notes: [], options: {} },
    findings: [finding]
  });
  expect(markdown).toContain('`--repeat 10`');
});

it('fewer than five are no finding', () => {
  expect(findingsOf(deoptProfile([{ ...ROW, count: 4 }]))).toEqual([]);
});

test.each([
  ['not a Smi', 'a value was not a small integer'],
  ['Insufficient type feedback for call', 'code ran that had not run before'],
  ['constructor', ''],
  ['something new', '']
])('the reason %s means: %s', (reason, meaning) => {
  expect(deoptMeaning(reason)).toBe(meaning);
});

it('text of V8 never becomes markup', () => {
  const reason = '<img src=x onerror=alert(1)>';
  const html = profileHtml(deoptProfile([{ ...ROW, reason, function: reason, file: reason }]));
  expect(html).toContain('Deoptimizations, times in milliseconds');
  expect(html).not.toContain('<img src=x');
});

it('a saved file and a notebook have the same deoptimizations', () => {
  const profile = deoptProfile([ROW], 2);
  expect(overviewProfile(storedBundle(profile)).meta.deopts).toEqual({ rows: [ROW], more: 2 });
  const read = decodeKscope(encodeKscope(profile));
  expect(read.meta.deopts).toEqual({ rows: [ROW], more: 2 });
  expect(() => validateProfile(read)).not.toThrow();
});
