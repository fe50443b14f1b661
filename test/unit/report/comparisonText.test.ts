import { expect, it } from 'vitest';
import { comparisonText } from '../../../src/report/comparisonText';
import { BY_CHANCE, comparisonOf, ONCE, REPEATED } from '../../support/comparedProfiles';

it('has the verdict first, the whole run, what changed the most, and memory last', () => {
  expect(comparisonText(comparisonOf(...REPEATED))).toBe(
    [
      '',
      'Profile Comparison:',
      '\tFrom before to after.',
      '\t36 % faster, 95 % CI 33–38 %: 121 ms → 77.5 ms per run, 8 runs before and 8 after.',
      '',
      'Time of a run (ms)  Category   Before   After        Δ    Δ %  ± 95 %',
      '------------------  --------  -------  ------  -------  -----  ------',
      'whole run, median             120.500  77.500  -43.000  -35.7',
      'count               range      96.600  46.500  -50.100  -51.9   1.992',
      'render              range              15.500  +15.500    new   0.296',
      'report              range       2.415           -2.415   gone   0.047',
      'sort                range      12.075  12.400   +0.325   +2.7   0.305',
      '',
      'Memory and counters  Category      Before      After           Δ    Δ %',
      '-------------------  --------  ----------  ---------  ----------  -----',
      'rss (kB)             process   110000.000  98000.000  -12000.000  -10.9',
      ''
    ].join('\n')
  );
});

it('keeps to the width of an output, whatever the names are', () => {
  const name = 'a very long name of a range that nobody would want to read twice';
  const [before, after] = REPEATED.map(each => ({ ...each, ranges: { [name]: 0.9 } }));
  const lines = comparisonText(comparisonOf(before, after)).split('\n');
  expect(Math.max(...lines.slice(5).map(line => line.length))).toBeLessThan(96);
  expect(lines.join('\n')).toContain('a very long name of a range…');
});

it('keeps the rows with the greatest change, and says how many are missing', () => {
  const text = comparisonText(comparisonOf(...REPEATED), { top: 1 });
  expect(text).toContain('count');
  expect(text).not.toContain('render');
  expect(text).toContain('\n3 more rows not shown.\n');
});

it('says that a change may be chance, and that one run cannot tell', () => {
  expect(comparisonText(comparisonOf(...BY_CHANCE))).toMatch(
    /The change may be chance \(95 % CI: \d+(\.\d)? % faster to \d+(\.\d)? % slower\): 103 ms → 103 ms/
  );
  expect(comparisonText(comparisonOf(...ONCE))).toContain(
    '36 % faster: 967 ms → 620 ms. A single run cannot tell a change from chance: run both with --repeat.'
  );
});

it('says what is left of a change when the machine was busy', () => {
  const quiet = { name: 'quiet', runs: [10, 10.2, 10.1], queued: [0, 0, 0] };
  const busy = { name: 'busy', runs: [25, 25.2, 25.1], queued: [15, 15, 15] };
  expect(comparisonText(comparisonOf(quiet, busy))).toMatch(
    /The change may be chance \(95 % CI: .*10\.1 ms → 25\.1 ms per run, 3 runs before and 3 after\. The machine was busy: without waiting for a core it is 10\.1 ms → 10\.1 ms \(95 % CI: \d/
  );
});

it('says so of single runs, too', () => {
  const quiet = { name: 'quiet', runs: [1000], queued: [10] };
  const busy = { name: 'busy', runs: [2000], queued: [1109] };
  expect(comparisonText(comparisonOf(quiet, busy))).toContain(
    '100 % slower: 1.00 s → 2.00 s. The machine was busy: without waiting for a core it is 990 ms → 891 ms ' +
      '(10 % faster). A single run cannot tell'
  );
  const idle = { ...quiet, queued: [0] };
  expect(comparisonText(comparisonOf(quiet, idle))).not.toContain('busy');
  expect(comparisonText(comparisonOf({ name: 'old', runs: [1000] }, busy))).not.toContain(
    'machine'
  );
});

it('shows control characters of names as escapes', () => {
  const names = { before: 'a\nb', after: '\u001b[1m' };
  expect(comparisonText(comparisonOf(...ONCE), { names })).toContain(
    '\tFrom a\\u000ab to \\u001b[1m.\n'
  );
});

it('keeps long categories whole, which would be ambiguous if they were cut', () => {
  const comparison = comparisonOf(...ONCE);
  const rows = comparison.rows.map(row => ({ ...row, category: 'user_annotation' }));
  expect(comparisonText({ ...comparison, rows })).toContain('  user_annotation  ');
});

it('has the memory of the process under the heading of the other tables', () => {
  const comparison = comparisonOf(...REPEATED);
  const stored = { category: 'Device Storage', name: 'Memory: node/rss' };
  const counters = comparison.counters.map(row => ({ ...row, ...stored }));
  expect(comparisonText({ ...comparison, counters })).toMatch(/node\/rss \(kB\) +Process memory /);
});
