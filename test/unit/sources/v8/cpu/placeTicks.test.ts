import type { Profiler } from 'node:inspector';
import { expect, test } from 'vitest';
import { placeTicks } from '../../../../../src/sources/v8/cpu/placeTicks';
import { INLINED_SCRIPT, inlinedFunctions } from '../../../../support/inlinedScript';

const BEGINS: Readonly<Record<string, readonly [url: string, line: number, column: number]>> = {
  '(root)': ['', -1, -1],
  outer: [INLINED_SCRIPT, 0, 14],
  inner: [INLINED_SCRIPT, 7, 14],
  deepest: [INLINED_SCRIPT, 10, 16],
  now: ['node:internal/perf', 135, 5]
};

function node(
  id: number,
  functionName: string,
  ticks: Readonly<Record<number, number>> = {},
  children: number[] = []
): Profiler.ProfileNode {
  const [url, lineNumber, columnNumber] = BEGINS[functionName];
  const callFrame = { functionName, scriptId: '1', url, lineNumber, columnNumber };
  const entries = Object.entries(ticks);
  const positionTicks = entries.map(([line, count]) => ({ line: Number(line), ticks: count }));
  return { id, callFrame, positionTicks, children };
}

/** The samples as the functions on their stacks. */
function stacksOf({ nodes, samples = [] }: Profiler.Profile): string[] {
  const paths = new Map<number, string>();
  const visit = (id: number, callers: string): void => {
    const found = nodes.find(each => each.id === id)!;
    const path = callers === '-' ? '' : `${callers} ${found.callFrame.functionName}`.trim();
    paths.set(id, path);
    for (const child of found.children ?? []) visit(child, path);
  };
  visit(1, '-');
  return samples.map(id => paths.get(id)!);
}

function profileOf(nodes: Profiler.ProfileNode[], samples: number[]): Profiler.Profile {
  const timeDeltas = samples.map(() => 1000);
  return { nodes, samples, timeDeltas, startTime: 0, endTime: 1e6 };
}

test('samples of a function take turns with those of what was inlined in it, by their ticks', () => {
  const ticks = { 3: 1, 9: 2, 12: 1 };
  const recorded = profileOf([node(1, '(root)', {}, [2]), node(2, 'outer', ticks)], [2, 2, 2, 2]);
  const placed = placeTicks(recorded, inlinedFunctions);
  expect(stacksOf(placed).sort()).toEqual([
    'outer',
    'outer inner',
    'outer inner',
    'outer inner deepest'
  ]);
  const inner = placed.nodes.find(each => each.callFrame.functionName === 'inner');
  expect(inner?.callFrame).toMatchObject({ url: INLINED_SCRIPT, lineNumber: 7, columnNumber: 14 });
  expect(inner?.positionTicks).toEqual([{ line: 9, ticks: 2 }]);
  expect(placed.nodes[1].positionTicks).toEqual([{ line: 3, ticks: 1 }]);
  expect(recorded.nodes[1].positionTicks).toHaveLength(3);
});

test('a line of another script counts for the function that was called and is just before it', () => {
  const outer = node(2, 'outer', { 3: 1, 139: 1 }, [3]);
  const nodes = [node(1, '(root)', {}, [2]), outer, node(3, 'now', { 137: 1 })];
  const placed = placeTicks(profileOf(nodes, [2, 2, 3]), inlinedFunctions);
  expect(stacksOf(placed).sort()).toEqual(['outer', 'outer now', 'outer now']);
  expect(placed.nodes).toHaveLength(3);
});

test('nothing is inlined in a function that awaits it', () => {
  const outer = node(2, 'outer', { 3: 1, 9: 1, 139: 1 }, [3, 4]);
  const nodes = [node(1, '(root)', {}, [2]), outer, node(3, 'now', { 137: 1 }), node(4, 'inner')];
  const recorded = { ...profileOf(nodes, [2, 2, 2, 3, 4]), awaited: new Set([3, 4]) };
  const placed = placeTicks(recorded, inlinedFunctions);
  expect(stacksOf(placed)).toEqual(expect.arrayContaining(['outer', 'outer now', 'outer inner']));
  expect(placed.samples?.filter(id => id === 3 || id === 4)).toEqual([3, 4]);
  expect(placed.nodes).toHaveLength(5);
});

test('a profile without such lines, and of unknown scripts, is left as it is', () => {
  const own = profileOf([node(1, '(root)', {}, [2]), node(2, 'outer', { 3: 2 })], [2, 2]);
  expect(placeTicks(own, inlinedFunctions)).toBe(own);
  const other = profileOf([node(1, '(root)', {}, [2]), node(2, 'outer', { 9: 2 })], [2, 2]);
  expect(placeTicks(other, () => null)).toBe(other);
  const lost = profileOf([node(1, '(root)', {}, [2]), node(2, 'outer', { 999: 2 })], [2, 2]);
  expect(placeTicks(lost, inlinedFunctions)).toBe(lost);
});

test('the text of a script is asked for only where samples were taken in it', () => {
  const asked: string[] = [];
  const nodes = [node(1, '(root)', {}, [2]), node(2, 'outer', {}, [3]), node(3, 'now', { 137: 1 })];
  placeTicks(profileOf(nodes, [3]), script => {
    asked.push(script);
    return inlinedFunctions(script);
  });
  expect(asked).toEqual(['node:internal/perf']);
});

test('a profile that knows what was inlined keeps its lines', () => {
  const outer = node(2, 'outer', { 3: 1, 9: 40, 139: 40 }, [3]);
  const nodes = [node(1, '(root)', {}, [2]), outer, node(3, 'now', { 137: 1 })];
  const known = { ...profileOf(nodes, [2, 2, 3]), knowsInlined: true };
  expect(placeTicks(known, inlinedFunctions)).toBe(known);
  expect(placeTicks({ ...known, knowsInlined: false }, inlinedFunctions).nodes).toHaveLength(4);
});

test('ticks on the idle first line of a function are those of what it called most, if next to none are on others', () => {
  const stacksWith = (own: Readonly<Record<number, number>>, called: number): string[] => {
    const outer = node(2, 'outer', own, [3]);
    const nodes = [node(1, '(root)', {}, [2]), outer, node(3, 'inner', { 9: called })];
    const known = { ...profileOf(nodes, [2, 2, 2, 2, 2]), knowsInlined: true };
    return stacksOf(placeTicks(known, inlinedFunctions));
  };
  expect(stacksWith({ 1: 5 }, 9)).toEqual(Array(5).fill('outer inner'));
  expect(stacksWith({ 1: 99, 3: 1 }, 9)).toContain('outer inner');
  expect(stacksWith({ 1: 40, 3: 10 }, 99)).toEqual(Array(5).fill('outer'));
  expect(stacksWith({ 3: 5 }, 9)).toEqual(Array(5).fill('outer'));
});

test.each([[[3, 4]], [[4, 3]]])(
  'of several that were called, ticks on the idle first line are those of the hottest: %j',
  order => {
    const called = [node(3, 'deepest', { 12: 3 }), node(4, 'inner', { 9: 9 })];
    const nodes = [node(1, '(root)', {}, [2]), node(2, 'outer', { 1: 5 }, order), ...called];
    const known = { ...profileOf(nodes, [2, 2, 2, 2, 2]), knowsInlined: true };
    expect(stacksOf(placeTicks(known, inlinedFunctions))).toEqual(Array(5).fill('outer inner'));
  }
);
