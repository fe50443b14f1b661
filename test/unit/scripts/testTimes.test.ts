import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { timesTables } from '../../../scripts/steps/testTimes.mjs';

const at = (path: string): string =>
  fileURLToPath(new URL(`../../../test/${path}`, import.meta.url));

function file(path: string, seconds: number, tests: number) {
  return {
    name: at(path),
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_000_000 + 1000 * seconds,
    assertionResults: Array.from({ length: tests }, () => ({}))
  };
}

const RESULTS = [
  {
    ...{ name: 'unit', passed: 12, failed: 0, skipped: 0, seconds: 8.4 },
    report: { testResults: [file('unit/a.test.ts', 0.4, 12)] }
  },
  {
    ...{ name: 'ui', passed: 16, failed: 1, skipped: 0, seconds: 75 },
    retried: ['opens'],
    report: { testResults: [file('ui/b.test.ts', 10, 3), file('ui/c.test.ts', 61.2, 14)] }
  },
  { name: 'types', passed: 1, failed: 0, skipped: 0, seconds: 20 }
];

it('has the tests and seconds of each run, and of the files that are wanted', () => {
  expect(timesTables(RESULTS, ({ seconds }) => seconds >= 10).split('\n')).toEqual([
    '| suite | tests | seconds | retried |',
    '| ----- | ----: | ------: | ------: |',
    '| ui    |    17 |      75 |       1 |',
    '| types |     1 |      20 |       0 |',
    '| unit  |    12 |       8 |       0 |',
    '',
    '| file         | run | tests | seconds |',
    '| ------------ | --: | ----: | ------: |',
    '| ui/c.test.ts |  ui |    14 |      61 |',
    '| ui/b.test.ts |  ui |     3 |      10 |'
  ]);
});

it('has no second table where no file is wanted', () => {
  expect(timesTables(RESULTS, () => false)).not.toContain('file');
});
