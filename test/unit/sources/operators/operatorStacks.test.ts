import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RangeFunction, createRange } from '../../../../src/engine/annotate/range';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../../../src/engine/arguments/recordingOptions';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { compileModule } from '../../../support/compiledModule';
import { useFolder } from '../../../support/folders';
import { sliceStackTexts } from '../../../support/stackTexts';
import { forgetTensorFlow, loadTensorFlow } from '../../../support/tfjsBench';

const QUIET: Partial<RecordingOptions> = {
  cpuIntervalUs: null,
  memoryPeriodMs: null,
  gc: false,
  async: false,
  stacks: true
};

const folder = useFolder();
let host: RecordingHost;
let range: RangeFunction;

beforeEach(() => {
  host = new RecordingHost();
  host.configure({ folder });
  range = createRange(host.recorder);
});

function record(run: () => void, options: Partial<RecordingOptions> = {}): Profile {
  const recording = host.start({ ...QUIET, ...options });
  run();
  const { data } = recording.stop();
  validateProfile(data);
  return data;
}

/** The line of this file that is `code`, one-based. */
function lineOf(code: string): number {
  const lines = readFileSync(__filename, 'utf8').split('\n');
  return lines.findIndex(line => line.trim() === code) + 1;
}

/** Compiles text as a script of a cell. */
function cell<T>(text: string, filename: string): T {
  return runInThisContext(text, { filename }) as T;
}

