import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { MeasuredPeak } from '../analysis/operators/traffic/peaks';
import type { Clock } from '../record/time/clock';
import { measurePeak } from './measurePeak';

/** TensorFlow.js as far as a product of matrices needs it. */
interface TensorFlow {
  setBackend(name: string): Promise<boolean>;
  getBackend(): string;
  ones(shape: readonly number[]): Matrix;
  matMul(a: Matrix, b: Matrix): Matrix;
}

interface Matrix {
  dataSync(): unknown;
  dispose(): void;
}

const CORE = '@tensorflow/tfjs-core';
const BACKEND = '@tensorflow/tfjs-backend-wasm';

/** Rows and columns of the matrices. */
const SIDE = 512;

/**
 * The peak of TensorFlow.js for a product of large matrices on its WebAssembly back end; null if
 * `folder` has none that can be started.
 */
export async function matrixPeak(folder: string, clock: Clock): Promise<MeasuredPeak | null> {
  const tf = await startTensorFlow(createRequire(join(folder, 'package.json')));
  if (tf === null) return null;
  const [a, b] = [tf.ones([SIDE, SIDE]), tf.ones([SIDE, SIDE])];
  const run = () => {
    const product = tf.matMul(a, b);
    product.dataSync();
    product.dispose();
    return 2 * SIDE ** 3;
  };
  const peak = measurePeak({ name: `TensorFlow.js on ${tf.getBackend()}, 32 bit`, run }, clock);
  a.dispose();
  b.dispose();
  return peak;
}

async function startTensorFlow(load: NodeJS.Require): Promise<TensorFlow | null> {
  try {
    const tf = load(CORE) as TensorFlow;
    const backend = load(BACKEND) as { setWasmPaths(folder: string): void };
    backend.setWasmPaths(dirname(load.resolve(BACKEND)) + sep);
    return (await tf.setBackend('wasm')) ? tf : null;
  } catch {
    return null;
  }
}
