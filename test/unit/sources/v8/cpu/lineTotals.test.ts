import { expect, test } from 'vitest';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { LineTotals } from '../../../../../src/sources/v8/cpu/lineTotals';
import {
  type SourceMapper,
  identityMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';
import type { SampledLine } from '../../../../../src/sources/v8/cpu/sampledLines';

/** A script whose first four lines came from one file, and the others from another. */
const bundle: SourceMapper = {
  ...identityMapper,
  known: file => file === '/p/all.js',
  sourceFile: () => '/p/one.ts',
  mapLine: (_file, line) => ({ line, file: line < 5 ? '/p/one.ts' : '/p/node_modules/a/b.js' })
};

/** A line with samples of a millisecond each. */
function node(given: Partial<SampledLine>): SampledLine {
  const hitCount = given.hitCount ?? 0;
  const line = { name: '', scriptName: '/p/all.js', lineNumber: 0, hitCount, children: [] };
  return { ...line, selfNs: hitCount * 1e6, ...given };
}

/** The rows of lines: file, line, self, total and own time in milliseconds. */
function rowsOf(children: readonly SampledLine[], mapper = bundle) {
  const strings = new StringTable();
  const totals = new LineTotals({ strings, mapper, folder: '/p' });
  totals.add(node({ name: '(root)', scriptName: '', children }));
  const { file, line, self, total, own } = totals.toTable();
  const text = strings.toArray();
  return Array.from(file, (name, row) => [
    text[name],
    line[row],
    self[row] / 1e6,
    total[row] / 1e6,
    own[row] / 1e6
  ]);
}

test('a script that was made of several files counts for each of them, WebAssembly for none', () => {
  const wasm = node({ scriptName: 'wasm://wasm/0019ea4a', lineNumber: 1, hitCount: 2 });
  const inner = node({ lineNumber: 9, hitCount: 1, children: [wasm] });
  expect(rowsOf([node({ lineNumber: 2, children: [inner] })])).toEqual([
    ['one.ts', 2, 0, 3, 3],
    ['node_modules/a/b.js', 9, 1, 3, 0]
  ]);
});

test('a line behind the end of a script without a map is of another script, and left out', () => {
  const mapper = { ...identityMapper, lastLine: () => 4 };
  const inner = node({ lineNumber: 4, hitCount: 3 });
  const rows = rowsOf([node({ lineNumber: 5, children: [inner] })], mapper);
  expect(rows).toEqual([['all.js', 4, 3, 3, 3]]);
});

test('samples of collections are none of any line', () => {
  const strings = new StringTable();
  const totals = new LineTotals({ strings, mapper: bundle, folder: '/p' });
  const collector = node({ name: '(garbage collector)', scriptName: '', hitCount: 60 });
  const worker = node({ name: 'work', lineNumber: 1, hitCount: 40 });
  totals.add(node({ name: '(root)', scriptName: '', children: [collector, worker] }));
  expect(totals.samples).toBe(40);
});

test('a line with most of a script counts for the lines on which its functions begin', () => {
  const mapper: SourceMapper = {
    ...bundle,
    isDense: (_file, line) => line === 1,
    mapPosition: (_file, _line, column) => ({ line: column, column: 1, file: '/p/one.ts' })
  };
  const inner = node({ lineNumber: 1, hitCount: 1 });
  const second = node({ lineNumber: 1, hitCount: 2, columnNumber: 30, children: [inner] });
  const first = node({ lineNumber: 2, columnNumber: 20, children: [second] });
  expect(
    rowsOf([first, node({ lineNumber: 2, columnNumber: 30, children: [inner] })], mapper)
  ).toEqual([
    ['one.ts', 2, 0, 4, 0],
    ['one.ts', 20, 2, 3, 2],
    ['one.ts', 30, 2, 2, 2]
  ]);
});