describe('OperatorStacks', () => {
  test('leads from the program to the line that began a slice, through the functions between', () => {
    const run = cell<(range: RangeFunction) => void>(
      `(range => {
  const inner = () => {
    range('work', () => 1);
  };
  const outer = () => {
    inner();
  };
  outer();
})`,
      'Cell [3]'
    );
    const profile = record(() => run(range));
    const [[name, stack]] = sliceStackTexts(profile);
    expect(name).toBe('work');
    expect(stack.slice(-3)).toEqual([
      '(top level) Cell [3]:8',
      'outer Cell [3]:6',
      'inner Cell [3]:3'
    ]);
    expect(profile.sources).toContainEqual({
      source: 'operatorStacks',
      status: 'ok',
      message: '',
      records: 1
    });
    expect(profile.meta.overheadNs).toBeGreaterThan(1000);
  });

  test('shows no frame of the profiler, and none of Node before the program', () => {
    const profile = record(() => range('work', () => range('inside', () => 1)));
    for (const [, stack] of sliceStackTexts(profile)) {
      expect(stack[0]).not.toContain(' node:');
      expect(stack.at(-1)).toContain('operatorStacks.test.ts');
      expect(stack.join()).not.toMatch(/src\/(record|sources|api)\//);
    }
    expect(profile.sliceStacks.length).toBe(2);
  });

  test('puts functions where they begin, and says whose they are', () => {
    const run = cell<(range: RangeFunction) => void>(
      `(range => {

  function here() {
    [1].map(() => range('work', () => 1));
  }
  here();
})`,
      'Cell [4]'
    );
    const { frames, strings, sliceStacks, stacks } = record(() => run(range));
    const rows = Array.from(frames.name, (name, row) => [
      strings[name],
      frames.line[row],
      frames.kind[row]
    ]);
    expect(rows).toContainEqual(['here', 3, FrameKind.user]);
    expect(rows).toContainEqual(['map', 0, FrameKind.native]);
    expect(stacks.line[sliceStacks.stack[0]]).toBe(4);
  });

  test('gives each operator of TensorFlow.js the line of the program that ran it', () => {
    const tf = loadTensorFlow();
    try {
      const profile = record(() => {
        const a = tf.tensor1d([1, 2, 3]);
        tf.square(a);
      });
      const square = sliceStackTexts(profile).find(([name]) => name === 'Square');
      const ours = square?.[1].filter(frame => frame.includes('operatorStacks.test.ts'));
      expect(ours?.at(-1)).toMatch(new RegExp(`:${lineOf('tf.square(a);')}$`));
      expect(square?.[1].at(-1)).toContain('node_modules/@tensorflow/tfjs-core/');
      const { frames, strings } = profile;
      const kinds = new Set<number>();
      frames.file.forEach((file, row) => {
        if (strings[file].startsWith('node_modules/')) kinds.add(frames.kind[row]);
      });
      expect([...kinds]).toEqual([FrameKind.library]);
    } finally {
      forgetTensorFlow();
    }
  });

  test('knows where instrumented functions were called, with operators that settle later', async () => {
    const service = { load: async () => Promise.resolve(1) };
    const { restore } = createInstrument(host.hooks)(service);
    const recording = host.start(QUIET);
    const pending = service.load();
    await pending;
    const { data } = await recording.finish();
    restore();
    const [[name, stack]] = sliceStackTexts(data);
    expect(name).toBe('load');
    expect(stack.at(-1)).toMatch(
      new RegExp(`operatorStacks.test.ts:${lineOf('const pending = service.load();')}$`)
    );
  });

  test.each(['inline', 'beside'] as const)(
    'leads to the TypeScript of a file whose source map is %s',
    place => {
      const source = `
interface Options {
  readonly deep: boolean;
}

type Range = (name: string, fn: () => unknown) => unknown;

// A comment that the compiler drops.
export function run(range: Range, options: Options): void {
  if (options.deep) {
    range('work', () => 1);
  }
}
`;
      type Exports = { run(range: RangeFunction, options: object): void };
      const { exports } = compileModule<Exports>(folder, `model-${place}`, source, place);
      const profile = record(() => exports.run(range, { deep: true }));
      const [[, stack]] = sliceStackTexts(profile);
      expect(stack.at(-1)).toBe(`run model-${place}.ts:11`);
      const { frames, strings } = profile;
      const file = strings.indexOf(`model-${place}.ts`);
      const run = frames.file.indexOf(file);
      expect(frames.line[run]).toBe(9);
      expect(profile.strings.filter(text => text.startsWith('/'))).toEqual([]);
    }
  );

  test('has no stacks when they were not asked for, and takes none', () => {
    const { recorder } = host;
    const recording = host.start({ ...QUIET, stacks: false });
    expect(recorder.stackCapture).toBeNull();
    range('work', () => 1);
    const { data } = recording.stop();
    expect(data.sliceStacks.length).toBe(0);
    expect(data.stacks.length).toBe(0);
    expect(data.sources.map(({ source }) => source)).not.toContain('operatorStacks');
  });

  test('ends with the recording that asked, and begins anew with the next', () => {
    const first = record(() => range('one', () => 1));
    expect(host.recorder.stackCapture).toBeNull();
    const second = record(() => range('two', () => 2));
    expect(sliceStackTexts(first).map(([name]) => name)).toEqual(['one']);
    expect(sliceStackTexts(second).map(([name]) => name)).toEqual(['two']);
    expect(second.sources.find(({ source }) => source === 'operatorStacks')?.records).toBe(1);
  });

  test('gives recordings that overlap each its own slices, each slice once', () => {
    const outer = host.start(QUIET);
    range('before', () => 1);
    const inner = record(() => range('inside', () => 1));
    range('after', () => 1);
    const { data } = outer.stop();
    expect(sliceStackTexts(inner).map(([name]) => name)).toEqual(['inside']);
    expect(sliceStackTexts(data).map(([name]) => name)).toEqual(['before', 'inside', 'after']);
  });
});

describe('the recorded program', () => {
  const before = {
    limit: Error.stackTraceLimit,
    prepare: Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  };

  afterEach(() => {
    Error.stackTraceLimit = before.limit;
    if (before.prepare) Object.defineProperty(Error, 'prepareStackTrace', before.prepare);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  });

  test('keeps its own form of stacks, which is never called', () => {
    let calls = 0;
    const prepare = (): string => `mine ${++calls}`;
    Error.prepareStackTrace = prepare;
    Error.stackTraceLimit = 0;
    const profile = record(() => range('work', () => 1));
    expect(Reflect.get(Error, 'prepareStackTrace')).toBe(prepare);
    expect(Error.stackTraceLimit).toBe(0);
    expect(calls).toBe(0);
    expect(sliceStackTexts(profile)).toHaveLength(1);
    expect(new Error('x').stack).toBe('mine 1');
  });

  test('may recurse until its stack is used up', () => {
    const run = cell<(range: RangeFunction) => number>(
      `(range => {
  let depth = 0;
  const down = () => range('down', () => { depth++; down(); });
  try { down(); } catch (error) { if (!(error instanceof RangeError)) throw error; }
  return depth;
})`,
      'Cell [5]'
    );
    let depth = 0;
    const profile = record(() => {
      depth = run(range);
    });
    expect(depth).toBeGreaterThan(500);
    expect(profile.slices.length).toBeGreaterThanOrEqual(depth);
    const deepest = sliceStackTexts(profile).at(-1)?.[1] ?? [];
    expect(deepest.length).toBeLessThanOrEqual(64);
    expect(deepest.at(-1)).toContain('Cell [5]:3');
  });
});
