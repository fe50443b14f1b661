// Run by nvtx.test.ts: operators and ranges of a program that emits NVTX ranges.
const tf = require('@tensorflow/tfjs');
const { emitNvtx, range } = require('kernelscope');

async function main() {
  tf.enableProdMode();
  await tf.setBackend('cpu');
  const x = tf.tensor1d([1, 2, 3]);
  range('before', () => tf.square(x));
  const emission = emitNvtx();
  range('forward', () => tf.square(x));
  const waiting = range('fetch 漢字', () => new Promise(resolve => setTimeout(resolve, 5)));
  range('meanwhile', () => 0);
  await waiting;
  tf.grad(value => tf.sum(tf.square(value)))(x);
  emission.end();
  range('after', () => tf.square(x));
}

void main();
