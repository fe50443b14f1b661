import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

/** A frame as `function file:line`; the line is the one that the function was at. */
type Stack = readonly string[];

const LIBRARY = `
import { range } from 'kernelscope';

/** Runs something in a range. */
export function inRange(fn: () => number): number {
  return range('in a library', fn);
}
`;

/** What turns the stacks of the newest profile into text, outermost frame first. */
const READER = `
function stackOf(row: number): string[] {
  const { stacks, frames, strings } = profile.last!.data;
  if (row < 0) return [];
  const frame = stacks.frame[row];
  const text = strings[frames.name[frame]] + ' ' + strings[frames.file[frame]];
  return [...stackOf(stacks.prefix[row]), text + ':' + stacks.line[row]];
}
function sliceStacks(): [string, string[]][] {
  const { sliceStacks, slices, labels, strings } = profile.last!.data;
  return Array.from(sliceStacks.slice, (slice, row) => [
    strings[labels.name[slices.label[slice]]],
    stackOf(sliceStacks.stack[row])
  ]);
}
function heapStacks(): [number, string[]][] {
  const { heapSamples } = profile.last!.data;
  return Array.from(heapSamples.stack, (stack, row) => [heapSamples.bytes[row], stackOf(stack)]);
}`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  writeFileSync(path.join(kernel.process.folder, 'library.ts'), LIBRARY);
  await run(`import { profile, range } from 'kernelscope';

interface Point { x: number; y: number }

export function makePoints(rounds: number): number {
  return range('points', () => {
    let last: Point = { x: 0, y: 0 };
    for (let i = 0; i < rounds; i++) last = { x: last.y + 1, y: i };
    return last.x;
  });
}`);
  await run(`import { inRange } from './library';\n${READER}`);
});

afterAll(() => kernel.dispose());

const run = (code: string): Promise<string> => runCell(kernel, code);

const evaluate = <T>(expression: string): Promise<T> => evaluateCell<T>(kernel, expression);

describe('a cell profiled with --stack and --allocations', () => {
  test('has its operators and its objects on the lines of this and earlier cells', async () => {
    await run(`%%profile -q --stack --allocations=65536

const sum: number =
  makePoints(1e6);
inRange(() => 1);`);
    const slices = new Map(await evaluate<[string, Stack][]>('sliceStacks()'));
    expect(slices.get('points')).toEqual(['(top level) Cell [3]:4', 'makePoints Cell [1]:6']);
    expect(slices.get('in a library')).toEqual(['(top level) Cell [3]:5', 'inRange library.ts:6']);
    const heap = await evaluate<[number, Stack][]>('heapStacks()');
    const [bytes, stack] = [...heap].sort(([a], [b]) => b - a)[0];
    expect(bytes).toBeGreaterThan(0.8 * 1e6 * 28);
    expect(stack.map(frame => frame.replace(/:\d+$/, ''))).toEqual([
      '(top level) Cell [3]',
      'makePoints Cell [1]',
      '(anonymous) Cell [1]'
    ]);
    const functions = await evaluate<number[]>(
      "profile.last!.data.frames.line.filter((_, row) => profile.last!.data.strings[profile.last!.data.frames.name[row]] === 'makePoints')"
    );
    expect([...new Set(Object.values(functions))]).toEqual([5]);
    const sources = await evaluate<{ source: string; status: string }[]>(
      'profile.last!.data.sources'
    );
    for (const name of ['operatorStacks', 'allocations']) {
      expect(sources.find(({ source }) => source === name)?.status).toBe('ok');
    }
  });

  test('shows nothing of the kernel, and no absolute path', async () => {
    const all = [
      ...(await evaluate<[string, Stack][]>('sliceStacks()')),
      ...(await evaluate<[number, Stack][]>('heapStacks()'))
    ];
    for (const [, stack] of all) {
      expect(stack.join()).not.toMatch(/kernel\.cjs|kernelscope:run|node:vm| \//);
    }
  });

  test('keeps stacks of errors as they are', async () => {
    const text = await run(`%%profile -q --stack
const before = Error.prepareStackTrace;
const limit = Error.stackTraceLimit;
range('work', () => 1);
const line = new Error('x').stack!.split('\\n')[1].trim();
console.log(Error.prepareStackTrace === before, Error.stackTraceLimit === limit, line);`);
    expect(text).toMatch(/^true true at .*Cell \[\d+\]:5:/);
  });

  test('follows a function that goes on behind an await', async () => {
    await run(`%%profile -q --stack
async function later(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 60));
  range('late', () => 1);
}
await later();`);
    const stacks = new Map(await evaluate<[string, Stack][]>('sliceStacks()'));
    expect(stacks.get('late')?.at(-1)).toMatch(/^later Cell \[\d+\]:4$/);
    const [place, wait] = [...stacks].find(([name]) => name.startsWith('Cell')) ?? ['', []];
    expect(place).toMatch(/^Cell \[\d+\]:3$/);
    expect(wait.at(-1)).toBe(`later ${place}`);
  });

  test('takes no stacks and no samples unless it is asked to', async () => {
    await run('%%profile -q\nmakePoints(1e5);');
    const counts = await evaluate<number[]>(
      '[profile.last!.data.sliceStacks.length, profile.last!.data.heapSamples.length]'
    );
    expect(counts).toEqual([0, 0]);
  });
});
