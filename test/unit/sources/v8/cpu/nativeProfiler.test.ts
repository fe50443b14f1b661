import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  NODE_COLUMNS,
  type NativeCpuSampler,
  type SampledColumns,
  type SampledTree,
  TICK_COLUMNS,
  loadV8Addon
} from '../../../../../src/native/v8Addon';
import { NativeProfiler } from '../../../../../src/sources/v8/cpu/nativeProfiler';
import { type SampledLine, SampledLines } from '../../../../../src/sources/v8/cpu/sampledLines';
import { spin } from '../../../../support/spin';
import { sampleOf } from '../../../../support/tiers';

const STRINGS = ['(root)', '', 'main', '/app/a.js', 'work', '(program)'];

/** `main` on line 1 calls `work` from its lines 2 and 3; the first sample has no line. */
const COLUMNS: SampledColumns = {
  startTime: 1000,
  endTime: 9000,
  times: Float64Array.of(1500, 3000, 4500),
  intervals: Float64Array.of(1000, 1500),
  functions: {
    nodes: Int32Array.of(...[-1, 0, 1, 0, 0, 0], ...[0, 2, 3, 7, 1, 5], ...[1, 4, 3, 7, 10, 2]),
    ticks: Int32Array.of(2, 11, 2),
    samples: Int32Array.of(0, 2, 2)
  },
  lines: {
    nodes: Int32Array.of(
      ...[-1, 0, 1, 0, 0, 0],
      ...[0, 2, 3, 7, 1, 5],
      ...[1, 4, 3, 7, 2, 2],
      ...[1, 4, 3, 7, 3, 2]
    ),
    ticks: Int32Array.of(...[2, 11, 1], ...[3, 11, 3], ...[3, 12, 1]),
    samples: Int32Array.of(-1, 2, 3)
  },
  strings: STRINGS
};

/** A sampler that records {@link COLUMNS} each time, and what is asked of it. */
function scripted() {
  const log: string[] = [];
  let handles = 0;
  const sampler: NativeCpuSampler = {
    attach: intervalUs => log.push(`attach ${intervalUs}`),
    detach: () => log.push('detach'),
    leave: () => log.push('leave'),
    start: withLines => {
      log.push(withLines ? 'start with lines' : 'start');
      return ++handles;
    },
    marks: () => new Float64Array(2),
    share: (handle, about) => log.push(`share ${handle} ${about}`),
    listShared: () => [],
    takePieces: () => [],
    stop: handle => {
      log.push(`stop ${handle}`);
      return handle === 1 ? COLUMNS : undefined;
    }
  };
  return { profiler: new NativeProfiler(sampler), log };
}

test('a profile is what V8’s inspector would give', () => {
  const { profiler } = scripted();
  profiler.attach(1000);
  const { nodes, samples, timeDeltas, startTime, endTime } = profiler.close(
    profiler.open(true, 0)
  )!;
  const url = pathToFileURL('/app/a.js').href;
  const main = { functionName: 'main', scriptId: '7', url, lineNumber: 0, columnNumber: 4 };
  expect(nodes.map(({ id, callFrame, children = [] }) => ({ id, callFrame, children }))).toEqual([
    {
      id: 1,
      callFrame: {
        functionName: '(root)',
        scriptId: '0',
        url: '',
        lineNumber: -1,
        columnNumber: -1
      },
      children: [2]
    },
    { id: 2, callFrame: main, children: [3] },
    {
      id: 3,
      callFrame: { ...main, functionName: 'work', lineNumber: 9, columnNumber: 1 },
      children: []
    }
  ]);
  expect(nodes.map(({ hitCount }) => hitCount)).toEqual([1, 0, 2]);
  expect(nodes[2].positionTicks).toEqual([{ line: 11, ticks: 2 }]);
  expect({ samples, timeDeltas, startTime, endTime }).toEqual({
    samples: [1, 3, 3],
    timeDeltas: [500, 1500, 1500],
    startTime: 1000,
    endTime: 9000
  });
});

/** The lines with time below a node: `name:line selfMs samples`, indented by depth. */
function drawn({ children, ...line }: SampledLine, depth = 0): string[] {
  const { name, lineNumber, selfNs, hitCount, columnNumber = 0 } = line;
  const text = `${'  '.repeat(depth)}${name}:${lineNumber} ${selfNs / 1e6} ${hitCount} ${columnNumber}`;
  return [text, ...children.flatMap(child => drawn(child, depth + 1))];
}

test('lines of calls have the time below them, and leaf lines that of the samples on them', () => {
  const lines = new SampledLines(COLUMNS.lines!, STRINGS);
  const tree = lines.toTree(Float64Array.of(9e6, 1e6, 4e6));
  expect(drawn(tree)).toEqual([
    '(root):0 0 0 0',
    '  (root):0 0 0 5',
    '    main:3 0 0 2',
    '      work:11 3 0.75 0',
    '      work:12 1 0.25 0',
    '    main:2 0 0 2',
    '      work:11 1 1 0'
  ]);
});

