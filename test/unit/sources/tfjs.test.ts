import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type * as Wasm from '@tensorflow/tfjs-backend-wasm';
import type * as Tf from '@tensorflow/tfjs-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '../../../src/model/profile';
import { ArgKind } from '../../../src/model/profile';
import { buildProfile } from '../../../src/record/buildProfile';
import { monotonicClock } from '../../../src/record/clock';
import { Recorder } from '../../../src/record/recorder';
import { TfjsHook, TfjsSource } from '../../../src/sources/tfjs';

const load = createRequire(import.meta.url);
const globals = globalThis as { _tfengine?: object };

/** A fresh copy of TensorFlow.js with its CPU back end, as a notebook loads it. */
function loadTensorFlow(): typeof Tf {
  for (const file of Object.keys(load.cache)) {
    if (file.includes('@tensorflow')) delete load.cache[file];
  }
  const tf = load('@tensorflow/tfjs-core') as typeof Tf;
  load('@tensorflow/tfjs-backend-cpu');
  return tf;
}

function forgetTensorFlow(): void {
  delete globals._tfengine;
  delete (globalThis as { _tfGlobals?: object })._tfGlobals;
}

const info = {
  id: '1',
  name: 'test',
  status: 'complete',
  startedAtMs: 0,
  cpuTimeNs: 0,
  host: 'here',
  pid: 1,
  runtime: 'v20',
  options: {},
  cell: null
} as const;

class Bench {
  readonly recorder = new Recorder({ clock: monotonicClock });
  readonly hook = new TfjsHook(this.recorder);

  profile(run: () => unknown, { shapes = true } = {}): Profile {
    const { recorder } = this;
    const source = new TfjsSource(this.hook, { shapes });
    source.start();
    const window = recorder.openWindow();
    let thrown: unknown = null;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    recorder.endWindow(window);
    source.stopNow();
    const end = window.end!;
    const profile = buildProfile({
      recorder,
      window,
      end,
      sources: [source],
      sliceCostNs: 0,
      info
    });
    recorder.closeWindow(window);
    if (thrown !== null) throw Object.assign(thrown as Error, { profile });
    return profile;
  }
}

interface Row {
  readonly name: string;
  readonly parent: string | null;
  readonly [key: string]: unknown;
}

/** The operators of a profile with their parents and arguments. */
function operators(profile: Profile): Row[] {
  const { slices, labels, args, strings } = profile;
  const nameOf = (row: number) => strings[labels.name[slices.label[row]]];
  return Array.from({ length: slices.length }, (_, row) => {
    const own: Record<string, unknown> = {};
    for (let at = 0; at < args.length; at++) {
      if (args.slice[at] !== row) continue;
      const isText = args.kind[at] === ArgKind.string;
      own[strings[args.key[at]]] = isText ? strings[args.value[at]] : args.value[at];
    }
    const parent = slices.parent[row];
    return { name: nameOf(row), parent: parent < 0 ? null : nameOf(parent), ...own };
  });
}

let bench: Bench;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  forgetTensorFlow();
  bench = new Bench();
});

afterEach(() => {
  forgetTensorFlow();
  vi.restoreAllMocks();
});

