import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import type { ProfileOptions } from '../../../src/compat/torch/profileOptions';
import { useGradients } from '../../support/gradientRows';
import { BARE, useTestSessions, writtenTrace } from '../../support/testSessions';

const test = useTestSessions();

let tf: typeof Tf;

useGradients(loaded => {
  tf = loaded;
});

/** `Input Dims` of the operators of that name in the trace of a session; undefined where absent. */
async function inputDims(name: string, run: () => unknown, options: ProfileOptions) {
  const { profile, file } = test();
  const { session } = await profile.run(() => void run(), { ...BARE, ...options });
  const { traceEvents } = writtenTrace(session, file('trace.json'));
  const operators = traceEvents.filter(event => event.ph === 'X' && event.name === name);
  expect(operators.map(({ cat }) => cat)).toEqual(operators.map(() => 'cpu_op'));
  return operators.map(({ args }) => args?.['Input Dims']);
}

describe('PyTorch’s cases of operators’ arguments', () => {
  it('test_profiler_op_event_args: the trace has the shapes of tensors in order of the call', async () => {
    const [a, b] = [tf.ones([40, 33]), tf.ones([33, 22])];
    const dims = await inputDims('BatchMatMul', () => tf.matMul(a, b), { recordShapes: true });
    expect(dims).toEqual([
      [
        [40, 33],
        [33, 22]
      ]
    ]);
  });

  it('test_profiler_op_event_args_concrete_inputs: a scalar is an input without a shape', async () => {
    const run = () => tf.mul(tf.ones([2, 2]), 3);
    expect(await inputDims('Multiply', run, { recordShapes: true })).toEqual([[[2, 2], []]]);
  });

  it('test_profiler_concrete_inputs_toggling: each session has shapes only where it asks', async () => {
    const [x, y] = [tf.ones([2, 3]), tf.ones([3])];
    const seen: unknown[] = [];
    for (const recordShapes of [true, false, true]) {
      seen.push(...(await inputDims('Add', () => tf.add(x, y), { recordShapes })));
    }
    expect(seen).toEqual([[[2, 3], [3]], undefined, [[2, 3], [3]]]);
  });

  it('test_profiler_custom_autograd_function_input_shapes: forward and backward have their shapes', async () => {
    const cubed = tf.customGrad((x, save) => {
      const input = x as Tf.Tensor;
      (save as Tf.GradSaveFunc)([input]);
      return {
        value: tf.pow(input, 3),
        gradFunc: (dy, saved) => tf.mul(dy, tf.square(saved[0]))
      };
    });
    const gradient = tf.grad(x => cubed(x));
    const run = () => gradient(tf.ones([3, 4]));
    expect(await inputDims('Pow', run, { recordShapes: true })).toEqual([[[3, 4], []]]);
    expect(await inputDims('Square', run, { recordShapes: true })).toEqual([[[3, 4]]]);
    const products = await inputDims('Multiply', run, { recordShapes: true });
    expect(products).toContainEqual([
      [3, 4],
      [3, 4]
    ]);
  });

  it('test_profiler_nested_tensor_with_shapes: has the shape of each tensor of a list', async () => {
    const parts = [tf.ones([2, 3]), tf.ones([4, 3]), tf.ones([1, 3])];
    const dims = await inputDims('Concat', () => tf.concat(parts), { recordShapes: true });
    expect(dims).toEqual([
      [
        [2, 3],
        [4, 3],
        [1, 3]
      ]
    ]);
  });
});
