import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import {
  type TfjsBench,
  apiCalls,
  loadTensorFlow,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';

const API = { api: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

const MAKERS: Readonly<Record<string, (tf: typeof Tf) => unknown>> = {
  linspace: tf => tf.linspace(0, 1, 3),
  range: tf => tf.range(0, 3),
  fill: tf => tf.fill([2], 1),
  ones: tf => tf.ones([2]),
  zeros: tf => tf.zeros([2]),
  variable: tf => tf.variable(tf.scalar(1)),
  scalar: tf => tf.scalar(1),
  tensor: tf => tf.tensor([1, 2]),
  tensor1d: tf => tf.tensor1d([1]),
  tensor2d: tf => tf.tensor2d([[1]]),
  tensor3d: tf => tf.tensor3d([[[1]]]),
  tensor4d: tf => tf.tensor4d([[[[1]]]]),
  tensor5d: tf => tf.tensor5d([[[[[1]]]]]),
  tensor6d: tf => tf.tensor6d([[[[[[1]]]]]])
};

describe('functions of tf that make tensors', () => {
  test.each(['core', 'all'] as const)('are calls under their own names, of %s', part => {
    const tf = loadTensorFlow(part);
    for (const [name, make] of Object.entries(MAKERS)) {
      expect(apiCalls(bench.profile(() => make(tf), API))).toContain(name);
    }
    expect(apiCalls(bench.profile(() => tf.tensor2d([[1]]), API))).toEqual(['tensor2d']);
    expect(apiCalls(bench.profile(() => tf.zeros([2], 'complex64'), API))).toEqual(['zeros']);
  });

  test('are those that they were before and after a recording, with their errors', () => {
    const tf = loadTensorFlow();
    const { linspace, tensor1d } = tf;
    const wrong = () => tf.tensor1d([[1]] as never);
    const profile = bench.profile(() => expect(wrong).toThrow('requires values to be a flat'), API);
    expect(apiCalls(profile)).toEqual(['tensor1d']);
    expect([tf.linspace, tf.tensor1d]).toEqual([linspace, tensor1d]);
    expect(apiCalls(bench.profile(() => tf.ones([2]), { operators: true }))).toEqual([]);
  });
});

describe('functions of tf that differentiate', () => {
  test('are calls around those of the function', () => {
    const tf = loadTensorFlow('all');
    const x = tf.tensor1d([1, 2]);
    const square = (value: Tf.Tensor): Tf.Tensor => tf.sum(tf.square(value));
    const gradient = bench.profile(() => tf.grad(square)(x), API);
    expect(slicesOf(gradient, 'API').slice(0, 3)).toMatchObject([
      { name: 'grad', parent: null },
      { name: 'square', parent: 'grad' },
      { name: 'sum', parent: 'grad' }
    ]);
    const all = bench.profile(() => {
      tf.grads(square)([x]);
      tf.valueAndGrad(square)(x);
      tf.valueAndGrads(square)([x]);
      const w = tf.variable(x);
      tf.variableGrads(() => square(w) as Tf.Scalar);
    }, API);
    const outer = slicesOf(all, 'API').filter(({ parent }) => parent === null);
    expect(outer.map(({ name }) => name)).toEqual([
      'grads',
      'valueAndGrad',
      'valueAndGrads',
      'variable',
      'variableGrads'
    ]);
  });

  test('give the same values', () => {
    const tf = loadTensorFlow('all');
    const cube = (value: Tf.Tensor): Tf.Tensor => tf.pow(value, 3);
    let found: unknown = null;
    bench.profile(() => {
      found = tf.grad(cube)(tf.scalar(2)).dataSync()[0];
    }, API);
    expect(found).toBe(12);
  });
});
