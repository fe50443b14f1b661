import { describe, expect, it } from 'vitest';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { CallFrames } from '../../../../../src/sources/v8/cpu/callFrames';
import {
  blockedParts,
  FileCallLines,
  functionKey
} from '../../../../../src/sources/v8/cpu/fileWaits';
import type { SampledLine } from '../../../../../src/sources/v8/cpu/sampledLines';
import { StackTree } from '../../../../../src/sources/v8/cpu/stackTree';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';

/** Stretches of so many samples, one after the other, each 1 ns long. */
function stretches(...lengths: number[]) {
  let from = 0;
  return lengths.map(lengthNs => ({ from, to: (from += lengthNs), lengthNs }));
}

describe('the parts of calls in which a thread was blocked', () => {
  const weight = new Float64Array(100).fill(1);

  it('are as long as it was, whatever the calls were', () => {
    for (let blockedNs = 0; blockedNs <= 40; blockedNs++) {
      const parts = blockedParts(stretches(3, 7, 1, 9, 9, 1), blockedNs, weight);
      const sum = parts.reduce((all, { lengthNs }) => all + lengthNs, 0);
      expect(sum).toBe(Math.min(30, blockedNs));
      expect(parts.every(({ from, to, lengthNs }) => to - from === lengthNs)).toBe(true);
    }
  });

  it('are the longest calls, in order of time', () => {
    const parts = blockedParts(stretches(3, 7, 1, 9), 18, weight);
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 10],
      [11, 20]
    ]);
  });

  it('are none for a thread that ran for longer than it was watched', () => {
    expect(blockedParts(stretches(3, 7), -5, weight)).toEqual([]);
  });
});

describe('the lines that call files', () => {
  const site = (
    name: string,
    scriptName: string,
    lineNumber: number,
    hitCount = 0,
    children: SampledLine[] = []
  ): SampledLine => ({
    ...{ name, scriptName, lineNumber, hitCount, columnNumber: 5, children },
    selfNs: hitCount * 1e6
  });

  it('are those at which a function of the user was most often', () => {
    const read = (hits: number) => site('readSync', 'node:fs', 700, 0, [site('read', '', 0, hits)]);
    const topDownRoot = site('(root)', '', 0, 0, [
      site('load', '/app/a.js', 3, 50, [read(2)]),
      site('load', '/app/a.js', 4, 1, [site('parse', '/lib/b.js', 9, 0, [read(5)])]),
      site('other', '/app/a.js', 8, 90)
    ]);
    const lines = new FileCallLines(script => script.startsWith('/app/'));
    lines.add(topDownRoot);
    expect(lines.lineOf(functionKey('load', '/app/a.js', 5))).toBe(4);
    expect(lines.lineOf(functionKey('other', '/app/a.js', 5))).toBe(0);
  });
});

const PROFILED = 'work@Cell [5]:4 > profile@/kernel/session.js:3';
const RANGED = 'work@Cell [5]:4 > range@/kernel/range.js:3';
const WATCHED = 'work@Cell [5]:4 > require@node:internal/modules:9 > watch@/kernel/watch.js:3';

it.each([
  ['code', 'work@Cell [5]:4', true],
  ['the profiler itself', PROFILED, false],
  ['a module that the profiler loads', `${PROFILED} > require@node:internal/modules:9`, false],
  ['code that the profiler calls', `${RANGED} > load@Cell [5]:7`, true],
  ['a module that code loads', WATCHED, true]
])('what %s reads is told apart', (_what, calls, isOfFiles) => {
  const path = ['(root)', ...calls.split(' > '), 'readFileSync@node:fs:700'];
  const nodes = path.map((at, row) => {
    const [, functionName, url, line] = /^([^@]*)@?(.*?)(?::(\d+))?$/.exec(at)!;
    const place = { lineNumber: Number(line ?? 0) - 1, columnNumber: 4 };
    const callFrame = { functionName, url, scriptId: '1', ...place };
    return { id: row + 1, callFrame, children: row + 1 < path.length ? [row + 2] : [] };
  });
  const stacks = new StackBuilder();
  const mapper = { ...identityMapper, isInternal: (file: string) => file.startsWith('/kernel/') };
  const frames = new CallFrames({ strings: new StringTable(), stacks, mapper, folder: '/' });
  expect(new StackTree(nodes, frames, stacks).isOfFiles(path.length)).toBe(isOfFiles);
});
