import { expect, test } from 'vitest';
import {
  type AwaitedColumns,
  type AwaitedStretches,
  withAwaits
} from '../../../../../src/sources/v8/cpu/awaitedStacks';
import {
  NODE_COLUMNS,
  type SampledColumns,
  type SampledTree,
  TICK_COLUMNS
} from '../../../../../src/native/v8Addon';

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;

const STRINGS = [
  ...['(root)', '', 'step', '/a.js', 'parse', 'main', '(program)', 'runMicrotasks'],
  ...['processTicksAndRejections', 'node:internal/process/task_queues']
];

/** `step` is at the root, and below what Node runs microtasks by; `parse` is called by it, and by `main`. */
const NODES = [
  [-1, 0, 1, 0, 0, 0],
  [0, 2, 3, 7, 10, 1],
  [1, 4, 3, 7, 20, 1],
  [0, 5, 3, 7, 1, 5],
  [3, 4, 3, 7, 20, 1],
  [0, 6, 1, 0, 0, 0],
  [0, 8, 9, 2, 69, 3],
  [6, 7, 1, 0, 0, 0],
  [7, 2, 3, 7, 10, 1]
];

const columnsOf = (samples: readonly number[], ticks: readonly number[] = []): SampledColumns => ({
  startTime: 100,
  endTime: 100 + samples.length,
  times: Float64Array.from(samples, (_, at) => 100 + at),
  intervals: Float64Array.of(100, 1),
  functions: {
    nodes: Int32Array.from(NODES.flat()),
    ticks: Int32Array.from(ticks),
    samples: Int32Array.from(samples)
  },
  lines: {
    nodes: Int32Array.from(NODES.map(([a, b, c, d, e, f]) => [a, b, c, d, e + 1, f]).flat()),
    ticks: Int32Array.from(ticks),
    samples: Int32Array.from(samples)
  },
  strings: STRINGS
});

/** `main` awaits on lines 3 and 5, and on line 4 what `early` awaits on line 32. */
const MAIN = { script: '/a.js', name: 'main', functionLine: 1, functionColumn: 5 };
const CHAINS = [
  [{ ...MAIN, line: 3 }],
  [
    { ...MAIN, line: 4 },
    { script: '/b.js', name: 'early', line: 32, functionLine: 30, functionColumn: 2 }
  ],
  [],
  [{ ...MAIN, line: 5 }]
];

const stretchesOf = (rows: readonly (readonly [number, number, number])[]): AwaitedStretches => ({
  fromNs: Float64Array.from(rows, ([from]) => from * 1000),
  toNs: Float64Array.from(rows, ([, to]) => to * 1000),
  chain: Int32Array.from(rows, ([, , chain]) => chain),
  framesOf: chain => CHAINS[chain]
});

/** The stacks of samples, outermost first, each function with the line of its row. */
function stacksOf({ strings }: SampledColumns, { nodes, samples }: SampledTree): string[] {
  const rowOf = (row: number): string => {
    const [parent, name, , , line] = nodes.subarray(row * NODE, row * NODE + NODE);
    return parent < 0 ? '' : `${rowOf(parent)} ${strings[name]}:${line}`;
  };
  return [...samples].map(row => rowOf(row).trim());
}

test('samples in a stretch are below those who awaited, and others where they were', () => {
  const columns = columnsOf([1, 2, 8, 4, 1]);
  const given = withAwaits(
    columns,
    stretchesOf([
      [100, 101.5, 0],
      [102, 102.9, 1]
    ])
  );
  expect(stacksOf(given, given.functions)).toEqual([
    'main:1 step:10',
    'main:1 step:10 parse:20',
    'main:1 early:30 step:10',
    'main:1 parse:20',
    'step:10'
  ]);
  expect(stacksOf(given, given.lines!)).toEqual([
    'main:0 step:3',
    'main:0 step:3 parse:21',
    'main:0 early:4 step:32',
    'main:2 parse:21',
    'step:11'
  ]);
});

test('what one function awaits on two lines is one function with both lines', () => {
  const given = withAwaits(
    columnsOf([2, 2, 2]),
    stretchesOf([
      [100, 100.5, 0],
      [101, 101.5, 3],
      [102, 102.5, 0]
    ])
  );
  expect(new Set(given.functions.samples).size).toBe(1);
  expect(stacksOf(given, given.lines!)).toEqual([
    'main:0 step:3 parse:21',
    'main:0 step:5 parse:21',
    'main:0 step:3 parse:21'
  ]);
});

test('rows know that they were awaited, in both trees', () => {
  const given = withAwaits(columnsOf([2, 8]), stretchesOf([[100, 101.5, 1]])) as AwaitedColumns;
  const namesOf = ({ nodes }: SampledTree, rows: ReadonlySet<number>): string[] =>
    [...rows].map(row => given.strings[nodes[row * NODE + 1]]).sort();
  const { functions, lines } = given.awaited;
  expect(namesOf(given.functions, functions)).toEqual(['early', 'step', 'step']);
  expect(namesOf(given.lines!, lines)).toEqual(['early', 'step', 'step']);
  const parents = given.functions.nodes.filter((_, at) => at % NODE === 0);
  expect(parents.every((parent, row) => parent < row)).toBe(true);
});

test('ticks stay as many on each line, and go with the samples', () => {
  const columns = columnsOf([1, 1, 1, 2], [1, 11, 2, 1, 12, 1, 2, 21, 1]);
  const given = withAwaits(columns, stretchesOf([[100, 101.5, 0]]));
  const sums: Record<string, number> = {};
  for (let at = 0; at < given.functions.ticks.length; at += TICK) {
    const [row, line, count] = given.functions.ticks.subarray(at, at + TICK);
    expect(count).toBeGreaterThan(0);
    const where = row < NODES.length ? 'before' : 'below';
    for (const key of [String(line), where]) sums[key] = (sums[key] ?? 0) + count;
  }
  expect(sums).toEqual({ 11: 2, 12: 1, 21: 1, before: 2, below: 2 });
});

test('nothing changes where nobody awaits, no function runs, or the stack is cut off', () => {
  const columns = columnsOf([1, 2, 5]);
  expect(withAwaits(columns, stretchesOf([]))).toBe(columns);
  expect(
    withAwaits(
      columns,
      stretchesOf([
        [90, 99, 0],
        [103, 110, 0]
      ])
    )
  ).toBe(columns);
  expect(withAwaits(columns, stretchesOf([[100, 102, 2]]))).toBe(columns);
  const program = columnsOf([5, 0, 7]);
  expect(withAwaits(program, stretchesOf([[100, 109, 0]]))).toBe(program);
  const deep = Array.from({ length: 255 }, (_, at) => [at, 4, 3, 7, 20, 1]);
  const cut: SampledColumns = {
    ...columnsOf([255]),
    functions: {
      nodes: Int32Array.from([NODES[0], ...deep].flat()),
      ticks: new Int32Array(),
      samples: Int32Array.of(255)
    }
  };
  expect(withAwaits(cut, stretchesOf([[100, 109, 0]]))).toBe(cut);
});
