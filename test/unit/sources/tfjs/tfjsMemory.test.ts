import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import {
  type TfjsBench,
  counterOf,
  loadTensorFlow,
  loadWasmBackend,
  useTfjsBench
} from '../../../support/tfjsBench';

const MEMORY = { tensorMemory: true };

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly isHeld: boolean;
  readonly scope: string;
  readonly device: string;
  readonly address: number;
}

function allocationsOf({ allocations, strings }: Profile): Row[] {
  return Array.from({ length: allocations.length }, (_, row) => ({
    name: strings[allocations.name[row]],
    bytes: allocations.bytes[row],
    isHeld: allocations.isHeld[row] === 1,
    scope: strings[allocations.scope[row]],
    device: strings[allocations.device[row]],
    address: allocations.address[row]
  }));
}

function heldBytes(profile: Profile): number {
  return allocationsOf(profile).reduce((sum, { isHeld, bytes }) => sum + (isHeld ? bytes : 0), 0);
}

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** TensorFlow.js with a back end that has been started. */
async function started(backend: 'cpu' | 'wasm'): Promise<typeof Tf> {
  const tf = loadTensorFlow();
  if (backend === 'wasm') loadWasmBackend();
  await tf.setBackend(backend);
  return tf;
}

describe.each(['cpu', 'wasm'] as const)('memory of tensors of %s', backend => {
  test('is asked for by operators and calls, in profiler scopes', async () => {
    const tf = await started(backend);
    const { operatorContext } = bench;
    const place = { scope: 'encoder:dense_1:', customOperator: null };
    const profile = bench.profile(() => {
      const x = tf.tensor1d([1, 2, 3]);
      operatorContext.runSync(place, () => tf.square(x));
    }, MEMORY);
    const device = `tfjs/${backend}`;
    expect(allocationsOf(profile)).toMatchObject([
      { name: 'tensor', bytes: 12, isHeld: true, scope: '<unk>:', device },
      { name: 'Square', bytes: 12, isHeld: true, scope: 'encoder:dense_1:', device }
    ]);
    expect(profile.slices.length).toBe(0);
  });

  test('has an address where the back end tells it', async () => {
    const tf = await started(backend);
    const tensors: Tf.Tensor[] = [];
    const profile = bench.profile(() => {
      for (let each = 0; each < 3; each++) tensors.push(tf.tensor1d([1, 2]));
    }, MEMORY);
    const told = (tf.backend() as { getMemoryOffset?: (id: object) => number }).getMemoryOffset;
    const expected = tensors.map(({ dataId }) => told?.call(tf.backend(), dataId) ?? -1);
    expect(allocationsOf(profile).map(({ address }) => address)).toEqual(expected);
    expect(expected.every(address => (backend === 'wasm' ? address > 0 : address === -1))).toBe(
      true
    );
  });

  test('is given back by dispose, by tidy, and by the end of a call', async () => {
    const tf = await started(backend);
    const before = tf.memory().numBytes;
    const profile = bench.profile(() => {
      const x = tf.tensor1d([1, 2, 3, 4]);
      const y = tf.tidy(() => tf.relu(tf.add(tf.square(x), 1)));
      const kept = tf.tidy(() => tf.keep(tf.neg(y)));
      x.dispose();
      kept.dispose();
      tf.losses.meanSquaredError(y, tf.zerosLike(y));
    }, MEMORY);
    expect(allocationsOf(profile).filter(({ isHeld }) => isHeld)).toMatchObject([
      { name: 'Relu', bytes: 16 },
      { bytes: 16 },
      { bytes: 4 }
    ]);
    expect(heldBytes(profile)).toBe(tf.memory().numBytes - before);
  });

  test('is counted as TensorFlow.js counts it', async () => {
    const tf = await started(backend);
    const x = tf.ones([1000]);
    const profile = bench.profile(() => {
      const y = tf.square(x);
      y.dispose();
      tf.neg(x);
    }, MEMORY);
    expect(profile.counters).toMatchObject([
      { name: `Memory: tfjs/${backend}`, category: 'Device Storage', unit: 'bytes', kind: 'set' }
    ]);
    expect(Array.from(profile.counters[0].value)).toEqual([4000, 8000, 4000, 8000]);
  });
});