test('V8’s profiler is attached once for overlapping profiles, and detached after the last', () => {
  const { profiler, log } = scripted();
  profiler.attach(1000);
  const [outer, inner] = [profiler.open(false, 0), profiler.open(true, 0)];
  profiler.close(inner);
  profiler.close(outer);
  profiler.dispose();
  expect(log).toEqual(['attach 1000', 'start', 'start with lines', 'stop 2', 'stop 1', 'detach']);
});

test('while it is kept it stays attached and samples nothing', () => {
  const { profiler, log } = scripted();
  profiler.attach(1000);
  const handle = profiler.open(false, 0);
  profiler.keep();
  profiler.close(handle);
  profiler.keep();
  expect(log).toEqual(['attach 1000', 'start', 'stop 1']);
  profiler.letGo();
  profiler.letGo();
  expect(log.slice(3)).toEqual(['detach']);
});

test('the interval changes while V8’s profiler is attached, but for recordings that run', () => {
  const { sampler } = loadV8Addon();
  const gaps = [20_000, 500].map(intervalUs => {
    sampler.attach(intervalUs);
    const handle = sampler.start(false, 0);
    sampler.attach(50);
    spin(100);
    return sampler.stop(handle)!.intervals[1];
  });
  sampler.detach();
  expect(gaps).toEqual([20_000, 500]);
});

test('the samples of recordings of any length have lines, but for those taken at the start', () => {
  const { sampler } = loadV8Addon();
  sampler.attach(500);
  const missing = Array.from({ length: 30 }, (_, at) => {
    const outer = sampler.start(true, 0);
    spin(2 + at);
    const inner = sampler.start(true, 0);
    spin(3);
    return [sampler.stop(inner), sampler.stop(outer)].map(columns => {
      const rows = columns!.lines!.samples;
      expect(rows).toHaveLength(columns!.times.length);
      return rows.filter(row => row < 0).length;
    });
  }).flat();
  sampler.detach();
  expect(Math.max(...missing)).toBeLessThanOrEqual(2);
});

test('functions that V8 has inlined have their own samples and lines', () => {
  const run = (filename: string, code: string): unknown =>
    new Script(code, { filename }).runInThisContext();
  const inner = run(
    '/app/inner.js',
    `${'\n'.repeat(39)}(function inner(rounds) { let mixed = 1;
for (let bit = 0; bit < rounds; bit++) mixed = (mixed * 31 + bit) % 1000003; return mixed; })`
  );
  const outer = run(
    '/app/outer.js',
    `(function outer(inner, ms) {
  let sum = 0;
  for (const end = performance.now() + ms; performance.now() < end; ) sum += inner(3000);
  return sum;
})`
  ) as (called: unknown, ms: number) => number;
  const { sampler } = loadV8Addon();
  sampler.attach(500);
  outer(inner, 100);
  const handle = sampler.start(true, 0);
  outer(inner, 300);
  const columns = sampler.stop(handle)!;
  sampler.detach();
  expect(columns.knowsInlined).toBe(process.arch === 'x64' ? true : undefined);
  const seen: Record<string, number[]> = { outer: [], inner: [] };
  const { nodes, ticks } = columns.lines!;
  for (let at = 0; at < ticks.length; at += TICK_COLUMNS.length) {
    const name = columns.strings[nodes[ticks[at] * NODE_COLUMNS.length + 1]];
    seen[name]?.push(ticks[at + 1]);
  }
  expect(seen['inner']).toContain(41);
  if (columns.knowsInlined) expect(Math.max(0, ...seen['outer'])).toBeLessThanOrEqual(5);
});

describe.skipIf(process.arch !== 'x64')(
  'time in a builtin of V8 is that of the function that calls it',
  () => {
    /** Calls of builtins that compiled code may call without a frame: `values` has small integers. */
    const CALLS = {
      'the spread of an array': '[...texts, at].length',
      'the copy of an array': 'values.slice().length',
      'a join of arrays': 'texts.concat(values).length',
      'a fill of an array': 'values.fill(at).length',
      'a key of an object': 'Number(texts[at % texts.length] in keys)',
      'a search of an array': 'Number(values.includes(-1))',
      'a search for text': "texts.indexOf('none')",
      'a look-up in a map': 'known.get(values[at % values.length]) ?? 0',
      'a look-up of text': 'named.get(texts[at % texts.length]) ?? 0',
      'a comparison of texts': "Number(texts[at % texts.length] < 'text 5')"
    };

    test.each(sampleOf(Object.entries(CALLS), 2))('%s', (_, call) => {
      const caller = new Script(
        `(() => {
        const values = Array.from({ length: 2000 }, (_, at) => at);
        const texts = values.map(at => 'text ' + at);
        const known = new Map(values.map(at => [at, at]));
        const named = new Map(texts.map((text, at) => [text, at]));
        const keys = Object.fromEntries(named);
        const parts = { sum: 0 };
        function work(rounds) {
          for (let at = 0; at < rounds; at++) parts.sum += ${call};
        }
        return function caller(cpuUs, began = process.cpuUsage()) {
          while (process.cpuUsage(began).user < cpuUs) work(20_000);
          return parts.sum;
        };
      })()`,
        { filename: '/app/builtins.js' }
      ).runInThisContext() as (cpuUs: number) => number;
      const { sampler } = loadV8Addon();
      sampler.attach(500);
      caller(100_000);
      const handle = sampler.start(true, 0);
      caller(200_000);
      const { strings, functions } = sampler.stop(handle)!;
      sampler.detach();
      const stacks = [...functions.samples].map(sample => namesOf(strings, functions, sample));
      const called = stacks.filter(
        names => names.includes('caller') && !names.includes('cpuUsage')
      );
      expect(called.length).toBeGreaterThan(50);
      const lost = called.filter(names => !names.includes('work'));
      expect(lost.length / called.length).toBeLessThan(0.1);
    });
  }
);

