import type { Profiler } from 'node:inspector';
import { describe, expect, test } from 'vitest';
import { FrameKind } from '../../../../../src/model/profile/profile';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { convertCpuProfile } from '../../../../../src/sources/v8/cpu/cpuProfileConvert';
import type { V8CpuProfile } from '../../../../../src/sources/v8/cpu/v8Profiler';
import {
  type SourceMapper,
  identityMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';

/** A node as `name@url:line`, its ticks by line, its children; ids follow the order of drawing. */
interface Drawn {
  readonly at: string;
  readonly ticks?: Record<number, number>;
  readonly calls?: readonly Drawn[];
}

function draw(root: Drawn): Profiler.ProfileNode[] {
  const nodes: Profiler.ProfileNode[] = [];
  const add = ({ at, ticks = {}, calls = [] }: Drawn): number => {
    const [, name, url, line] = /^([^@]*)@?(.*?)(?::(\d+))?$/.exec(at)!;
    const id = nodes.length + 1;
    const lineNumber = line === undefined ? -1 : Number(line) - 1;
    const scriptId = url === '' && lineNumber < 0 ? '0' : '1';
    const callFrame = { functionName: name, scriptId, url, lineNumber, columnNumber: 4 };
    nodes.push({ id, callFrame });
    nodes[id - 1] = {
      ...nodes[id - 1],
      positionTicks: Object.entries(ticks).map(([l, t]) => ({ line: Number(l), ticks: t })),
      children: calls.map(add)
    };
    return id;
  };
  add(root);
  return nodes;
}

const cellMapper: SourceMapper = {
  known: file => file.startsWith('Cell'),
  isInternal: file => file.startsWith('/kernel/'),
  sourceFile: file => file.replace('model.js', 'model.ts'),
  mapPosition: (_file, line, column) => (line > 50 ? null : { line: line - 1, column: column + 1 }),
  mapLine: (_file, line) => (line > 50 ? null : { line: line - 1 }),
  hasBadMap: () => false,
  lastLine: () => 9
};

function convert(
  nodes: Profiler.ProfileNode[],
  samples: readonly [id: number, timeUs: number][],
  mapper: SourceMapper = cellMapper,
  more: Pick<V8CpuProfile, 'callLines' | 'clock'> = {}
) {
  const strings = new StringTable();
  const builder = new StackBuilder();
  const startTime = 1_000_000;
  const tables = convertCpuProfile(
    {
      nodes,
      startTime,
      endTime: 1_100_000,
      samples: samples.map(([id]) => id),
      timeDeltas: samples.map(([, time], row) => time - (samples[row - 1]?.[1] ?? 0)),
      ...more
    },
    {
      strings,
      stacks: builder,
      mapper,
      folder: '/users/ada/project',
      originNs: 1_000_000_000n,
      endNs: 1_050_000_000n,
      track: 3
    }
  );
  const text = strings.toArray();
  const [stacks, frames] = [builder.stacks(), builder.frames()];
  const frameText = (row: number) =>
    `${text[frames.name[row]]} ${text[frames.file[row]]}:${frames.line[row]}`;
  const stackText = (row: number): string[] =>
    row < 0 ? [] : [...stackText(stacks.prefix[row]), frameText(stacks.frame[row])];
  return { ...tables, stacks, frames, text, stackText };
}

/** Samples of nodes, 10 µs apart. */
function inTurn(...ids: readonly number[]): readonly [id: number, timeUs: number][] {
  return ids.map((id, row) => [id, 10 * row]);
}

const cellTree = draw({
  at: '(root)',
  calls: [
    {
      at: 'execute@/kernel/main.js:10',
      calls: [
        {
          at: 'runInThisContext@node:vm:100',
          calls: [
            {
              at: '@Cell [5]:1',
              ticks: { 3: 2, 60: 1, 30: 1 },
              calls: [
                {
                  at: 'runKernelFunc@/kernel/main.js:77',
                  ticks: { 77: 9 },
                  calls: [{ at: 'matMul@/users/ada/project/node_modules/tf/core.js:7' }]
                },
                { at: 'spin@Cell [5]:4' },
                { at: 'spin@Cell [5]:4' }
              ]
            }
          ]
        }
      ]
    },
    { at: '(idle)' },
    { at: '(program)' },
    { at: '(garbage collector)' },
    { at: 'listOnTimeout@node:internal/timers:5', calls: [{ at: 'later@Cell [5]:6' }] }
  ]
});

/** The times that the lines of calls are given, and what they give back. */
function givenTimes() {
  const given: number[][] = [];
  const line = { name: '', scriptName: '', lineNumber: 0, selfNs: 0, hitCount: 0, children: [] };
  const toTree = (timesNs: Float64Array) => {
    given.push([...timesNs]);
    return line;
  };
  return { given, line, toTree };
}

describe('convertCpuProfile', () => {
  test('cuts the frames of the profiler and what leads from them to the cell', () => {
    const { samples, stackText } = convert(cellTree, inTurn(6, 5, 7));
    expect(Array.from(samples.stack, stackText)).toEqual([
      ['(top level) Cell [5]:0', 'matMul node_modules/tf/core.js:7'],
      ['(top level) Cell [5]:0'],
      ['(top level) Cell [5]:0', 'spin Cell [5]:3']
    ]);
  });

  test('cuts what Node runs before the profiler that runs the cell', () => {
    const cell = { at: 'work@Cell [5]:4', calls: [{ at: 'run@/kernel/main.js:1' }] };
    const started = { at: 'runInThisContext@node:vm:100', calls: [cell] };
    const kernel = { at: 'execute@/kernel/main.js:10', calls: [started] };
    const tick = { at: 'processTicks@node:internal/task_queues:67', calls: [kernel] };
    const { samples, stackText } = convert(
      draw({ at: '(root)', calls: [tick] }),
      inTurn(2, 4, 5, 6)
    );
    expect(Array.from(samples.stack, stackText)).toEqual([
      ['processTicks node:internal/task_queues:67'],
      ['(program) :0'],
      ['work Cell [5]:3'],
      ['work Cell [5]:3']
    ]);
  });

  test('names machine code, evaluated text and functions of WebAssembly', () => {
    const { frames, text } = convert(
      draw({
        at: '(root)',
        calls: [
          { at: 'map' },
          { at: '' },
          { at: '@:3' },
          { at: 'wasm-function[17]@wasm://wasm/0019ea4a:1', ticks: { 1: 5 } },
          { at: 'add@wasm://wasm/numbers-0019ea4a:1' }
        ]
      }),
      []
    );
    const rows = Array.from(frames.name, (name, row) => [
      `${text[name]} ${text[frames.file[row]]}:${frames.line[row]}`,
      frames.kind[row]
    ]);
    expect(rows.sort()).toEqual([
      ['(anonymous) (eval):3', FrameKind.user],
      ['(native) :0', FrameKind.native],
      ['(program) :0', FrameKind.program],
      ['add numbers-0019ea4a.wasm:0', FrameKind.library],
      ['map :0', FrameKind.native],
      ['wasm-function[17] 0019ea4a.wasm:0', FrameKind.library]
    ]);
  });

  test('gives functions of WebAssembly no lines', () => {
    const wasm = { at: 'wasm-function[17]@wasm://wasm/0019ea4a:1', ticks: { 1: 5 } };
    const { lineTicks } = convert(draw({ at: '(root)', calls: [wasm] }), []);
    expect(lineTicks.length).toBe(0);
  });

  test('shows nodes of the same frames as one stack', () => {
    const { samples } = convert(cellTree, inTurn(7, 8));
    expect(samples.stack[0]).toBe(samples.stack[1]);
  });

  test('keeps runtime frames that the profiler did not cause', () => {
    const { samples, stackText } = convert(cellTree, [[13, 0]]);
    expect(stackText(samples.stack[0])).toEqual([
      'listOnTimeout node:internal/timers:5',
      'later Cell [5]:5'
    ]);
  });

  test('gives an idle thread stack -1, and names the time outside of functions', () => {
    const { samples, stackText } = convert(cellTree, inTurn(9, 10, 11, 3));
    expect(samples.stack[0]).toBe(-1);
    expect(stackText(samples.stack[1])).toEqual(['(program) :0']);
    expect(stackText(samples.stack[2])).toEqual(['(garbage collector) :0']);
    expect(stackText(samples.stack[3])).toEqual(['(program) :0']);
  });

  test('has garbage collected by what ran before, while something ran', () => {
    const { samples, stackText } = convert(cellTree, inTurn(11, 5, 11, 11, 9));
    expect(Array.from(samples.stack, stackText)).toEqual([
      ['(garbage collector) :0'],
      ['(top level) Cell [5]:0'],
      ['(top level) Cell [5]:0', '(garbage collector) :0'],
      ['(top level) Cell [5]:0', '(garbage collector) :0'],
      []
    ]);
  });

  test.each([
    ['a hook', 'initAll@node:internal/promise_hooks:24'],
    ['the profiler', 'range@/kernel/range.js:3'],
    ['what the profiler reads', 'init@/kernel/hooks.js:9']
  ])('has no garbage collected by the code in which %s ran', (_, at) => {
    const waiting = { at: 'wait@Cell [5]:7', calls: [{ at, calls: [{ at: 'get stack' }] }] };
    const tree = draw({
      at: '(root)',
      calls: [{ at: 'make@Cell [5]:4' }, waiting, { at: '(garbage collector)' }]
    });
    const [make, own, read, collector] = [2, 4, 5, 6];
    const ids = [make, own, collector, make, own, read, collector, read, collector];
    const { samples, stackText } = convert(tree, inTurn(...ids));
    const rows = [...ids.keys()].filter(row => ids[row] === collector);
    const stacks = rows.map(row => stackText(samples.stack[row]));
    expect(stacks).toEqual(Array(3).fill(['make Cell [5]:3', '(garbage collector) :0']));
  });

  test('gives each sample’s time to the sample of what ran, with the garbage that it had collected', () => {
    const samples = [4, 11, 7].map((id, row) => [id, 10 * row ** 2] as [number, number]);
    const { given, line, toTree } = givenTimes();
    const { callLines } = convert(cellTree, samples, cellMapper, { callLines: { toTree } });
    expect(given).toEqual([[40_000, 0, 49_960_000]]);
    expect(callLines).toBe(line);
  });

  test('with a clock, a sample stands for the time that its code ran', () => {
    const { given, toTree } = givenTimes();
    const tree = draw({
      at: '(root)',
      calls: [{ at: 'work@Cell [5]:4', calls: [{ at: 'readSync@node:fs:700' }] }, { at: '(idle)' }]
    });
    // at each sample: how long the thread has run and waited for a core, milliseconds
    const [work, read, idle] = [2, 3, 4];
    const taken = [
      [work, 0, 0, 0],
      [work, 10, 2, 8],
      [read, 20, 12, 8],
      [idle, 30, 13, 11],
      [work, 40, 13, 20]
    ];
    const clock = {
      times: Float64Array.from([...taken.map(([, ms]) => ms), 50], ms => 1_000_000 + ms * 1000),
      ranNs: Float64Array.from([...taken.map(([, , ms]) => ms), 22], ms => ms * 1e6),
      queuedNs: Float64Array.from([...taken.map(([, , , ms]) => ms), 21], ms => ms * 1e6)
    };
    const samples = taken.map(([id, ms]): [number, number] => [id, ms * 1000]);
    const got = convert(tree, samples, cellMapper, { clock, callLines: { toTree } });
    const rows = Array.from(got.samples.time, (at, row) => {
      const name = got.stackText(got.samples.stack[row]).at(-1)?.split(' ')[0] ?? 'idle';
      return `${at / 1e6} ${name} ${got.samples.weight[row] / 1e6}`;
    });
    expect(rows).toEqual([
      '0 work 2',
      '10 work 10',
      '20 readSync 1',
      '21 idle 6',
      '30 idle 10',
      '40 work 9'
    ]);
    expect(given).toEqual([[2e6, 10e6, 1e6, 10e6, 9e6]]);
    expect(got.fileWaits.map(({ start, duration }) => [start, duration])).toEqual([[20e6, 6e6]]);
    expect([...got.coreWaits!.time]).toEqual([2e6, 27e6, 49e6]);
    expect([...got.coreWaits!.value]).toEqual([8e6, 3e6, 1e6]);
    expect([...got.taken.weight]).toEqual([10e6, 10e6, 10e6, 10e6, 10e6]);
  });

  test('says whose code each frame is', () => {
    const { frames, text } = convert(cellTree, []);
    const kinds = Object.fromEntries(
      Array.from(frames.name, (name, row) => [text[name], frames.kind[row]])
    );
    expect(kinds).toMatchObject({
      spin: FrameKind.user,
      matMul: FrameKind.library,
      listOnTimeout: FrameKind.runtime,
      '(program)': FrameKind.program,
      '(garbage collector)': FrameKind.gc
    });
  });

  test('orders samples by time, clips them to the window and weighs each until the next', () => {
    const { samples } = convert(cellTree, [
      [7, -500],
      [7, 100],
      [7, 350],
      [7, 300],
      [7, 60_000]
    ]);
    expect(Array.from(samples.time)).toEqual([100_000, 300_000, 350_000]);
    expect(Array.from(samples.weight)).toEqual([200_000, 50_000, 49_650_000]);
    expect(Array.from(samples.track)).toEqual([3, 3, 3]);
  });

  test('puts ticks on source lines, those behind the end on the last one', () => {
    const { lineTicks, text } = convert(cellTree, []);
    const ticks = Array.from(lineTicks.line, (line, row) => [
      text[lineTicks.file[row]],
      line,
      lineTicks.ticks[row]
    ]);
    expect(ticks).toEqual([
      ['Cell [5]', 2, 2],
      ['Cell [5]', 9, 1]
    ]);
  });

  test('leaves a profile without samples empty', () => {
    const { samples, stacks } = convert(draw({ at: '(root)' }), []);
    expect(samples.length).toBe(0);
    expect(stacks.length).toBe(1);
  });

  test('never shows an absolute path', () => {
    const { text } = convert(
      draw({
        at: '(root)',
        calls: [
          { at: 'a@/users/ada/project/src/a.js:1' },
          { at: 'b@file:///users/ada/other/b.mjs:1' },
          { at: 'c@node:fs:1' }
        ]
      }),
      [],
      identityMapper
    );
    expect(text).toEqual(expect.arrayContaining(['src/a.js', '../other/b.mjs', 'node:fs']));
    expect(text.filter(file => file.startsWith('/'))).toEqual([]);
  });

  test('names functions and lines by the file that a script was made of', () => {
    const { text, lineTicks } = convert(
      draw({
        at: '(root)',
        calls: [{ at: 'a@/users/ada/project/model.js:1', ticks: { 4: 2 } }]
      }),
      [[2, 10]]
    );
    expect(text).toContain('model.ts');
    expect(text).not.toContain('model.js');
    expect(text[lineTicks.file[0]]).toBe('model.ts');
  });

  test('takes time in proportion to the samples of deep stacks', () => {
    const deep = (depth: number): Drawn => ({
      at: `f${depth}@Cell [5]:${(depth % 40) + 2}`,
      ticks: { 3: 5 },
      calls: depth === 0 ? [] : [deep(depth - 1)]
    });
    const nodes = draw({ at: '(root)', calls: Array.from({ length: 100 }, () => deep(60)) });
    const cpuMsOf = (count: number): number => {
      const ids = Array.from({ length: count }, (_, row) => (row % nodes.length) + 1);
      const samples = ids.map((id, row): [number, number] => [id, row / 100]);
      const rounds = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(convert(nodes, samples).samples.length).toBe(count);
        return process.cpuUsage(before).user / 1000;
      });
      return Math.min(...rounds);
    };
    const few = cpuMsOf(50_000);
    expect(cpuMsOf(400_000)).toBeLessThan(16 * few);
  });
});
