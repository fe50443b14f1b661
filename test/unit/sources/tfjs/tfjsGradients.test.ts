import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import {
  arrowsOf,
  loadGradients,
  operatorPlaces,
  operatorRows,
  sequenceNumbers
} from '../../../support/gradientRows';
import {
  type TfjsBench,
  type Wanted,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf,
  useTfjsBench
} from '../../../support/tfjsBench';
import { denseGraph, loadGraph } from '../../../support/tfjsModels';

const OPERATORS = { operators: true };

let bench: TfjsBench;

useTfjsBench(made => {
  bench = made;
});

function profileOf(run: () => unknown, wanted: Wanted = OPERATORS): Profile {
  return bench.profile(run, wanted);
}

describe('gradients', () => {
  test('test_profiler_seq_nr: a forward operator and its backward function share a number', () => {
    const tf = loadGradients();
    const profile = profileOf(() => tf.grad(x => tf.sum(tf.mul(tf.square(x), 3)))(tf.ones([4])));
    const rows = operatorRows(profile);
    const forward = rows.filter(row => 'seq' in row && row.parent === null);
    expect(forward.map(({ name, seq }) => [name, seq])).toEqual([
      ['Square', 1],
      ['Multiply', 3],
      ['Sum', 6]
    ]);
    const backward = rows.filter(row => 'stashed seq' in row);
    expect(backward.map(({ name, 'stashed seq': number }) => [name, number])).toEqual([
      ['SumBackward', 6],
      ['MultiplyBackward', 3],
      ['SquareBackward', 1]
    ]);
    expect(arrowsOf(profile)).toEqual([
      'fwdbwd: Sum → SumBackward',
      'fwdbwd: Multiply → MultiplyBackward',
      'fwdbwd: Square → SquareBackward'
    ]);
  });

  test('lie in one slice for each backward function, with the operators that it runs', () => {
    const tf = loadGradients();
    const grads = tf.grads((a, b) => tf.matMul(a, b));
    const profile = profileOf(() => grads([tf.ones([2, 3]), tf.ones([3, 2])]));
    expect(operatorPlaces(profile)).toEqual([
      ['BatchMatMul', null],
      ['Identity', 'BatchMatMul'],
      ['Identity', 'BatchMatMul'],
      ['BatchMatMulBackward', null],
      ['BatchMatMul', 'BatchMatMulBackward'],
      ['BatchMatMul', 'BatchMatMulBackward']
    ]);
  });

  test('leave the sum of two of them outside of the backward functions', () => {
    const tf = loadGradients();
    const profile = profileOf(() => tf.grad(x => tf.add(tf.square(x), tf.exp(x)))(tf.scalar(1)));
    const sums = operatorRows(profile).filter(({ name }) => name === 'Add');
    expect(sums.map(({ parent }) => parent)).toEqual([null, null]);
  });

  test('of gradients have numbers of their own in the first pass, stashed in the second', () => {
    const tf = loadGradients();
    const second = tf.grad(tf.grad(x => tf.square(x)));
    const profile = profileOf(() => second(tf.scalar(3)));
    expect(sequenceNumbers(profile)).toEqual([
      'Square 1',
      'Identity 2',
      'SquareBackward ~1',
      'Cast 3',
      'Multiply 4',
      'Identity 5',
      'Identity 6',
      'Multiply 7',
      'Identity 8',
      'Identity 9',
      'MultiplyBackward ~7',
      'MultiplyBackward ~4',
      'CastBackward ~3',
      'IdentityBackward ~2'
    ]);
    const inFirst = operatorRows(profile).filter(row => row.parent === 'SquareBackward');
    expect(inFirst).toHaveLength(3);
    expect(inFirst.every(({ seq }) => Number(seq) > 0)).toBe(true);
    expect(arrowsOf(profile)).toContain('fwdbwd: Identity → IdentityBackward');
  });

  test('of variables, of optimizers and with values are recorded too', () => {
    const tf = loadGradients();
    const w = tf.variable(tf.scalar(2));
    const loss = () => tf.square(w) as Tf.Scalar;
    const ways = [
      () => tf.variableGrads(loss),
      () => tf.train.sgd(0.1).minimize(loss),
      () => tf.valueAndGrad(x => tf.square(x))(w),
      () => tf.valueAndGrads(x => tf.square(x))([w])
    ];
    for (const way of ways) {
      expect(arrowsOf(profileOf(way))).toEqual(['fwdbwd: Square → SquareBackward']);
    }
  });

  test('of a model of layers are recorded in each step of its training', async () => {
    const tf = loadGradients();
    const model = tf.sequential({ layers: [tf.layers.dense({ units: 2, inputShape: [3] })] });
    model.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
    const [x, y] = [tf.ones([4, 3]), tf.ones([4, 2])];
    const fit = () => model.fit(x, y, { epochs: 2, batchSize: 4, verbose: 0 });
    const profile = await bench.profileAsync(fit, OPERATORS);
    const products = arrowsOf(profile).filter(arrow => arrow.endsWith('fusedMatMulBackward'));
    expect(products).toEqual([
      'fwdbwd: fusedMatMul → fusedMatMulBackward',
      'fwdbwd: fusedMatMul → fusedMatMulBackward'
    ]);
  });

  test('that a program defines are named after the function that runs them', () => {
    const tf = loadGradients();
    const halved = tf.customGrad((x, save) => {
      const value = x as Tf.Tensor;
      (save as Tf.GradSaveFunc)([value]);
      return { value: tf.square(value), gradFunc: dy => tf.div(dy, 2) };
    });
    const profile = profileOf(() => tf.grad(x => halved(x))(tf.scalar(3)));
    expect(operatorPlaces(profile)).toEqual([
      ['customGrad', null],
      ['Identity', 'customGrad'],
      ['Square', 'customGrad'],
      ['customGradBackward', null],
      ['RealDiv', 'customGradBackward']
    ]);
    expect(sequenceNumbers(profile)).toEqual([
      'customGrad 1',
      'Identity 2',
      'customGradBackward ~1'
    ]);
    const logits = tf.tensor2d([[1, 2]]);
    const labels = tf.tensor2d([[0, 1]]);
    const loss = () => tf.grad(x => tf.losses.softmaxCrossEntropy(labels, x))(logits);
    expect(sequenceNumbers(profileOf(loss))).toContain('softmaxCrossEntropyBackward ~1');
  });

  test('are not expected of operators that have none', () => {
    const tf = loadGradients();
    const withRank = (x: Tf.Tensor) => tf.square(tf.topk(x as Tf.Tensor1D).values && x);
    const profile = profileOf(() => tf.grad(withRank)(tf.tensor1d([1, 2])));
    expect(operatorRows(profile).find(({ name }) => name === 'TopK')).not.toHaveProperty('seq');
    expect(arrowsOf(profile)).toEqual(['fwdbwd: Square → SquareBackward']);
  });

  test('within the backward function of another differentiation stay in it', () => {
    const tf = loadGradients();
    const cubed = tf.customGrad((x, save) => {
      const value = x as Tf.Tensor;
      (save as Tf.GradSaveFunc)([value]);
      const gradFunc = (dy: Tf.Tensor, [kept]: Tf.Tensor[]) =>
        tf.mul(dy, tf.grad(y => tf.square(y))(kept));
      return { value: tf.pow(value, 3), gradFunc };
    });
    const second = tf.grad(tf.grad(x => cubed(x)));
    const profile = profileOf(() => second(tf.scalar(2)));
    const inner = operatorRows(profile).find(({ name }) => name === 'SquareBackward');
    expect(inner?.parent).toBe('customGradBackward');
    const places = operatorPlaces(profile);
    expect(places).toContainEqual(['Square', 'customGradBackward']);
    expect(places.at(-1)?.[1]).not.toBe('customGradBackward');
  });

  test('reach into graph models', async () => {
    const tf = loadGradients();
    const model = await loadGraph(tf, denseGraph());
    const run = () => tf.grad(x => model.execute(x) as Tf.Tensor)(tf.ones([1, 2]));
    const both = profileOf(run, { operators: true, graphOperators: true });
    expect(arrowsOf(both)).toEqual([
      'fwdbwd: Relu → ReluBackward',
      'fwdbwd: BatchMatMul → BatchMatMulBackward'
    ]);
    const eager = profileOf(run, OPERATORS);
    expect(sequenceNumbers(eager)).toEqual([]);
    expect(arrowsOf(eager)).toEqual([]);
  });

  test('are not recorded while operators are not, nor is anything replaced', () => {
    const tf = loadGradients();
    const run = () => tf.grad(x => tf.square(x))(tf.scalar(3));
    const methods = Object.getPrototypeOf(tf.engine()) as Record<string, unknown>;
    const before = [methods.addTapeNode, methods.gradients];
    const profile = profileOf(
      () => {
        run();
        expect([methods.addTapeNode, methods.gradients]).toEqual(before);
      },
      { api: true, tensorMemory: true }
    );
    expect(profile.flows.length).toBe(0);
    expect(slicesOf(profile, 'operator')).toEqual([]);
  });

  test('are recorded only as far as a recording goes', () => {
    const tf = loadGradients();
    let finish: () => Profile = () => {
      throw new Error('not started');
    };
    tf.grad(x => {
      const before = tf.square(x);
      finish = bench.start(OPERATORS);
      return tf.exp(before);
    })(tf.scalar(1));
    expect(sequenceNumbers(finish())).toEqual(['Exp 1', 'Identity 2', 'ExpBackward ~1']);
    const early = tf.grad(x => {
      finish = bench.start(OPERATORS);
      const inside = tf.square(x);
      expect(sequenceNumbers(finish())).toEqual(['Square 1', 'Identity 2']);
      finish = bench.start(OPERATORS);
      return inside;
    });
    early(tf.scalar(1));
    const late = finish();
    expect(operatorRows(late).map(({ name }) => name)).toContain('SquareBackward');
    expect(sequenceNumbers(late)).toEqual([]);
    expect(arrowsOf(late)).toEqual([]);
  });
});

