import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test, vi } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import { type TfjsBench, loadTensorFlow, slicesOf, useTfjsBench } from '../../../support/tfjsBench';

const MEMORY = { tensorMemory: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

function scopesOf({ allocations, strings }: Profile): string[] {
  return [...new Set(Array.from(allocations.scope, row => strings[row]))];
}

function twoLayers(tf: typeof Tf): Tf.Sequential {
  const model = tf.sequential({
    name: 'net',
    layers: [
      tf.layers.dense({ name: 'hidden', units: 4, inputShape: [3], activation: 'tanh' }),
      tf.layers.dense({ name: 'out', units: 1 })
    ]
  });
  model.compile({ optimizer: tf.train.sgd(0.1), loss: 'meanSquaredError' });
  return model;
}

describe('layers', () => {
  test('are scopes inside that of their model', () => {
    const tf = loadTensorFlow('all');
    const model = twoLayers(tf);
    const x = tf.ones([2, 3]);
    const bare = (model.predict(x) as Tf.Tensor).dataSync();
    let predicted: unknown = null;
    const profile = bench.profile(() => {
      predicted = (model.predict(x) as Tf.Tensor).dataSync();
    }, MEMORY);
    expect(predicted).toEqual(bare);
    expect(scopesOf(profile)).toEqual(expect.arrayContaining(['net:hidden:', 'net:out:']));
    expect(scopesOf(profile).join()).not.toContain('net_model');
  });

  test('are slices around their operators, one inside another, where they are wanted', () => {
    const tf = loadTensorFlow('all');
    const model = twoLayers(tf);
    const x = tf.ones([2, 3]);
    const profile = bench.profile(() => model.predict(x), { operators: true, layers: true });
    const layers = slicesOf(profile, 'layer').map(({ name, parent }) => [name, parent]);
    expect(layers).toEqual([
      ['net', null],
      ['hidden', 'net'],
      ['out', 'net']
    ]);
    const operators = slicesOf(profile, 'operator');
    const tanh = operators.filter(({ name }) => name === 'Tanh');
    expect(tanh.map(({ parent }) => parent)).toEqual(['hidden']);
    const plain = bench.profile(() => model.predict(x), { operators: true });
    expect(slicesOf(plain, 'layer')).toEqual([]);
    expect(slicesOf(plain, 'operator').map(({ name }) => name)).toEqual(
      operators.map(({ name }) => name)
    );
  });

  test('are slices that end when a layer throws', () => {
    const tf = loadTensorFlow('all');
    const model = twoLayers(tf);
    const profile = bench.profile(
      () => {
        expect(() => model.apply(tf.ones([2, 5]))).toThrow();
        model.predict(tf.ones([2, 3]));
      },
      { operators: true, layers: true }
    );
    expect(slicesOf(profile, 'layer').map(({ name, parent }) => [name, parent])).toContainEqual([
      'net',
      null
    ]);
  });

  test('are scopes when they are applied by hand, one inside another', () => {
    const tf = loadTensorFlow('all');
    const model = twoLayers(tf);
    const layer = tf.layers.dense({ name: 'alone', units: 1, inputShape: [3] });
    const x = tf.ones([2, 3]);
    const profile = bench.profile(() => {
      layer.apply(x);
      model.apply(x);
    }, MEMORY);
    expect(scopesOf(profile)).toEqual(['alone:', 'net:hidden:', 'net:out:']);
  });

  test('are scopes in training, evaluation and validation', async () => {
    const tf = loadTensorFlow('all');
    const model = twoLayers(tf);
    const x = tf.ones([4, 3]);
    const y = tf.ones([4, 1]);
    const trained = await bench.profileAsync(
      () => model.fit(x, y, { epochs: 1, verbose: 0 }),
      MEMORY
    );
    expect(scopesOf(trained)).toEqual(expect.arrayContaining(['net:hidden:', 'net:out:']));
    const evaluated = bench.profile(() => model.evaluate(x, y), MEMORY);
    expect(scopesOf(evaluated)).toEqual(expect.arrayContaining(['net:hidden:', 'net:out:']));
  });

  test('are none while a model is built of symbols', () => {
    const tf = loadTensorFlow('all');
    const { operatorContext } = bench;
    const runSync = vi.spyOn(operatorContext, 'runSync');
    bench.profile(() => {
      const input = tf.input({ shape: [3] });
      const output = tf.layers.dense({ units: 1 }).apply(input) as Tf.SymbolicTensor;
      tf.model({ inputs: input, outputs: output });
    }, MEMORY);
    expect(runSync).not.toHaveBeenCalled();
    expect(operatorContext.isActive).toBe(false);
  });

  test('stay in a scope of the program', () => {
    const tf = loadTensorFlow('all');
    const layer = tf.layers.dense({ name: 'alone', units: 1, inputShape: [3] });
    const x = tf.ones([2, 3]);
    const profile = bench.profile(() => {
      const place = { scope: 'encoder:', customOperator: null };
      bench.operatorContext.runSync(place, () => layer.apply(x));
    }, MEMORY);
    expect(scopesOf(profile)).toEqual(['encoder:alone:']);
  });

  test('leave their scope when they throw, and are as they were afterwards', () => {
    const tf = loadTensorFlow('all');
    const layer = tf.layers.dense({ units: 1, inputShape: [3] });
    layer.apply(tf.ones([2, 3]));
    const { prototype } = tf.layers.Layer;
    const before = Object.getOwnPropertyDescriptors(prototype);
    const sequential = Object.getOwnPropertyDescriptors(tf.Sequential.prototype);
    let bare: unknown = null;
    try {
      layer.apply(tf.ones([2, 5]));
    } catch (error) {
      bare = error;
    }
    bench.profile(() => {
      expect(() => layer.apply(tf.ones([2, 5]))).toThrow(bare);
      expect(bench.operatorContext.isActive).toBe(false);
    }, MEMORY);
    const after = Object.getOwnPropertyDescriptors(prototype);
    expect(after).toEqual(before);
    expect(after.apply.value).toBe(before.apply.value);
    expect(Object.getOwnPropertyDescriptors(tf.Sequential.prototype)).toEqual(sequential);
  });
});
