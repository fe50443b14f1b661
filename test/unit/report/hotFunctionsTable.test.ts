import { expect, test } from 'vitest';
import type { Profile } from '../../../src/model/profile/profile';
import { hotFunctionsTable, plainForm, tablesText } from '../../../src/report';
import { drawProfile } from '../../support/drawProfile';
import { sampledProfile } from '../../support/sampledProfile';

const profile = sampledProfile({ samples: 100, names: ['parse', 'walk', ''], threads: 1 });

const textOf = (of: Profile, top: number): string =>
  tablesText([hotFunctionsTable(of, plainForm(top))]);

test('the hottest functions stand first, with their share of the wall time', () => {
  const text = textOf(profile, 0);
  expect(text).toMatchInlineSnapshot(`
    "
    Hottest functions by CPU samples
    =================
    Self (ms)  Self share %  Total (ms)  Function  Place
    ---------  ------------  ----------  ---------------
         36.3          36.2        76.9  parse  Cell [5]:1
         30.7          30.7        78.2  walk  src/file 1.ts:11
         24.1          24.1        78.4  (anonymous)  src/file 2.ts:21
          4.1           4.0         4.1  (program)
          2.0           2.0         2.0  (garbage collector)
    "
  `);
});

test('of more functions than asked for, the rest is counted', () => {
  expect(textOf(profile, 1)).toMatch(/\n\d more not shown/);
});

test('without samples there is no table', () => {
  expect(textOf(drawProfile(''), 10)).toBe('');
});