describe('training', () => {
  test.each(['cpu', 'wasm'] as const)('on %s gives the same weights, to the bit', async backend => {
    const tf = loadTensorFlow('all');
    if (backend === 'wasm') loadWasmBackend();
    await tf.setBackend(backend);
    const bare = trainedWeights(tf, backend);
    let recorded: unknown = null;
    const profile = profileOf(
      () => {
        recorded = trainedWeights(tf, backend);
      },
      { operators: true, api: true, tensorMemory: true, shapes: true }
    );
    expect(recorded).toEqual(bare);
    expect(arrowsOf(profile).length).toBeGreaterThan(20);
    expect(profile.sources[0]).toMatchObject({ status: 'ok', message: '' });
  });
});

/** The weights of a small network after five steps; convolutions where the back end trains them. */
function trainedWeights(tf: typeof Tf, backend: 'cpu' | 'wasm'): Uint32Array[] {
  const x = tf.reshape<Tf.Rank.R4>(tf.linspace(-1, 1, 2 * 6 * 6), [2, 6, 6, 1]);
  const y = tf.tensor2d([
    [1, 0],
    [0, 1]
  ]);
  const kernel = tf.variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [3, 3, 1, 2]));
  const dense = tf.variable(tf.reshape(tf.linspace(-0.3, 0.3, 72 * 2), [72, 2]));
  const features = () => {
    if (backend === 'wasm') return tf.concat([x, tf.square(x)], 3);
    return tf.relu(tf.conv2d(x, kernel as Tf.Tensor4D, 1, 'same'));
  };
  const loss = () => {
    const logits = tf.matMul(tf.reshape(features(), [2, 72]), dense);
    return tf.losses.softmaxCrossEntropy<Tf.Tensor, Tf.Scalar>(y, tf.tanh(logits));
  };
  const optimizer = tf.train.adam(0.05);
  for (let step = 0; step < 5; step++) optimizer.minimize(loss, false);
  const weights = [kernel, dense].map(each => new Uint32Array(each.dataSync().slice().buffer));
  for (const each of [kernel, dense]) each.dispose();
  return weights;
}
