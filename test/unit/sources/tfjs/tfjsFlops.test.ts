import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import { loadGradients, operatorRows } from '../../../support/gradientRows';
import {
  type TfjsBench,
  loadTensorFlow,
  loadWasmBackend,
  useTfjsBench
} from '../../../support/tfjsBench';

const FLOPS = { operators: true, flops: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** Names, shapes and operations of the operators of a profile. */
function counts(profile: Profile): unknown[][] {
  return operatorRows(profile).map(({ name, inputShapes, flops }) => [name, inputShapes, flops]);
}

function flopsOf(profile: Profile, wanted: string): unknown {
  return operatorRows(profile).find(({ name }) => name === wanted)?.flops;
}

describe('operators', () => {
  test('test_flops: carry what they compute, and the shapes of their inputs', () => {
    const tf = loadGradients();
    const [a, b] = [tf.ones([4, 8]), tf.ones([8, 2])];
    const profile = bench.profile(() => tf.sum(tf.relu(tf.matMul(a, b))), FLOPS);
    expect(counts(profile)).toEqual([
      ['BatchMatMul', '[[4,8],[8,2]]', 2 * 4 * 8 * 2],
      ['Relu', '[[4,2]]', 8],
      ['Sum', '[[4,2]]', 7]
    ]);
  });

  test('test_profiler_shapes: carry the shapes of their inputs in the order of the call', () => {
    const tf = loadGradients();
    const [x, w, bias] = [tf.randomNormal([128, 20]), tf.ones([20, 30]), tf.zeros([30])];
    const profile = bench.profile(
      () => tf.matMul(tf.add(tf.matMul(x, w), bias), tf.ones([30, 40])),
      { operators: true, shapes: true }
    );
    expect(operatorRows(profile).map(({ name, inputShapes }) => [name, inputShapes])).toEqual([
      ['BatchMatMul', '[[128,20],[20,30]]'],
      ['Add', '[[128,30],[30]]'],
      ['BatchMatMul', '[[128,30],[30,40]]']
    ]);
    expect(operatorRows(profile)[0]).not.toHaveProperty('flops');
  });

  test('of convolutions, pooling and their gradients are counted', () => {
    const tf = loadGradients();
    const [image, filter] = [tf.ones<Tf.Rank.R4>([1, 8, 8, 2]), tf.ones<Tf.Rank.R4>([3, 3, 2, 4])];
    const network = (x: Tf.Tensor, w: Tf.Tensor) =>
      tf.sum(tf.maxPool(tf.conv2d(x as Tf.Tensor4D, w as Tf.Tensor4D, 1, 'valid'), 2, 2, 'valid'));
    const profile = bench.profile(() => tf.grads(network)([image, filter]), FLOPS);
    const convolution = 2 * (6 * 6 * 4) * (3 * 3 * 2);
    expect(flopsOf(profile, 'Conv2D')).toBe(convolution);
    expect(flopsOf(profile, 'Conv2DBackpropInput')).toBe(convolution);
    expect(flopsOf(profile, 'Conv2DBackpropFilter')).toBe(convolution);
    expect(flopsOf(profile, 'MaxPool')).toBe(3 * 3 * 4 * 3);
    expect(flopsOf(profile, 'Conv2DBackward')).toBeUndefined();
    expect(flopsOf(profile, 'MaxPoolGrad')).toBe(3 * 3 * 4 * 4);
  });

  test('of pools with one side or several, in two dimensions or three, know their windows', () => {
    const tf = loadGradients();
    const volume = tf.ones<Tf.Rank.R5>([1, 4, 4, 4, 1]);
    const image = tf.ones<Tf.Rank.R4>([1, 4, 4, 1]);
    const profile = bench.profile(() => {
      tf.avgPool3d(volume, 2, 2, 'valid');
      tf.avgPool(image, [4, 2], 2, 'valid');
    }, FLOPS);
    expect(flopsOf(profile, 'AvgPool3D')).toBe(8 * 8);
    expect(flopsOf(profile, 'AvgPool')).toBe(2 * 8);
  });

  test('that throw, and bodies of custom gradients, carry no number', () => {
    const tf = loadGradients();
    const twice = tf.customGrad(x => ({
      value: tf.mul(x as Tf.Tensor, 2),
      gradFunc: dy => tf.mul(dy, 2)
    }));
    const profile = bench.profile(() => {
      twice(tf.ones([3]));
      const engine = tf.engine();
      expect(() => engine.runKernel('Softmax', {})).toThrow();
    }, FLOPS);
    expect(counts(profile)).toEqual([
      ['customGrad', '[[3]]', undefined],
      ['Multiply', '[[3],[]]', 3],
      ['Softmax', undefined, undefined]
    ]);
  });

  test('of more inputs than are kept carry no number', () => {
    const tf = loadGradients();
    const many = Array.from({ length: 70 }, () => tf.ones([2]));
    const few = many.slice(0, 3);
    const profile = bench.profile(() => [tf.addN(many), tf.addN(few)], FLOPS);
    expect(operatorRows(profile).map(({ flops }) => flops)).toEqual([undefined, 4]);
  });

  test('of the WebAssembly back end are counted alike', async () => {
    const tf = loadTensorFlow('all');
    loadWasmBackend();
    await tf.setBackend('wasm');
    const [a, b] = [tf.ones<Tf.Rank.R2>([4, 8]), tf.ones<Tf.Rank.R2>([8, 2])];
    const profile = bench.profile(
      () => tf.fused.matMul({ a, b, bias: tf.zeros([2]), activation: 'relu' }),
      FLOPS
    );
    expect(flopsOf(profile, '_FusedMatMul')).toBe(2 * 4 * 8 * 2);
    expect(flopsOf(profile, 'fusedMatMul')).toBeUndefined();
    expect(flopsOf(profile, 'Reshape')).toBe(0);
  });

  test('are counted for the recording that wants it, and for the others meanwhile', () => {
    const tf = loadGradients();
    const x = tf.ones([4]);
    const outer = bench.profile(
      () => {
        bench.profile(() => tf.exp(x), FLOPS);
        tf.neg(x);
      },
      { operators: true }
    );
    expect(counts(outer)).toEqual([
      ['Exp', '[[4]]', 4],
      ['Neg', undefined, undefined]
    ]);
  });
});
