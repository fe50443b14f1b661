// @vitest-environment jsdom
import '../setupDom';
import { expect, test } from 'vitest';
import { nullTranslator } from '@jupyterlab/translation';
import { MAX_CELL_SOURCE } from '../../../../src/model';
import type { FindingOf } from '../../../../src/model/output/findings';
import type { CellInfo } from '../../../../src/model/profile/profile';
import { findMagic, parseMagicLine } from '../../../../src/settings';
import { trialCell } from '../../../../extension/src/shell/findingsPanel';

const CURE = 'Put its elements into a `Set` or `Map` before the loop, and look them up there.';

const SOURCE = `%%profile --top 5 slow
const seen: string[] = [];
for (let i = 0; i < 30000; i++) {
  if (!seen.includes("id" + i)) seen.push("id" + i);
}`;

function finding(cause: string, file = 'Cell [3]', line = 4): FindingOf<'hotLine'> {
  return {
    kind: 'hotLine',
    ...{ share: 0.5, low: null, high: null },
    facts: { ...{ file, line, code: '', function: '', timeNs: 5e8 }, cause, causeCode: 'x' },
    target: { view: 'source', selection: null, window: null }
  };
}

const cellOf = (source: string): CellInfo => ({ file: 'Cell [3]', executionCount: 3, source });
const META = { name: 'slow', cell: cellOf(SOURCE) };

function trial(
  found = finding('searchInLoop'),
  meta: Parameters<typeof trialCell>[1] = META
): string | null {
  return trialCell(found, meta, nullTranslator.load(''));
}

test('the cell has the code of the profiled one with the cure above its line, and the magic that tries it', () => {
  expect(trial()).toBe(`%%profile --try --compare "slow"
const seen: string[] = [];
for (let i = 0; i < 30000; i++) {
  // ${CURE}
  if (!seen.includes("id" + i)) seen.push("id" + i);
}`);
});

test.each(['slow', 'Cell [3], 06:30:02', 'a "b" \\ c', '--top'])(
  'its magic names the profile %j',
  name => {
    const cell = trial(undefined, { ...META, name }) ?? '';
    const magic = findMagic(cell);
    expect(magic && parseMagicLine(magic)).toMatchObject({
      options: { trial: true, compare: name }
    });
  }
);

test('lines keep their places where the cell ends them otherwise, or the magic is a comment', () => {
  const source = SOURCE.replace('%%', '// %%').replaceAll('\n', '\r\n');
  expect(trial(undefined, { ...META, cell: cellOf(source) })).toBe(trial());
  const plain = SOURCE.slice(SOURCE.indexOf('\n') + 1);
  const found = finding('searchInLoop', 'Cell [3]', 3);
  expect(trial(found, { ...META, cell: cellOf(plain) })).toBe(trial());
});

test('there is none without a cure, for a line of another cell, or of the beginning of a cell alone', () => {
  expect(trial(finding(''))).toBeNull();
  expect(trial(finding('searchInLoop', 'Cell [2]'))).toBeNull();
  expect(trial(finding('searchInLoop', 'Cell [3]', 0))).toBeNull();
  expect(trial(undefined, { ...META, cell: null })).toBeNull();
  const long = SOURCE.padEnd(MAX_CELL_SOURCE, ' ');
  expect(trial(undefined, { ...META, cell: cellOf(long) })).toBeNull();
});