describe('memory of tensors', () => {
  test('is one piece for tensors that share data, until the last is gone', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => {
      const x = tf.tensor1d([1, 2, 3, 4]);
      const matrix = tf.reshape(x, [2, 2]);
      const variable = tf.variable(matrix);
      x.dispose();
      matrix.dispose();
      expect(variable.dataSync()).toEqual(new Float32Array([1, 2, 3, 4]));
    }, MEMORY);
    expect(allocationsOf(profile)).toMatchObject([{ bytes: 16, isHeld: true }]);
    expect(counterOf(profile, 'Memory: tfjs/cpu')).toEqual([16]);
  });

  test('of an earlier recording is none of the next', () => {
    const tf = loadTensorFlow();
    const early = tf.tensor1d([1]);
    let left: Tf.Tensor | null = null;
    const first = bench.profile(() => {
      left = tf.tensor1d([1, 2]);
    }, MEMORY);
    const second = bench.profile(() => {
      tf.tensor1d([1, 2, 3]);
      left?.dispose();
      early.dispose();
    }, MEMORY);
    expect(allocationsOf(first)).toMatchObject([{ bytes: 8, isHeld: true }]);
    expect(allocationsOf(second)).toMatchObject([{ bytes: 12, isHeld: true }]);
    expect(counterOf(second, 'Memory: tfjs/cpu')).toEqual([12, 24, 16, 12]);
  });

  test('of a recording inside another is in both', () => {
    const tf = loadTensorFlow();
    let inner: Profile | null = null;
    const outer = bench.profile(() => {
      const x = tf.tensor1d([1]);
      let y: Tf.Tensor | null = null;
      inner = bench.profile(() => {
        x.dispose();
        y = tf.tensor1d([1, 2]);
      }, MEMORY);
      (y as Tf.Tensor | null)?.dispose();
    }, MEMORY);
    expect(allocationsOf(outer).map(({ isHeld }) => isHeld)).toEqual([false, false]);
    expect(inner && allocationsOf(inner)).toMatchObject([{ bytes: 8, isHeld: true }]);
  });

  test('that is given back during a pause is not held', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => {
      const x = tf.tensor1d([1, 2]);
      bench.recorder.pause();
      tf.tensor1d([1]);
      x.dispose();
      bench.recorder.resume();
      tf.tensor1d([1, 2, 3]);
    }, MEMORY);
    expect(allocationsOf(profile)).toMatchObject([
      { bytes: 8, isHeld: false },
      { bytes: 12, isHeld: true }
    ]);
    expect(counterOf(profile, 'Memory: tfjs/cpu')).toEqual([8, 4, 16]);
  });

  test('of strings is known once they are encoded', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => {
      tf.tensor1d(['ab', 'c']);
      tf.tensor1d(['gone']).dispose();
    }, MEMORY);
    const { numBytes } = tf.memory();
    expect(allocationsOf(profile)).toMatchObject([
      { bytes: numBytes, isHeld: true },
      { isHeld: false }
    ]);
    expect(counterOf(profile, 'Memory: tfjs/cpu').at(-1)).toBe(numBytes);
  });

  test('is counted for each of two back ends', async () => {
    const tf = loadTensorFlow();
    loadWasmBackend();
    const profile = await bench.profileAsync(async () => {
      await tf.setBackend('cpu');
      const x = tf.tensor1d([1]);
      await tf.setBackend('wasm');
      tf.tensor1d([1, 2]);
      x.dispose();
    }, MEMORY);
    expect(allocationsOf(profile)).toMatchObject([
      { device: 'tfjs/cpu', bytes: 4, isHeld: false },
      { device: 'tfjs/wasm', bytes: 8, isHeld: true }
    ]);
    expect(counterOf(profile, 'Memory: tfjs/cpu')).toEqual([4, 0]);
    expect(counterOf(profile, 'Memory: tfjs/wasm')).toEqual([8]);
  });

  test('lasts from the operator to its disposal', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => {
      const x = tf.tensor1d([1]);
      const token = bench.recorder.begin(bench.recorder.label('hold', 'range'));
      bench.recorder.end(token);
      x.dispose();
    }, MEMORY);
    const { allocations, slices, meta } = profile;
    expect(allocations.time[0]).toBeLessThan(slices.start[0]);
    const end = allocations.time[0] + allocations.lifetime[0];
    expect(end).toBeGreaterThan(slices.start[0] + slices.duration[0]);
    expect(end).toBeLessThan(meta.durationNs);
  });

  test('of a training step is all given back but for the weights', () => {
    const tf = loadTensorFlow('all');
    const model = tf.sequential({ layers: [tf.layers.dense({ units: 4, inputShape: [3] })] });
    const optimizer = tf.train.sgd(0.1);
    const before = tf.memory().numBytes;
    const profile = bench.profile(() => {
      tf.tidy(() => {
        const loss = () => tf.sum<Tf.Scalar>(model.predict(tf.ones([2, 3])) as Tf.Tensor);
        optimizer.minimize(loss);
      });
    }, MEMORY);
    expect(allocationsOf(profile).length).toBeGreaterThan(5);
    expect(tf.memory().numBytes).toBe(before);
    expect(heldBytes(profile)).toBe(4 * (3 * 4 + 4));
  });
});
