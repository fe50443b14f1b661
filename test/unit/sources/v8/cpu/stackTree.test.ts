import { expect, it } from 'vitest';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { CallFrames } from '../../../../../src/sources/v8/cpu/callFrames';
import { StackTree } from '../../../../../src/sources/v8/cpu/stackTree';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';

const WORK = 'work@Cell [5]:4';
const RANGE = `${WORK} > range@/kernel/range.js:3`;
const HRTIME = 'hrtimeBigInt@node:internal/process/per_thread:40';

/** The names of the functions that are shown of a stack, drawn as `name@file:line > …`, outermost first. */
function shownOf(calls: string, awaited: ReadonlySet<number> = new Set()): readonly string[] {
  const path = ['(root)', ...calls.split(' > ')];
  const nodes = path.map((at, row) => {
    const [, functionName, url, line] = /^([^@]*)@?(.*?)(?::(\d+))?$/.exec(at)!;
    const place = { lineNumber: Number(line ?? 0) - 1, columnNumber: 4 };
    const callFrame = { functionName, url, scriptId: url === '' ? '0' : '1', ...place };
    return { id: row + 1, callFrame, children: row + 1 < path.length ? [row + 2] : [] };
  });
  const [strings, builder] = [new StringTable(), new StackBuilder()];
  const mapper = { ...identityMapper, isInternal: (file: string) => file.startsWith('/kernel/') };
  const callFrames = new CallFrames({ strings, stacks: builder, mapper, folder: '/' });
  const stack = new StackTree(nodes, callFrames, builder, awaited).stack(path.length);
  const [stacks, frames] = [builder.stacks(), builder.frames()];
  const texts = strings.toArray();
  const names: string[] = [];
  for (let row = stack; row >= 0; row = stacks.prefix[row]) {
    const name = texts[frames.name[stacks.frame[row]]];
    names.push(stacks.isAwaited[row] === 1 ? `await ${name}` : name);
  }
  return names.reverse();
}

it.each([
  ['no clock that the profiler reads', `${RANGE} > ${HRTIME} > hrtimeBigInt`, ['work']],
  ['nor one of the browser', `${RANGE} > now@node:internal/perf/performance:9 > now`, ['work']],
  ['none of what calls hooks', `${WORK} > initAll@node:internal/promise_hooks:24`, ['work']],
  ['nor what a hook reads', `${WORK} > init@/kernel/hooks.js:9 > get stack`, ['work']],
  [
    'the hook of code',
    `${WORK} > emitInit@node:internal/async_hooks:5 > on@a.js:3`,
    ['work', 'on']
  ],
  ['the clock that code reads', `${WORK} > ${HRTIME}`, ['work', 'hrtimeBigInt']],
  ['other native code in a wrapper', `${RANGE} > run`, ['work', 'run']],
  ['code that is named like a clock', `${RANGE} > now@Cell [5]:7`, ['work', 'now']]
])('a stack has %s', (_what, calls, shown) => {
  expect(shownOf(calls)).toEqual(shown);
});

it.each([
  ['the function that went on', `${WORK} > step@a.js:3`, [3], ['work', 'await step']],
  [
    'the next one that is shown',
    `${WORK} > range@/kernel/r.js:3 > step@a.js:3`,
    [3],
    ['work', 'await step']
  ],
  ['none that has nobody above it', `range@/kernel/r.js:3 > step@a.js:3`, [3], ['step']]
])('a stack shows as awaited %s', (_what, calls, awaited, shown) => {
  expect(shownOf(calls, new Set(awaited))).toEqual(shown);
});
