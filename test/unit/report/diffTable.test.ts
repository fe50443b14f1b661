import { expect, it } from 'vitest';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import { diffSections } from '../../../src/analysis/statistics/diff';
import { diffTable, diffTables } from '../../../src/report/diffTable';
import { dumpsTable } from '../../../src/report/dumpsTable';
import { drawProfile } from '../../support/drawProfile';

const MS = { nsPerColumn: 1_000_000 };

const before = aggregate(drawProfile('main |[a  ][b ][op/same]\nrss {bytes} |1000 3000', MS));
const after = aggregate(drawProfile('main |[a        ][c][op/same]\nrss {bytes} |2000 4000', MS));

it('shows a block for each category with both times and the difference', () => {
  const text = diffTable(diffSections(before, after), { before: 'one', after: 'two' });
  expect(text).toBe(
    [
      '',
      'Profile Comparison:',
      '\tFrom one to two.',
      'Device Storage',
      '=================',
      'Name                          Total Count      Before (kB)     Avg Use (kB)       Δ Use (kB)              Δ %',
      '----                          -----------      -----------     ------------       ----------              ---',
      'rss                                     2           2.0000           3.0000          +1.0000            +50.0',
      '',
      'op',
      '=================',
      'Name                          Total Count      Before (ms)        Time (ms)      Δ Time (ms)              Δ %',
      '----                          -----------      -----------        ---------      -----------              ---',
      'same                                    1           9.0000           9.0000           0.0000              0.0',
      '',
      'range',
      '=================',
      'Name                          Total Count      Before (ms)        Time (ms)      Δ Time (ms)              Δ %',
      '----                          -----------      -----------        ---------      -----------              ---',
      'a                                       1           5.0000          11.0000          +6.0000           +120.0',
      'b                                       0           4.0000                           -4.0000             gone',
      'c                                       1                            3.0000          +3.0000              new',
      '',
      ''
    ].join('\n')
  );
});

it('keeps the rows with the greatest change, and says how many are missing', () => {
  const text = diffTable(diffSections(before, after), { before: 'one', after: 'two', top: 1 });
  expect(text).toContain('\n4 more rows not shown.\n');
});

it('shows control characters of names as escapes', () => {
  expect(diffTable([], { before: 'a\nb', after: '\u001b[1m' })).toBe(
    '\nProfile Comparison:\n\tFrom a\\u000ab to \\u001b[1m.\n'
  );
});

it('stands beside a table whose plain form has not changed', () => {
  const repeated = aggregate(
    drawProfile('main |[repetition/repetition][repetition/repetition]\n     |[a]   ', MS)
  );
  const [, heading] = /(Name .*)\n/.exec(dumpsTable(repeated))!;
  const [, plain] = /(Name .*)\n/.exec(dumpsTable(aggregate(drawProfile('main |[a]', MS))))!;
  expect(heading).toBe(`${plain}    Mean/Run (ms)      ± 95 % (ms)`);
});

it('makes a table of each block, with the rows of the greatest change', () => {
  const rows = diffSections(before, after);
  const [memory, operators, ranges] = diffTables(rows);
  expect(memory.title).toBe('Device Storage');
  expect(operators.rows).toEqual([['same', '1', '9.0000', '9.0000', '0.0000', '0.0']]);
  expect(ranges.columns.map(({ heading }) => heading).join()).toContain('Before (ms),Time (ms)');
  expect(ranges.rows.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  const many = Array.from({ length: 130 }, () => rows.filter(({ name }) => name === 'a')[0]);
  const copies = diffTables(many.map(row => ({ ...row })));
  expect(copies.map(({ rows: kept, hidden }) => [kept.length, hidden])).toEqual([[100, 30]]);
});
