import path from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { seededRandom } from '../support/random';

const SIZE = 24;
const BATCH = 32;
const CLASSES = 3;

/** Lets TensorFlow.js compute in WebAssembly, with the operators that training needs. */
export async function useWasm(): Promise<void> {
  const main = require.resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(path.join(path.dirname(main), path.sep));
  await tf.setBackend('wasm');
  await tf.ready();
  registerFilterGradient();
}

/** Trains a small convolutional network on one batch of made pictures; its loss. */
export type TrainingStep = () => Promise<number>;

/** A network of two convolutions and a dense layer, and the step that trains it. */
export function createTrainingStep(): TrainingStep {
  const model = createModel();
  const random = seededRandom(1);
  const pixels = Float32Array.from({ length: BATCH * SIZE * SIZE }, random);
  const kinds = Array.from({ length: BATCH }, () => Math.floor(random() * CLASSES));
  return async () => {
    const x = tf.tensor4d(pixels, [BATCH, SIZE, SIZE, 1]);
    const y = tf.oneHot(tf.tensor1d(kinds, 'int32'), CLASSES);
    const loss = (await model.trainOnBatch(x, y)) as number;
    tf.dispose([x, y]);
    return loss;
  };
}

function createModel(): layers.Sequential {
  const { conv2d, dense, flatten, maxPooling2d } = layers.layers;
  const model = layers.sequential();
  const inputShape = [SIZE, SIZE, 1];
  model.add(conv2d({ inputShape, filters: 8, kernelSize: 3, activation: 'relu' }));
  model.add(maxPooling2d({ poolSize: 2 }));
  model.add(conv2d({ filters: 16, kernelSize: 3, activation: 'relu' }));
  model.add(maxPooling2d({ poolSize: 2 }));
  model.add(flatten());
  model.add(dense({ units: CLASSES, activation: 'softmax' }));
  model.compile({ optimizer: tf.train.adam(0.005), loss: 'categoricalCrossentropy' });
  return model;
}

/** WebAssembly has the gradient of a filter for volumes only: a picture is one of depth 1. */
function registerFilterGradient(): void {
  tf.registerKernel({
    kernelName: 'Conv2DBackpropFilter',
    backendName: 'wasm',
    kernelFunc: ({ inputs: { x, dy }, attrs, backend }) => {
      if (!x || !dy) throw new Error('Conv2DBackpropFilter needs x and dy');
      const { pad, filterShape } = attrs as unknown as tf.Conv2DBackpropFilterAttrs;
      const gradient = tf.getKernel('Conv3DBackpropFilterV2', 'wasm').kernelFunc({
        inputs: { x: asVolume(x), dy: asVolume(dy) },
        attrs: { strides: [1, 1, 1], pad: pad as string, filterShape: [1, ...filterShape] },
        backend
      }) as tf.TensorInfo;
      return { ...gradient, shape: filterShape };
    }
  });
}

function asVolume({ dataId, dtype, shape }: tf.TensorInfo): tf.TensorInfo {
  const [count, ...rest] = shape;
  return { dataId, dtype, shape: [count, 1, ...rest] };
}
