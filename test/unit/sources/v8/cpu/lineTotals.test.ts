import { expect, test } from 'vitest';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { LeafTimes } from '../../../../../src/sources/v8/cpu/leafTimes';
import { LineTotals } from '../../../../../src/sources/v8/cpu/lineTotals';
import type { SourceMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import type { CallSiteNode } from '../../../../../src/sources/v8/cpu/wallProfiler';

/** A script whose first four lines came from one file, and the others from another. */
const bundle: SourceMapper = {
  ...identityMapper,
  known: file => file === '/p/all.js',
  sourceFile: () => '/p/one.ts',
  mapLine: (_file, line) => ({ line, file: line < 5 ? '/p/one.ts' : '/p/node_modules/a/b.js' })
};

function node(given: Partial<CallSiteNode>): CallSiteNode {
  return { name: '', scriptName: '/p/all.js', lineNumber: 0, hitCount: 0, children: [], ...given };
}

/** The rows of a recording of `timeUs`: file, line, self, total and own time in microseconds. */
function rowsOf(
  children: readonly CallSiteNode[],
  timeUs: number,
  leafTimes = new LeafTimes(),
  mapper = bundle
) {
  const strings = new StringTable();
  const totals = new LineTotals({ strings, mapper, folder: '/p' });
  const topDownRoot = node({ name: '(root)', scriptName: '', children });
  totals.add([{ topDownRoot, startTime: 0, endTime: timeUs }], leafTimes);
  const { file, line, self, total, own } = totals.toTable();
  const text = strings.toArray();
  return Array.from(file, (name, row) => [
    text[name],
    line[row],
    self[row] / 1e3,
    total[row] / 1e3,
    own[row] / 1e3
  ]);
}

function addTo(times: LeafTimes, name: string, timeUs: number, column = 0): void {
  const callFrame = { functionName: name, scriptId: '1', url: 'file:///p/all.js', lineNumber: 3 };
  times.add({ ...callFrame, columnNumber: column - 1 }, timeUs * 1e3);
}

test('a script that was made of several files counts for each of them, WebAssembly for none', () => {
  const wasm = node({ scriptName: 'wasm://wasm/0019ea4a', lineNumber: 1, hitCount: 2 });
  const inner = node({ lineNumber: 9, hitCount: 1, children: [wasm] });
  expect(rowsOf([node({ lineNumber: 2, children: [inner] })], 3)).toEqual([
    ['one.ts', 2, 0, 3, 3],
    ['node_modules/a/b.js', 9, 1, 3, 0]
  ]);
});

test('a line behind the end of a script without a map is of another script, and left out', () => {
  const mapper = { ...identityMapper, lastLine: () => 4 };
  const inner = node({ lineNumber: 4, hitCount: 3 });
  const rows = rowsOf([node({ lineNumber: 5, children: [inner] })], 3, new LeafTimes(), mapper);
  expect(rows).toEqual([['all.js', 4, 3, 3, 3]]);
});

test('hits of a function last as long as its CPU samples, as far as there are enough of them', () => {
  const times = new LeafTimes();
  addTo(times, 'slow', 90_000);
  addTo(times, 'fast', 10_000);
  const slow = [1, 2].map(line => node({ name: 'slow', lineNumber: line, hitCount: 500 }));
  const fast = node({ name: 'fast', lineNumber: 3, hitCount: 1000 });
  const rows = rowsOf([...slow, fast], 100_000, times);
  const shares = rows.map(([, , , total]) => Math.round(Number(total) / 1000));
  expect(shares).toEqual([45, 45, 10]);
});

test('functions of one name are told apart by the columns at which they begin', () => {
  const times = new LeafTimes();
  addTo(times, '', 90_000, 7);
  addTo(times, '', 10_000, 30);
  const call = (columnNumber: number, lineNumber: number): CallSiteNode => {
    const children = [node({ lineNumber, hitCount: 1000 })];
    return node({ name: 'caller', lineNumber: 1, columnNumber, children });
  };
  const rows = rowsOf([call(7, 2), call(30, 3)], 100_000, times);
  const shares = rows.map(([, , self]) => Math.round(Number(self) / 1000));
  expect(shares).toEqual([0, 90, 10]);
});

test('a function of which CPU samples know nothing has about no time when it had many hits', () => {
  const times = new LeafTimes();
  addTo(times, 'known', 100_000);
  const unknown = node({ name: 'unknown', lineNumber: 1, hitCount: 996 });
  const known = node({ name: 'known', lineNumber: 2, hitCount: 4 });
  const shares = rowsOf([unknown, known], 100_000, times).map(([, , self]) => Number(self));
  expect(shares[0]).toBeLessThan(500);
  expect(shares[1]).toBeGreaterThan(50_000);
});

test('what garbage collection took is part of the time of the lines', () => {
  const collector = node({ name: '(garbage collector)', scriptName: '', hitCount: 60 });
  const worker = node({ name: 'work', lineNumber: 1, hitCount: 40 });
  expect(rowsOf([collector, worker], 100)).toEqual([['one.ts', 1, 100, 100, 100]]);
});

/** The CPU profile of functions below the root: their names, one-based places and ticks by line. */
function addRoots(
  times: LeafTimes,
  functions: readonly (readonly [name: string, line: number, column: number, ticks: Ticks])[]
): void {
  const callFrame = (functionName: string, lineNumber: number, columnNumber: number) => {
    const url = lineNumber < 0 ? '' : 'file:///p/all.js';
    return { functionName, scriptId: '1', url, lineNumber, columnNumber };
  };
  const nodes = functions.map(([name, line, column, ticks], at) => {
    const positionTicks = Object.entries(ticks).map(([own, count]) => {
      return { line: Number(own), ticks: count };
    });
    return { id: at + 2, callFrame: callFrame(name, line - 1, column - 1), positionTicks };
  });
  const root = {
    id: 1,
    callFrame: callFrame('(root)', -1, -1),
    children: nodes.map(({ id }) => id)
  };
  times.roots.add({ nodes: [root, ...nodes], startTime: 0, endTime: 1 });
}

type Ticks = Readonly<Record<number, number>>;

test('a function that goes on after an await, with nothing above it, has the time of its samples', () => {
  const times = new LeafTimes();
  addTo(times, 'step', 90_000, 20);
  addTo(times, 'other', 10_000, 5);
  addRoots(times, [
    ['step', 1, 20, { 2: 60, 3: 30 }],
    ['other', 4, 5, { 4: 10 }]
  ]);
  const step = [
    node({ name: 'step', lineNumber: 2, hitCount: 600 }),
    node({ name: 'step', lineNumber: 3, hitCount: 300 })
  ];
  const first = node({
    lineNumber: 1,
    columnNumber: 20,
    children: [node({ ...step[0], hitCount: 1 })]
  });
  const other = node({ name: 'other', lineNumber: 4, hitCount: 100 });
  const rows = rowsOf([...step, first, other], 100_000, times);
  const selfs = rows.map(([, line, self]) => [line, Math.round(Number(self) / 1000)]);
  expect(selfs).toEqual([
    [1, 0],
    [2, 60],
    [3, 30],
    [4, 10]
  ]);
});

test('functions of one name that go on after an await are told apart by their lines', () => {
  const times = new LeafTimes();
  addTo(times, '', 90_000, 7);
  addTo(times, '', 10_000, 30);
  addRoots(times, [
    ['', 1, 7, { 2: 90 }],
    ['', 3, 30, { 3: 10 }]
  ]);
  const called = node({ name: 'called', lineNumber: 4, hitCount: 1 });
  const rows = rowsOf(
    [
      node({ lineNumber: 2, hitCount: 500 }),
      node({ lineNumber: 3, hitCount: 500 }),
      node({ lineNumber: 2, children: [called] })
    ],
    100_000,
    times
  );
  const selfs = rows.map(([, line, self]) => [line, Math.round(Number(self) / 1000)]);
  expect(selfs).toEqual([
    [2, 90],
    [3, 10],
    [4, 0]
  ]);
});