describe('TfjsSource', () => {
  test('records operators with their input shapes and the bytes they add', () => {
    const tf = loadTensorFlow();
    const a = tf.ones([4, 8]);
    const b = tf.ones([8, 2]);
    const profile = bench.profile(() => {
      tf.matMul(a, b);
    });
    expect(operators(profile)).toEqual([
      {
        name: 'BatchMatMul',
        parent: null,
        bytes: 32,
        inputShapes: '[[4,8],[8,2]]'
      }
    ]);
    expect(profile.slices.duration[0]).toBeGreaterThan(0);
    expect(profile.strings[profile.labels.category[0]]).toBe('operator');
    expect(profile.sources).toEqual([{ source: 'tfjs', status: 'ok', message: '', records: 1 }]);
  });

  test('keeps shapes to itself unless they were asked for', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => tf.square(tf.ones([3])), { shapes: false });
    expect(operators(profile)[0]).not.toHaveProperty('inputShapes');
  });

  test('gives lists and scalars their shapes too', () => {
    const tf = loadTensorFlow();
    const parts = [tf.ones([1, 2]), tf.ones([3, 2])];
    const scalar = tf.scalar(2);
    const profile = bench.profile(() => {
      tf.concat(parts);
      tf.neg(scalar);
    });
    expect(operators(profile).map(({ inputShapes }) => inputShapes)).toEqual([
      '[[1,2],[3,2]]',
      '[[]]'
    ]);
  });

  test('nests operators in ranges and in operators of several steps', () => {
    const tf = loadTensorFlow();
    const { recorder } = bench;
    const profile = bench.profile(() => {
      const token = recorder.begin(recorder.label('step', 'user_annotation'));
      const loss = tf.losses.softmaxCrossEntropy(tf.tensor2d([[0, 1]]), tf.tensor2d([[0.2, 0.8]]));
      recorder.end(token);
      loss.dispose();
    });
    const rows = operators(profile);
    expect(rows[0]).toMatchObject({ name: 'step', parent: null });
    expect(rows.filter(({ parent }) => parent === 'step').length).toBeGreaterThan(1);
    const outer = rows.find(({ name }) => name === 'softmaxCrossEntropy');
    expect(outer).toBeDefined();
    expect(rows.some(({ parent }) => parent === 'softmaxCrossEntropy')).toBe(true);
  });

  test('serves a copy of TensorFlow.js that is loaded while recording', () => {
    const profile = bench.profile(() => {
      const tf = loadTensorFlow();
      tf.square(tf.ones([2]));
    });
    expect(operators(profile).map(({ name }) => name)).toContain('Square');
    expect(Object.getOwnPropertyDescriptor(globals, '_tfengine')).toMatchObject({
      writable: true,
      enumerable: true,
      configurable: true
    });
  });

  test('serves a second copy that shares the engine of the first', () => {
    const profile = bench.profile(() => {
      const first = loadTensorFlow();
      const second = loadTensorFlow();
      expect(second).not.toBe(first);
      first.square(first.ones([2]));
      second.neg(second.ones([2]));
    });
    const names = operators(profile).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Square', 'Neg']));
  });

  test('records the next recording as well, and nothing between the two', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    bench.profile(() => tf.square(x));
    tf.neg(x);
    const profile = bench.profile(() => tf.sqrt(x));
    expect(operators(profile).map(({ name }) => name)).toEqual(['Sqrt']);
    expect(profile.sources[0].records).toBe(1);
  });

  test('counts tensor bytes for each back end', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([1000]);
    const profile = bench.profile(() => {
      const y = tf.square(x);
      y.dispose();
      tf.neg(x);
    });
    const [counter] = profile.counters;
    expect(counter).toMatchObject({
      name: 'Memory: tfjs/cpu',
      category: 'Device Storage',
      unit: 'bytes'
    });
    expect(Array.from(counter.value)).toEqual([4000, 8000]);
  });

  test('passes the errors of TensorFlow.js on, with the operator recorded', () => {
    const tf = loadTensorFlow();
    const mine = new Error('my own mistake');
    const broken = tf.customGrad(() => {
      throw mine;
    });
    let seen: unknown = null;
    try {
      bench.profile(() => broken(tf.ones([1])));
    } catch (error) {
      seen = error;
    }
    expect(seen).toBe(mine);
    const { profile } = seen as { profile: Profile };
    expect(operators(profile).map(({ name }) => name)).toEqual(['customGrad']);
    expect(profile.slices.duration[0]).toBeGreaterThan(0);
  });

  test('leaves TensorFlow.js exactly as it was', () => {
    const tf = loadTensorFlow();
    tf.square(tf.ones([2]));
    const engine = tf.engine();
    const before = Reflect.ownKeys(engine);
    bench.profile(() => tf.square(tf.ones([2])));
    expect(Reflect.ownKeys(engine)).toEqual(before);
    expect(Object.hasOwn(engine, 'runKernelFunc')).toBe(false);
    forgetTensorFlow();
    bench.profile(() => undefined);
    expect(Object.hasOwn(globals, '_tfengine')).toBe(false);
  });

  test('leaves a method alone that somebody else replaced meanwhile', () => {
    const tf = loadTensorFlow();
    const engine = tf.engine() as unknown as { runKernelFunc: unknown };
    const own = () => undefined;
    bench.profile(() => {
      engine.runKernelFunc = own;
    });
    expect(engine.runKernelFunc).toBe(own);
  });

  test('stays in place until the last of several recordings ends', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const outer = bench.profile(
      () => {
        const inner = bench.profile(() => tf.square(x));
        expect(operators(inner)[0]).toMatchObject({ name: 'Square', inputShapes: '[[2]]' });
        tf.neg(x);
      },
      { shapes: false }
    );
    const rows = operators(outer);
    expect(rows.map(({ name }) => name)).toEqual(['Square', 'Neg']);
    expect(rows[1]).not.toHaveProperty('inputShapes');
  });

  test('records the WebAssembly back end', async () => {
    const tf = loadTensorFlow();
    const wasm = load('@tensorflow/tfjs-backend-wasm') as typeof Wasm;
    wasm.setWasmPaths(dirname(load.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
    await tf.setBackend('wasm');
    const image = tf.ones<Tf.Rank.R4>([1, 8, 8, 1]);
    const filter = tf.ones<Tf.Rank.R4>([3, 3, 1, 2]);
    const profile = bench.profile(() => tf.conv2d(image, filter, 1, 'valid'));
    expect(operators(profile)).toMatchObject([
      { name: 'Conv2D', bytes: 288, inputShapes: '[[1,8,8,1],[3,3,1,2]]' }
    ]);
    expect(profile.counters.map(({ name }) => name)).toEqual(['Memory: tfjs/wasm']);
  });

  test('gives the gradients of a step unchanged', () => {
    loadTensorFlow();
    const tf = load('@tensorflow/tfjs') as typeof Tf;
    const x = tf.reshape(tf.linspace(0, 1, 12), [4, 3]);
    const w = tf.fill([3, 2], 0.3);
    const loss = (weights: Tf.Tensor) => tf.sum(tf.square(tf.softmax(tf.matMul(x, weights))));
    const step = () => Array.from(tf.grad(loss)(w).dataSync());
    const bare = step();
    let recorded: number[] = [];
    const profile = bench.profile(() => {
      recorded = step();
    });
    expect(recorded).toEqual(bare);
    expect(profile.slices.length).toBeGreaterThan(10);
  });
});
