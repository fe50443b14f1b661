import type * as Tf from '@tensorflow/tfjs';

type Artifacts = Tf.io.ModelArtifacts;

const FLOAT = { T: { type: 'DT_FLOAT' } };

function placeholder(name: string) {
  const attr = { dtype: { type: 'DT_FLOAT' }, shape: { shape: { unknownRank: true } } };
  return { name, op: 'Placeholder', attr };
}

/** The artifacts of a graph: relu(x · w), with `w` a 2 × 2 matrix of ones. */
export function denseGraph(): Artifacts {
  return {
    modelTopology: {
      versions: { producer: 1 },
      node: [
        placeholder('x'),
        { name: 'w', op: 'Const', attr: { dtype: { type: 'DT_FLOAT' } } },
        { name: 'layer/MatMul', op: 'MatMul', input: ['x', 'w'], attr: FLOAT },
        { name: 'layer/Relu', op: 'Relu', input: ['layer/MatMul'], attr: FLOAT }
      ]
    },
    weightSpecs: [{ name: 'w', shape: [2, 2], dtype: 'float32' }],
    weightData: new Float32Array([1, 1, 1, 1]).buffer,
    format: 'graph-model'
  };
}

/** The artifacts of a graph with an operator that waits: the coordinates of what is not 0. */
export function waitingGraph(): Artifacts {
  return {
    modelTopology: {
      versions: { producer: 1 },
      node: [
        placeholder('x'),
        { name: 'before', op: 'Abs', input: ['x'], attr: FLOAT },
        { name: 'where', op: 'Where', input: ['before'], attr: FLOAT },
        { name: 'after', op: 'Neg', input: ['before'], attr: FLOAT }
      ]
    },
    weightSpecs: [],
    weightData: new ArrayBuffer(0),
    format: 'graph-model'
  };
}

/** Loads a graph from memory. */
export function loadGraph(tf: typeof Tf, artifacts: Artifacts): Promise<Tf.GraphModel> {
  return tf.loadGraphModel(tf.io.fromMemory(artifacts));
}