/** The names on the stack of a sample, innermost first; none of one without a stack. */
function namesOf(strings: readonly string[], { nodes }: SampledTree, sample: number): string[] {
  const names: string[] = [];
  for (let row = sample; row >= 0; row = nodes[row * NODE_COLUMNS.length]) {
    names.push(strings[nodes[row * NODE_COLUMNS.length + 1]]);
  }
  return names;
}

describe('a recording that is taken out of V8 in pieces', () => {
  /** Computes without a pause until there are pieces. */
  function computeFor(pieces: number): { pieces: SampledColumns[]; all: SampledColumns } {
    const { sampler } = loadV8Addon();
    sampler.attach(500);
    const handle = sampler.start(true, 0);
    sampler.share(handle, '');
    const taken: SampledColumns[] = [];
    while (taken.length < pieces) {
      spin(20);
      taken.push(...sampler.takePieces(handle));
    }
    spin(20);
    const all = sampler.stop(handle)!;
    sampler.detach();
    return { pieces: taken, all };
  }

  /** The names on the stacks of samples, innermost first. */
  function stacksOf({ strings }: SampledColumns, tree: SampledTree): string[] {
    return Array.from(tree.samples, sample => namesOf(strings, tree, sample).join(' '));
  }

  test('has all samples but those of its cuts, each once and with its stack and line', () => {
    const { pieces, all } = computeFor(3);
    const inAll = new Set(all.times);
    expect(inAll.size).toBe(all.times.length);
    const inPieces = pieces.flatMap(({ times }) => [...times]);
    expect(all.times.length).toBeGreaterThan(inPieces.length);
    pieces.forEach(({ times }, at) => {
      const left = [...times].filter(time => !inAll.has(time));
      // the trees of functions and of lines begin one after the other
      expect(left.length).toBe(at === 0 ? 0 : 2);
      if (at > 0) expect(Math.min(...left)).toBe(Math.min(...times));
    });
    for (const tree of ['functions', 'lines'] as const) {
      const inThem = pieces.flatMap(piece => {
        const stacks = stacksOf(piece, piece[tree]!);
        return stacks.filter((_, at) => inAll.has(piece.times[at]));
      });
      expect(stacksOf(all, all[tree]!).slice(0, inThem.length)).toEqual(inThem);
    }
    expect(all.lines!.samples.filter(row => row < 0).length).toBeLessThanOrEqual(2);
  });

  test('loses no moment between two pieces', () => {
    const { pieces } = computeFor(3);
    pieces.slice(1).forEach(({ startTime, times, clock }, at) => {
      expect(startTime).toBe(pieces[at].endTime);
      // the clock has a row for each signal: the first is that of the cut itself
      const first = Math.min(...times.filter(time => time >= startTime));
      expect(clock!.times.filter(time => time < first).length).toBeLessThanOrEqual(1);
    });
  });

  test('has no pieces for those that it is not shared with', () => {
    const { sampler } = loadV8Addon();
    sampler.attach(1000);
    const handle = sampler.start(false, 0);
    spin(1200);
    expect(sampler.takePieces(handle)).toEqual([]);
    sampler.share(handle, 'what it is');
    expect(sampler.listShared()).toEqual([[handle, 'what it is']]);
    sampler.stop(handle);
    expect(sampler.takePieces(handle)).toEqual([]);
    expect(sampler.listShared()).toEqual([]);
    sampler.detach();
  });
});

test('a recording without lines has no tree of them, and one of another handle is none', () => {
  const { sampler } = loadV8Addon();
  sampler.attach(1000);
  sampler.attach(500);
  const handle = sampler.start(false, 0);
  expect(sampler.stop(handle)!.lines).toBeUndefined();
  expect(sampler.stop(handle)).toBeUndefined();
  sampler.detach();
  sampler.detach();
  expect(() => sampler.start(true, 0)).toThrow(/V8 runs as many recordings as it can/);
});
