import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import {
  type TfjsBench,
  counterOf,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';
import { denseGraph, loadGraph, waitingGraph } from '../../../support/tfjsModels';

const GRAPH = { graphOperators: true };
const BOTH = { graphOperators: true, operators: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

/** Nodes of the operators of a profile, `null` for those of none. */
function nodesOf(profile: Profile): [string, unknown][] {
  return slicesOf(profile, 'operator').map(({ name, node }) => [name, node ?? null]);
}

describe('graph models', () => {
  test.each(['cpu', 'wasm'] as const)('of %s run operators with their nodes', async backend => {
    const tf = loadTensorFlow('all');
    if (backend === 'wasm') loadWasmBackend();
    await tf.setBackend(backend);
    const model = await loadGraph(tf, denseGraph());
    const x = tf.tensor2d([[1, 2]]);
    let bare = model.execute(x) as Tf.Tensor;
    const profile = bench.profile(() => {
      bare = model.execute(x) as Tf.Tensor;
    }, GRAPH);
    expect(bare.dataSync()).toEqual(new Float32Array([3, 3]));
    expect(slicesOf(profile)).toMatchObject([
      { name: 'GraphModel.execute', parent: null },
      { name: 'BatchMatMul', node: 'layer/MatMul' },
      { name: 'Relu', parent: 'GraphModel.execute', node: 'layer/Relu', bytes: 8 }
    ]);
  });

  test('are symbolic: recorded with graph operators, not with eager ones', async () => {
    const tf = loadTensorFlow('all');
    const model = await loadGraph(tf, denseGraph());
    const x = tf.tensor2d([[1, 2]]);
    const run = () => tf.neg(model.predict(x) as Tf.Tensor);
    const eager = bench.profile(run, { operators: true });
    expect(nodesOf(eager)).toEqual([['Neg', null]]);
    const symbolic = bench.profile(run, GRAPH);
    expect(nodesOf(symbolic).map(([name]) => name)).not.toContain('Neg');
    expect(nodesOf(symbolic)).toHaveLength(3);
    const both = bench.profile(run, BOTH);
    expect(nodesOf(both)).toHaveLength(4);
  });

  test('are one API call, whatever they run', async () => {
    const tf = loadTensorFlow('all');
    const model = await loadGraph(tf, denseGraph());
    const x = tf.tensor2d([[1, 2]]);
    const profile = await bench.profileAsync(
      async () => {
        model.predict(x);
        model.execute(x);
        await model.executeAsync(x);
      },
      { api: true }
    );
    expect(slicesOf(profile).map(({ name }) => name)).toEqual([
      'predict',
      'execute',
      'executeAsync'
    ]);
    expect(counterOf(profile, 'API Concurrency').at(-1)).toBe(0);
  });

  test('that wait keep their operators apart from those of other code', async () => {
    const tf = loadTensorFlow('all');
    const model = await loadGraph(tf, waitingGraph());
    const x = tf.tensor1d([0, 1]);
    const profile = await bench.profileAsync(async () => {
      const running = model.executeAsync(x, ['where', 'after']);
      tf.square(x);
      await running;
      tf.sqrt(x);
    }, BOTH);
    const rows = slicesOf(profile, 'operator').filter(({ name }) => name !== 'sync');
    const nodes = rows.map(({ name, node }) => [name, node ?? null]);
    expect(nodes).toContainEqual(['Abs', 'before']);
    expect(nodes).toContainEqual(['Neg', 'after']);
    expect(nodes).toContainEqual(['Square', null]);
    expect(nodes).toContainEqual(['Sqrt', null]);
    const { slices, tracks, labels, strings } = profile;
    const run = rows.findIndex(({ name }) => name === 'GraphModel.executeAsync');
    const nameAt = (row: number) => strings[labels.name[slices.label[row]]];
    const row = Array.from(slices.label.keys()).find(at => nameAt(at) === rows[run].name) ?? -1;
    expect(tracks[slices.track[row]].kind).toBe('asyncLane');
    expect(rows[run]).not.toHaveProperty('unfinished');
    const symbolic = await bench.profileAsync(async () => {
      const running = model.executeAsync(x, ['where', 'after']);
      tf.square(x);
      await running;
    }, GRAPH);
    expect(nodesOf(symbolic).map(([name]) => name)).not.toContain('Square');
    expect(nodesOf(symbolic).map(([name]) => name)).toContain('Neg');
  });

  test('pass errors on and are as they were afterwards', async () => {
    const tf = loadTensorFlow('all');
    const model = await loadGraph(tf, denseGraph());
    const { prototype } = tf.GraphModel;
    const { nodes } = (model as unknown as { executor: { graph: { nodes: Nodes } } }).executor
      .graph;
    const before = Object.getOwnPropertyDescriptors(prototype);
    const nodesBefore = Object.values(nodes).map(node => Object.getOwnPropertyDescriptors(node));
    const wrong = tf.tensor2d([[1, 2, 3]]);
    expect(() => model.execute(wrong)).toThrow(/shape/i);
    const profile = await bench.profileAsync(
      async () => {
        expect(() => model.execute(wrong)).toThrow(/shape/i);
        await expect(model.executeAsync(wrong)).rejects.toThrow(/shape/i);
        tf.neg(wrong);
      },
      { ...BOTH, api: true }
    );
    expect(nodesOf(profile).at(-1)).toEqual(['Neg', null]);
    expect(slicesOf(profile).some(({ unfinished }) => unfinished === true)).toBe(false);
    const after = Object.getOwnPropertyDescriptors(prototype);
    expect(after).toEqual(before);
    expect(after.execute.value).toBe(before.execute.value);
    expect(Object.values(nodes).map(node => Object.getOwnPropertyDescriptors(node))).toEqual(
      nodesBefore
    );
  });

  test('are recorded in copies that are loaded while recording, and in second ones', async () => {
    const profile = await bench.profileAsync(async () => {
      for (const tf of [loadTensorFlow('all'), loadTensorFlow('all')]) {
        const model = await loadGraph(tf, denseGraph());
        model.execute(tf.tensor2d([[1, 2]]));
      }
    }, GRAPH);
    const names = slicesOf(profile, 'operator').map(({ name }) => name);
    expect(names.filter(name => name === 'GraphModel.execute')).toHaveLength(2);
  });
});

type Nodes = Readonly<Record<string, object>>;
