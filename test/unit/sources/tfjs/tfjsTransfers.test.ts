import { describe, expect, test, vi } from 'vitest';
import {
  type TfjsBench,
  apiCalls,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';

const BOTH = { api: true, operators: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** TensorFlow.js with a back end that has been started. */
async function started(backend: 'cpu' | 'wasm') {
  const tf = loadTensorFlow();
  if (backend === 'wasm') loadWasmBackend();
  await tf.setBackend(backend);
  return tf;
}

describe.each(['cpu', 'wasm'] as const)('transfers of %s', backend => {
  test('write tensors, in the call that makes them', async () => {
    const tf = await started(backend);
    const profile = bench.profile(() => tf.tensor2d([[1, 2, 3]]), BOTH);
    expect(slicesOf(profile)).toEqual([
      { name: 'tensor2d', parent: null },
      { name: 'write', parent: 'tensor2d', of: `tfjs/${backend}`, bytes: 12 }
    ]);
  });

  test('write the numbers that operators take, inside their call', async () => {
    const tf = await started(backend);
    const x = tf.ones([4]);
    const profile = bench.profile(() => tf.add(x, 2), BOTH);
    expect(slicesOf(profile)).toMatchObject([
      { name: 'add', parent: null },
      { name: 'write', parent: 'add', bytes: 4 },
      { name: 'Add', parent: 'add' }
    ]);
  });

  test('read at once', async () => {
    const tf = await started(backend);
    const x = tf.tensor1d([1, 2]);
    let data: unknown = null;
    const profile = bench.profile(() => {
      data = x.dataSync();
      expect(x.arraySync()).toEqual([1, 2]);
    }, BOTH);
    expect(data).toEqual(new Float32Array([1, 2]));
    expect(slicesOf(profile)).toEqual([
      { name: 'dataSync', parent: null },
      { name: 'sync', parent: 'dataSync', of: `tfjs/${backend}`, bytes: 8 },
      { name: 'dataSync', parent: null },
      { name: 'sync', parent: 'dataSync', of: `tfjs/${backend}`, bytes: 8 }
    ]);
  });

  test('read later on a lane, with an arrow from the call', async () => {
    const tf = await started(backend);
    const x = tf.tensor1d([1, 2]);
    let data: unknown = null;
    const profile = await bench.profileAsync(async () => {
      data = await x.data();
      expect(await x.array()).toEqual([1, 2]);
    }, BOTH);
    expect(data).toEqual(new Float32Array([1, 2]));
    expect(apiCalls(profile)).toEqual(['data', 'data']);
    expect(slicesOf(profile, 'operator')).toMatchObject([
      { name: 'sync', of: `tfjs/${backend}`, bytes: 8 },
      { name: 'sync' }
    ]);
    const { slices, tracks, flows } = profile;
    const kinds = Array.from(slices.track, track => tracks[track].kind);
    expect(kinds).toEqual(['thread', 'asyncLane', 'thread', 'asyncLane']);
    expect([...flows.from, ...flows.to]).toEqual([0, 2, 1, 3]);
  });

  test('begin with the start of the back end', async () => {
    const tf = loadTensorFlow();
    if (backend === 'wasm') loadWasmBackend();
    const profile = await bench.profileAsync(async () => {
      await tf.setBackend(backend);
      tf.tensor1d([1]);
    }, BOTH);
    const start = slicesOf(profile, 'operator').filter(({ name }) => name === 'init');
    expect(start).toMatchObject([
      { of: `tfjs/${backend}`, step: 'backend' },
      { of: `tfjs/${backend}`, step: 'kernels' }
    ]);
    const { slices, tracks } = profile;
    const row = slicesOf(profile).findIndex(({ step }) => step === 'backend');
    const isAsync = tracks[slices.track[row]].kind === 'asyncLane';
    expect(isAsync).toBe(backend === 'wasm');
    expect(slices.duration[row]).toBeGreaterThan(0);
    expect(slicesOf(profile).some(({ unfinished }) => unfinished === true)).toBe(false);
    const again = await bench.profileAsync(() => Promise.resolve(tf.tensor1d([1])), BOTH);
    expect(slicesOf(again).map(({ name }) => name)).toEqual(['tensor1d', 'write']);
  });
});

describe('transfers', () => {
  test('start the first back end where that was left to the first operator', () => {
    const tf = loadTensorFlow();
    const profile = bench.profile(() => tf.scalar(1), BOTH);
    expect(slicesOf(profile)).toMatchObject([
      { name: 'scalar', parent: null },
      { name: 'write', parent: 'scalar', of: 'tfjs/cpu' },
      { name: 'init', parent: 'write', step: 'backend' },
      { name: 'init', parent: 'write', step: 'kernels' }
    ]);
  });

  test('say how many bytes strings take', () => {
    const tf = loadTensorFlow();
    tf.scalar(1);
    const profile = bench.profile(() => {
      expect(tf.tensor1d(['ab', 'c']).dataSync()).toEqual(['ab', 'c']);
    }, BOTH);
    const { numBytes } = tf.memory();
    expect(slicesOf(profile, 'operator')).toMatchObject([
      { name: 'write', bytes: numBytes - 4 },
      { name: 'sync', bytes: numBytes - 4 }
    ]);
  });

  test('pass errors on', async () => {
    const tf = loadTensorFlow();
    const gone = tf.tensor1d([1]);
    const engine = tf.engine();
    const { dataId } = gone;
    gone.dispose();
    const bare = messageOf(() => engine.readSync(dataId));
    let profiled = '';
    let rejected: Promise<unknown> | null = null;
    const profile = await bench.profileAsync(async () => {
      profiled = messageOf(() => engine.readSync(dataId));
      const backend = tf.backend() as { read: (id: object) => Promise<unknown> };
      vi.spyOn(backend, 'read').mockRejectedValue(new Error('lost'));
      rejected = tf.tensor1d([1]).data();
      await expect(rejected).rejects.toThrow('lost');
    }, BOTH);
    expect(profiled).toBe(bare);
    expect(slicesOf(profile).some(({ unfinished }) => unfinished === true)).toBe(false);
    expect(profile.sources).toMatchObject([{ status: 'ok' }]);
  });

  test('count what is under way as in flight', async () => {
    const tf = loadTensorFlow();
    const x = tf.tensor1d([1]);
    await bench.profileAsync(async () => {
      const data = x.data();
      const { inFlight } = bench.recorder;
      expect(inFlight.count).toBe(1);
      await data;
      expect(inFlight.count).toBe(0);
    }, BOTH);
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
