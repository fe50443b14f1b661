import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test, vi } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import {
  type TfjsBench,
  apiCalls,
  forgetTensorFlow,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';

const globals = globalThis as { _tfengine?: object };

type Methods = Readonly<Record<string, PropertyDescriptor>>;

function changedMethods(before: Methods, after: Methods): string[] {
  return Object.keys(before).filter(name => before[name].value !== after[name].value);
}

const EVERYTHING = {
  operators: true,
  graphOperators: true,
  api: true,
  tensorMemory: true,
  shapes: true
};

/** Operators of a profile but the transfers, which have tests of their own. */
function operators(profile: Profile) {
  return slicesOf(profile).filter(({ name }) => !['write', 'sync', 'init'].includes(name));
}

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

describe('TfjsSource', () => {
  test('records operators with shapes and types of what they read and make, and bytes added', () => {
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
        inputShapes: '[[4,8],[8,2]]',
        inputTypes: '["float32","float32"]',
        outputShapes: '[[4,2]]',
        outputTypes: '["float32"]'
      }
    ]);
    expect(profile.slices.duration[0]).toBeGreaterThan(0);
    expect(profile.strings[profile.labels.category[0]]).toBe('operator');
    expect(profile.sources).toEqual([{ source: 'tfjs', status: 'ok', message: '', records: 1 }]);
  });

  test('keeps shapes to itself unless they were asked for', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => tf.square(tf.ones([3])), { operators: true });
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

  test('waits for TensorFlow.js without a property of its own on the global object', () => {
    const before = Reflect.ownKeys(globalThis);
    const profile = bench.profile(() => {
      expect(Reflect.ownKeys(globalThis)).toEqual(before);
      expect('_tfengine' in globalThis).toBe(true);
    });
    expect(profile.sources[0]).toMatchObject({ source: 'tfjs', status: 'ok' });
    expect('_tfengine' in globalThis).toBe(false);
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
    const methods = Object.getPrototypeOf(engine) as object;
    const ownKeys = Reflect.ownKeys(engine);
    const before = Object.getOwnPropertyDescriptors(methods);
    bench.profile(() => {
      tf.square(tf.ones([2]));
      const during = Object.getOwnPropertyDescriptors(methods);
      expect(changedMethods(before, during)).toHaveLength(16);
    }, EVERYTHING);
    expect(Reflect.ownKeys(engine)).toEqual(ownKeys);
    expect(Object.getOwnPropertyDescriptors(methods)).toEqual(before);
    expect(changedMethods(before, Object.getOwnPropertyDescriptors(methods))).toEqual([]);
    forgetTensorFlow();
    bench.profile(() => undefined);
    expect(Object.hasOwn(globals, '_tfengine')).toBe(false);
  });

  test('keeps its own failures to its report', async () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const { recorder, apiCalls } = bench;
    const fail = () => {
      throw new Error('no room');
    };
    vi.spyOn(recorder, 'begin').mockImplementation(fail);
    vi.spyOn(recorder.allocations, 'allocate').mockImplementation(fail);
    vi.spyOn(apiCalls, 'begin').mockImplementation(fail);
    const profile = await bench.profileAsync(async () => {
      expect(tf.add(tf.square(x), 1).dataSync()).toEqual(new Float32Array([2, 2]));
      expect(await tf.tensor1d([3]).data()).toEqual(new Float32Array([3]));
    }, EVERYTHING);
    expect(profile.slices.length).toBe(0);
    expect(profile.sources[0]).toMatchObject({ source: 'tfjs', status: 'partial' });
    expect(profile.sources[0].message).toMatch(/^no room \(and \d+ more\)\. Operators may be/);
  });

  test('says of an engine of another version what it cannot record', () => {
    let ran = 0;
    const engine = {
      runKernelFunc: (call: object) => (ran += Object.keys(call).length),
      state: { numBytes: 0 }
    };
    globals._tfengine = engine;
    const profile = bench.profile(() => engine.runKernelFunc({ kernelName: 'Add' }), EVERYTHING);
    expect(ran).toBe(1);
    expect(profile.slices.length).toBe(1);
    expect(profile.sources[0].status).toBe('partial');
    expect(profile.sources[0].message).toMatch(/no method \w+/);
  });

  test('records no eager operators when only other kinds are wanted', () => {
    const tf = loadTensorFlow();
    const kinds = { graphOperators: true, api: true, tensorMemory: true };
    const profile = bench.profile(() => tf.square(tf.tensor1d([1, 2])).dataSync(), kinds);
    expect(slicesOf(profile, 'operator')).toEqual([]);
    expect(apiCalls(profile)).toEqual(['tensor1d', 'square', 'dataSync']);
  });

  test('names operators after the custom operator that runs them', () => {
    const tf = loadTensorFlow();
    const { operatorContext } = bench;
    const x = tf.ones([2, 2]);
    const profile = bench.profile(() => {
      const place = { scope: '<unk>:', customOperator: 'Outer' };
      operatorContext.runSync(place, () => tf.matMul(x, x));
      tf.neg(x);
    });
    expect(slicesOf(profile, 'Custom Operator')).toMatchObject([{ name: 'Outer::BatchMatMul' }]);
    expect(slicesOf(profile, 'operator')).toMatchObject([{ name: 'Neg' }]);
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
      { operators: true }
    );
    const rows = operators(outer);
    expect(rows.map(({ name }) => name)).toEqual(['Square', 'Neg']);
    expect(rows[1]).not.toHaveProperty('inputShapes');
  });

  test('records the WebAssembly back end', async () => {
    const tf = loadTensorFlow();
    loadWasmBackend();
    await tf.setBackend('wasm');
    const image = tf.ones<Tf.Rank.R4>([1, 8, 8, 1]);
    const filter = tf.ones<Tf.Rank.R4>([3, 3, 1, 2]);
    const profile = bench.profile(() => tf.conv2d(image, filter, 1, 'valid'));
    expect(operators(profile)).toMatchObject([
      { name: 'Conv2D', bytes: 288, inputShapes: '[[1,8,8,1],[3,3,1,2]]' }
    ]);
  });

  test('gives the gradients of a step unchanged', () => {
    const tf = loadTensorFlow('all');
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
