import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import { loadGradients, operatorRows, sequenceNumbers } from '../../../support/gradientRows';
import { type TfjsBench, useTfjsBench } from '../../../support/tfjsBench';

const OPERATORS = { operators: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** The message of what `run` throws, and the profile until then. */
function failureOf(run: () => unknown): { readonly message: string; readonly profile: Profile } {
  try {
    bench.profile(run, OPERATORS);
  } catch (error) {
    return error as Error & { readonly profile: Profile };
  }
  throw new Error('nothing was thrown');
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('gradients that cannot be computed', () => {
  test('that throw end their slices and say what they said', () => {
    const tf = loadGradients();
    const mine = new Error('no gradient today');
    const broken = tf.customGrad(x => ({
      value: tf.neg(x as Tf.Tensor),
      gradFunc: () => {
        throw mine;
      }
    }));
    const run = () => tf.grad(x => broken(x))(tf.scalar(1));
    expect(run).toThrow(mine);
    const { message, profile } = failureOf(() => {
      expect(run).toThrow(mine);
      tf.square(tf.scalar(2));
      run();
    });
    expect(message).toBe('no gradient today');
    const after = operatorRows(profile).find(({ name }) => name === 'Square');
    expect(after?.parent).toBeNull();
    expect(operatorRows(profile).some(row => 'unfinished' in row)).toBe(false);
  });

  test('that TensorFlow.js refuses end their slices with the pass', () => {
    const tf = loadGradients();
    const wide = tf.customGrad((x, y) => ({
      value: tf.add(x as Tf.Tensor, y as Tf.Tensor),
      gradFunc: () => [tf.ones([7]), tf.ones([2])]
    }));
    const run = () => tf.grads((x, y) => wide(x, y))([tf.ones([2]), tf.ones([2])]);
    const bare = messageOf(run);
    expect(bare).toContain('does not match the shape');
    const { message, profile } = failureOf(() => {
      expect(messageOf(run)).toBe(bare);
      tf.square(tf.scalar(2));
      run();
    });
    expect(message).toBe(bare);
    const after = operatorRows(profile).find(({ name }) => name === 'Square');
    expect(after?.parent).toBeNull();
    expect(profile.sources[0].status).toBe('ok');
  });

  test('of an input that its function forgot are refused in the same words', () => {
    const tf = loadGradients();
    tf.registerGradient({
      kernelName: 'Neg',
      gradFunc: () => ({ other: () => tf.scalar(1) })
    });
    try {
      const run = () => tf.grad(x => tf.neg(x))(tf.scalar(1));
      const bare = messageOf(run);
      expect(bare).toContain('Available gradients found: other.');
      expect(failureOf(run).message).toBe(bare);
    } finally {
      tf.unregisterGradient('Neg');
    }
  });

  test('leave nothing behind when the function of the program throws', () => {
    const tf = loadGradients();
    const { profile } = failureOf(() => {
      tf.grad(x => {
        tf.square(x);
        throw new Error('mine');
      })(tf.scalar(1));
    });
    expect(sequenceNumbers(profile)).toEqual(['Square 1', 'Identity 2']);
    const next = bench.profile(() => tf.grad(x => tf.exp(x))(tf.scalar(1)), OPERATORS);
    expect(sequenceNumbers(next)).toEqual(['Exp 1', 'Identity 2', 'ExpBackward ~1']);
  });

  test('keep failures of the recorder to the report', () => {
    const tf = loadGradients();
    const profile = bench.profile(() => {
      bench.recorder.flow = () => {
        throw new Error('no arrows');
      };
      const gradient = tf.grad(x => tf.square(x))(tf.scalar(3));
      expect(gradient.dataSync()).toEqual(new Float32Array([6]));
    }, OPERATORS);
    expect(profile.sources[0].message).toContain('no arrows');
    expect(operatorRows(profile).some(row => 'unfinished' in row)).toBe(false);
  });
});
