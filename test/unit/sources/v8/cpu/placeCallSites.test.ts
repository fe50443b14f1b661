import { describe, expect, test } from 'vitest';
import { placeCallSites } from '../../../../../src/sources/v8/cpu/placeCallSites';
import type { TimedNode } from '../../../../../src/sources/v8/cpu/seenCalls';
import { INLINED_SCRIPT, inlinedFunctions } from '../../../../support/inlinedScript';

/** The columns at which the functions begin, which nodes have whose children are lines of them. */
const COLUMNS: Readonly<Record<string, number>> = { outer: 15, inner: 15, deepest: 17, now: 6 };

/** A line as `name:line`, of the script of the user or of `now`, the time on it, and what it calls. */
function at(place: string, selfNs: number, ...children: TimedNode[]): TimedNode {
  const [name, line] = place.split(':');
  const scriptName = name === 'now' ? 'node:internal/perf' : INLINED_SCRIPT;
  const columnNumber = children.length > 0 ? COLUMNS[children[0].name] : 0;
  return { name, scriptName, lineNumber: Number(line), columnNumber, selfNs, children };
}

/** The times at lines with their callers, of those that have some, microseconds. */
function timesOf(node: TimedNode, callers = ''): Record<string, number> {
  const path = node.name === '' ? callers : `${callers} ${node.name}:${node.lineNumber}`;
  const own = node.selfNs > 0 ? { [path.trim()]: Math.round(node.selfNs / 1e3) } : {};
  const below = node.children.map(child => Object.entries(timesOf(child, path)));
  return Object.fromEntries([...Object.entries(own), ...below.flat()]);
}

function placed(...lines: TimedNode[]): Record<string, number> {
  return timesOf(placeCallSites(at(':14', 0, ...lines), inlinedFunctions));
}

describe('time at a line of an inlined function', () => {
  test('is below the line that calls it, in a loop for most of it', () => {
    const times = placed(at('outer:9', 90e6));
    expect(times).toEqual({ 'outer:3 inner:9': 80_000, 'outer:4 inner:9': 10_000 });
  });

  test('joins what samples saw there, and favours a call that they saw', () => {
    const seen = at('outer:4', 1e6, at('inner:9', 99e6));
    const times = placed(seen, at('outer:9', 90e6));
    expect(times['outer:4']).toBe(1000);
    expect(times['outer:4 inner:9']).toBeGreaterThan(99_000 + 40_000);
    expect(times['outer:3 inner:9']).toBeGreaterThan(40_000);
  });

  test('is below all functions that were inlined with it', () => {
    expect(placed(at('inner:12', 5e6))).toEqual({ 'inner:9 deepest:12': 5000 });
    expect(placed(at('outer:12', 9e6))).toEqual({
      'outer:3 inner:9 deepest:12': 8000,
      'outer:4 inner:9 deepest:12': 1000
    });
  });

  test('in another script is at the function that was called and has the line', () => {
    const seen = at('outer:3', 0, at('now:136', 1e6), at('now:140', 1e6));
    expect(placed(seen, at('outer:139', 50e6))).toEqual({
      'outer:3 now:136': 1000,
      'outer:3 now:140': 1000,
      'outer:3 now:139': 50_000
    });
  });

  test('in an unknown function is at the lines that call other scripts, or at no line', () => {
    const seen = at('outer:5', 0, at('now:136', 1e6));
    expect(placed(seen, at('outer:999', 50e6))).toEqual({
      'outer:5': 50_000,
      'outer:5 now:136': 1000
    });
    expect(placed(at('outer:999', 50e6))).toEqual({ 'outer:0': 50_000 });
  });
});

test('nothing is inlined in a function that awaits it', () => {
  const awaiting = { ...at('outer:3', 0, at('now:136', 1e6), at('now:140', 1e6)), isAwaited: true };
  const times = placed(awaiting, at('outer:139', 50e6));
  expect(times).toEqual({ 'outer:0': 50_000, 'outer:3 now:136': 1000, 'outer:3 now:140': 1000 });
  const seen = { ...at('outer:4', 0, at('inner:9', 9e6)), isAwaited: true };
  const copy = placeCallSites(at(':14', 0, seen, at('outer:9', 90e6)), inlinedFunctions);
  const below = copy.children.filter(({ lineNumber }) => lineNumber === 4);
  expect(below.map(({ isAwaited, children }) => [isAwaited, children[0].selfNs])).toEqual([
    [true, 9e6],
    [undefined, 10e6]
  ]);
});

test('lines of a function itself, and of scripts without text, are left as they are', () => {
  const root = at(':14', 0, at('outer:3', 5e6, at('now:136', 1e6)), at('outer:1', 1e6));
  expect(placeCallSites(root, inlinedFunctions)).toBe(root);
  expect(placeCallSites(at(':14', 0, at('outer:9', 1e6)), () => null).children).toHaveLength(1);
});

test('where inlined code is known, only the time of unknown lines moves', () => {
  const foreign = {
    ...at(':14', 0, at('outer:9', 90e6), at('outer:999', 5e6)),
    knowsInlined: true
  };
  expect(placeCallSites(foreign, inlinedFunctions)).toBe(foreign);
  expect(placeCallSites({ ...foreign, knowsInlined: false }, inlinedFunctions)).not.toBe(foreign);
});

describe('where V8 knows what was inlined', () => {
  test('the time of an unknown line is that of what its function calls, where next to none is of its own lines', () => {
    const timesWith = (ownNs: number): Record<string, number> => {
      const seen = at('outer:3', ownNs, at('inner:9', 50e6));
      const root = at(':14', 0, seen, at('outer:1', 90e6));
      return timesOf(placeCallSites({ ...root, knowsInlined: true }, inlinedFunctions));
    };
    expect(timesWith(0)).toEqual({ 'outer:3 inner:9': 140_000 });
    expect(timesWith(20e6)['outer:3 inner:9']).toBe(50_000);
  });

  const lines = [at('outer:3', 1e6, at('inner:9', 3e6)), at('outer:9', 2e6)];

  test('the stacks are left as they are, and no script is read for brief lines', () => {
    const root = { ...at(':14', 0, ...lines), knowsInlined: true };
    const unread = (script: string): never => {
      throw new Error(`${script} was read`);
    };
    expect(placeCallSites(root, unread)).toBe(root);
  });

  test('a line is looked at as soon as it has the time of a few samples', () => {
    const root = { ...at(':14', 0, ...lines, at('outer:4', 4e6)), knowsInlined: true };
    const read: string[] = [];
    const placedRoot = placeCallSites(root, script => {
      read.push(script);
      return inlinedFunctions(script);
    });
    expect(placedRoot).toBe(root);
    expect(read).toEqual([INLINED_SCRIPT]);
  });
});
