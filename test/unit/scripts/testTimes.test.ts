import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { timesTables } from '../../../scripts/steps/testTimes.mjs';

const at = (path: string): string =>
  fileURLToPath(new URL(`../../../test/${path}`, import.meta.url));

function result(path: string, seconds: number, tests: number) {
  return {
    name: at(path),
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_000_000 + 1000 * seconds,
    assertionResults: Array.from({ length: tests }, () => ({}))
  };
}

it('has the seconds of each run, and of each slow file', () => {
  const text = timesTables([
    { run: 'unit', report: { testResults: [result('unit/a.test.ts', 0.4, 12)] } },
    {
      run: 'ui',
      report: { testResults: [result('ui/b.test.ts', 10, 3), result('ui/c.test.ts', 61.2, 14)] }
    }
  ]);
  expect(text.split('\n')).toEqual([
    '| run  | files | tests | seconds |',
    '| ---- | ----: | ----: | ------: |',
    '| ui   |     2 |    17 |      71 |',
    '| unit |     1 |    12 |       0 |',
    '',
    '| file         | run | tests | seconds |',
    '| ------------ | --: | ----: | ------: |',
    '| ui/c.test.ts |  ui |    14 |      61 |',
    '| ui/b.test.ts |  ui |     3 |      10 |'
  ]);
});
