import { expect, test } from 'vitest';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { testHookDeps } from '../../../support/hookDeps';
import { finishWindow } from '../../../support/recording';
import { type TfjsBench, loadTensorFlow, slicesOf, useTfjsBench } from '../../../support/tfjsBench';

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

test('operators tell the types of all tensors, and nothing of what they are told besides', () => {
  const tf = loadTensorFlow();
  const [table, rows] = [tf.ones([5, 2]), tf.tensor1d([4, 0, 1], 'int32')];
  const profile = bench.profile(() => tf.split(tf.gather(table, rows), 3));
  expect(slicesOf(profile, 'operator')).toMatchObject([
    {
      name: 'GatherV2',
      inputShapes: '[[5,2],[3]]',
      inputTypes: '["float32","int32"]',
      outputShapes: '[[3,2]]',
      outputTypes: '["float32"]'
    },
    { name: 'SplitV', outputShapes: '[[1,2],[1,2],[1,2]]' }
  ]);
});

test('operators tell which tensors hang them together, where that is wanted', () => {
  const tf = loadTensorFlow();
  const a = tf.ones([2, 2]);
  const wanted = { operators: true, tensors: true };
  const [first, second] = slicesOf(
    bench.profile(() => tf.neg(tf.square(a)), wanted),
    'operator'
  );
  expect(first.inputTensors).toBe(`[${a.id}]`);
  expect(second.inputTensors).toBe(first.outputTensors);
  const plain = bench.profile(() => tf.square(a));
  expect(slicesOf(plain, 'operator')[0]).not.toHaveProperty('inputTensors');
});

/** Arguments of the calls of instrumented methods. */
function callsOf(target: object, run: () => unknown): unknown[] {
  const parts = testHookDeps({ facts: true });
  createInstrument(parts)(target);
  const window = parts.recorder.openWindow();
  run();
  parts.recorder.endWindow(window);
  return slicesOf(finishWindow(parts.recorder, window), 'operator');
}

test('instrumented functions tell arrays, matrices and tensors that they take and return', () => {
  const matrix = { rows: 3, columns: 4 };
  const target = {
    scale: (values: Float32Array, by: number) => values.map(value => value * by),
    pack: (given: object) => [given, { dims: [2], type: 'int64' }],
    plain: (text: string) => text
  };
  const slices = callsOf(target, () => {
    target.scale(new Float32Array(6), 2);
    target.pack(matrix);
    target.plain('text');
  });
  expect(slices).toEqual([
    {
      name: 'scale',
      parent: null,
      inputShapes: '[[6],[]]',
      inputTypes: '["float32",""]',
      outputShapes: '[[6]]',
      outputTypes: '["float32"]'
    },
    {
      name: 'pack',
      parent: null,
      inputShapes: '[[3,4]]',
      inputTypes: '["float64"]',
      outputShapes: '[[3,4],[2]]',
      outputTypes: '["float64","int64"]'
    },
    { name: 'plain', parent: null }
  ]);
});

test('an instrumented asynchronous function tells what its promise came to', async () => {
  const parts = testHookDeps({ facts: true });
  const target = { read: (size: number) => Promise.resolve(new Int32Array(size)) };
  createInstrument(parts)(target);
  const window = parts.recorder.openWindow();
  expect(await target.read(3)).toEqual(new Int32Array(3));
  parts.recorder.endWindow(window);
  const [slice] = slicesOf(finishWindow(parts.recorder, window), 'operator');
  expect(slice).toMatchObject({ name: 'read', outputShapes: '[[3]]', outputTypes: '["int32"]' });
});

test('an object whose getters throw is not a tensor, and the call goes on', () => {
  const trap = {
    get shape(): number[] {
      throw new Error('trap');
    }
  };
  const target = { take: (_given: object) => new Uint8Array(1) };
  const [slice] = callsOf(target, () => target.take(trap));
  expect(slice).toMatchObject({ name: 'take', outputShapes: '[[1]]', outputTypes: '["uint8"]' });
  expect(slice).not.toHaveProperty('inputShapes');
});
