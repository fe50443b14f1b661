import type { Rank } from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import {
  type TfjsBench,
  apiCalls,
  counterOf,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';

const API = { api: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

describe('calls of tf functions', () => {
  test('are slices with the operators they run inside', () => {
    const tf = loadTensorFlow();
    const x = tf.ones<Rank.R2>([2, 2]);
    const profile = bench.profile(() => tf.matMul(x, x), { api: true, operators: true });
    expect(slicesOf(profile)).toMatchObject([
      { name: 'matMul', parent: null },
      { name: 'BatchMatMul', parent: 'matMul' }
    ]);
  });

  test('are counted, and how many are under way', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const profile = bench.profile(() => tf.neg(tf.square(x)), API);
    expect(counterOf(profile, 'API Calls')).toEqual([1, 2]);
    expect(counterOf(profile, 'API Concurrency')).toEqual([1, 0, 1, 0]);
  });

  test('are those of the program, not those of one function to another', () => {
    const tf = loadTensorFlow();
    const labels = tf.tensor2d([[0, 1]]);
    const logits = tf.tensor2d([[0.2, 0.8]]);
    const profile = bench.profile(() => tf.losses.softmaxCrossEntropy(labels, logits), API);
    expect(apiCalls(profile)).toEqual(['softmaxCrossEntropy']);
  });

  test('are found inside tidy, which is none itself', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const profile = bench.profile(() => tf.tidy('mine', () => tf.neg(tf.square(x))), API);
    expect(apiCalls(profile)).toEqual(['square', 'neg']);
  });

  test('end when they throw, and the error is passed on', () => {
    const tf = loadTensorFlow();
    const x = tf.ones<Rank.R2>([2, 3]);
    let bare: unknown = null;
    try {
      tf.matMul(x, x);
    } catch (error) {
      bare = error;
    }
    const profile = bench.profile(() => {
      expect(() => tf.matMul(x, x)).toThrow(bare);
      tf.neg(x);
    }, API);
    expect(apiCalls(profile)).toEqual(['matMul', 'neg']);
    expect(slicesOf(profile)[1].parent).toBeNull();
    expect(counterOf(profile, 'API Concurrency')).toEqual([1, 0, 1, 0]);
  });

  test('end although TensorFlow.js leaves their scope open', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const engine = tf.engine();
    const profile = bench.profile(() => {
      const broken = {
        dispose: () => {
          throw new Error('stuck');
        },
        id: -1
      };
      const { state } = engine as unknown as { state: { activeScope: { track: unknown[] } } };
      const custom = tf.customGrad(value => {
        state.activeScope.track.push(broken);
        return { value: (value as typeof x).clone(), gradFunc: dy => dy };
      });
      expect(() => tf.tidy(() => custom(x))).toThrow('stuck');
      tf.neg(x);
      tf.square(x);
    }, API);
    expect(apiCalls(profile).slice(-2)).toEqual(['neg', 'square']);
    expect(slicesOf(profile).every(({ parent }) => parent === null)).toBe(true);
    expect(counterOf(profile, 'API Concurrency').at(-1)).toBe(0);
  });

  test('end although their scope cannot be closed', () => {
    const tf = loadTensorFlow();
    const engine = tf.engine() as unknown as { endScope: (result?: unknown) => void };
    const closeScope = engine.endScope.bind(engine);
    const x = tf.ones([2]);
    let failures = 2;
    engine.endScope = result => {
      if (failures-- > 0) throw new Error('cannot close');
      closeScope(result);
    };
    const profile = bench.profile(() => {
      expect(() => tf.neg(x)).toThrow('cannot close');
      tf.square(x);
    }, API);
    expect(slicesOf(profile)).toMatchObject([
      { name: 'neg', parent: null },
      { name: 'square', parent: null }
    ]);
  });

  test('are not recorded unless they are wanted', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const profile = bench.profile(() => tf.neg(x), { operators: true });
    expect(apiCalls(profile)).toEqual([]);
    expect(profile.counters).toEqual([]);
  });

  test('begin anew in the next recording after one that ended inside a call', () => {
    const tf = loadTensorFlow();
    const x = tf.ones([2]);
    const finish = bench.start(API);
    const engine = tf.engine();
    engine.startScope('stuck__op');
    const first = finish();
    expect(apiCalls(first)).toEqual(['stuck']);
    const second = bench.profile(() => tf.neg(x), API);
    engine.endScope();
    expect(apiCalls(second)).toEqual(['neg']);
  });

  test('name how a back end is chosen', async () => {
    const tf = loadTensorFlow();
    loadWasmBackend();
    const profile = await bench.profileAsync(async () => {
      await tf.setBackend('wasm');
      await tf.ready();
    }, API);
    expect(apiCalls(profile)).toEqual(['setBackend', 'ready']);
  });
});
