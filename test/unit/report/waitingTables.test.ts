import { expect, test } from 'vitest';
import { lineCosts } from '../../../src/analysis';
import type { Profile } from '../../../src/model/profile/profile';
import { plainForm, tablesText, waitingTables } from '../../../src/report';
import { drawProfile } from '../../support/drawProfile';
import { waitingProfile } from '../../support/waitingProfile';

const profile = waitingProfile();

const textOf = (of: Profile, top: number): string => tablesText(waitingTables(of, plainForm(top)));

/** The share of self time in the row of a place. */
function shareOf(text: string, place: string): string | undefined {
  const row = text.split('\n').find(line => line.endsWith(`  ${place}`));
  return row?.trim().split(/ +/)[1];
}

test('lines that waited have the shares of the source view, none above 100 %', () => {
  const text = textOf(profile, 0);
  const { lines } = lineCosts(profile, 'waiting');
  expect(lines.length).toBeGreaterThan(0);
  for (const { file, line, selfShare } of lines) {
    expect(shareOf(text, `${file}:${line}`)).toBe((100 * selfShare).toFixed(1));
    expect(selfShare).toBeLessThanOrEqual(1);
  }
});

test('functions stand above lines, and those that are left out are counted', () => {
  const text = textOf(profile, 1);
  expect(text).toMatch(/^\nFunctions by waiting\n[^]*\nLines by waiting\n/);
  expect(text).toMatch(/\d more not shown/);
});

test('without waits there is no table', () => {
  expect(textOf(drawProfile(''), 10)).toBe('');
});
