import { describe, expect, test } from 'vitest';
import type { OperatorKind } from '../../../../src/analysis/operators/operatorKind';
import { operatorFlops, einsumFlops } from '../../../../src/analysis/operators/operatorFlops';
import type { Shape } from '../../../../src/model/profile/operatorFacts';
import { seededRandom } from '../../../support/random';
import { shapesOf } from '../../../support/shapes';

const product = (shape: Shape): number => shape.reduce((all, size) => all * size, 1);

function flops(kind: OperatorKind, inputs: string | Shape[], outputs: string | Shape[]) {
  const [from, into] = [inputs, outputs].map(each =>
    typeof each === 'string' ? shapesOf(each) : each
  );
  return operatorFlops(kind, { inputs: from, outputs: into });
}

const PRODUCT: OperatorKind = { kind: 'matrixProduct' };

describe('matrix products', () => {
  test.each([
    ['two matrices', '2,3 3,4', '2,4', 2 * 2 * 3 * 4],
    ['a transposed first one', '3,2 3,4', '2,4', 48],
    ['a transposed second one', '2,3 4,3', '2,4', 48],
    ['a batch', '5,2,3 5,3,4', '5,2,4', 5 * 48],
    ['a batch that is spread', '5,2,3 3,4', '5,2,4', 5 * 48],
    ['two vectors', '7 7', '-', 14],
    ['a matrix and a vector', '2,3 3', '2', 12],
    ['a vector and a matrix', '3 3,4', '4', 24],
    ['a bias, which is left out', '2,3 3,4 4', '2,4', 48],
    ['no rows', '0,3 3,4', '0,4', 0]
  ])('of %s', (_, inputs, output, expected) => {
    expect(flops(PRODUCT, inputs, output)).toBe(expected);
  });

  test('are unknown without both matrices', () => {
    expect(flops(PRODUCT, '2,3', '2,4')).toBeNull();
    expect(flops(PRODUCT, '2,3 3,4', '')).toBeNull();
    expect(flops(PRODUCT, '- 3,4', '4')).toBeNull();
  });

  test('take what a plain loop computes', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 50; round++) {
      const [m, k, n] = [1, 2, 3].map(() => 1 + Math.floor(random() * 6));
      const terms = Array.from({ length: m * n }, () => Array.from({ length: k }, () => 2));
      const counted = terms.flat().reduce((sum, each) => sum + each, 0);
      expect(flops(PRODUCT, `${m},${k} ${k},${n}`, `${m},${n}`)).toBe(counted);
    }
  });
});

describe('convolutions', () => {
  test('take two operations for each result and weight', () => {
    // 3 × 3 results of 2 channels, each of 3 · 3 · 1 products.
    const [image, filter, result] = shapesOf('1,5,5,1 3,3,1,2 1,3,3,2');
    const kind: OperatorKind = { kind: 'convolution', layout: 'HWIO' };
    expect(flops(kind, [image, filter], [result])).toBe(2 * 18 * 9);
    const onnx: OperatorKind = { kind: 'convolution', layout: 'OIHW' };
    expect(flops(onnx, '1,1,5,5 2,1,3,3', '1,2,3,3')).toBe(2 * 18 * 9);
    expect(flops(onnx, '1,1,5,5 2', '1,2,3,3')).toBeNull();
    expect(flops(onnx, '1,1,5,5', '1,2,3,3')).toBeNull();
  });

  test('by channel take one filter place each', () => {
    const [image, filter, result] = shapesOf('1,4,4,3 2,2,3,2 1,3,3,6');
    const of = (which: 'result' | 'inputGradient' | 'filterGradient'): OperatorKind => ({
      kind: 'depthwiseConvolution',
      of: which
    });
    const expected = 2 * 54 * 4;
    expect(flops(of('result'), [image, filter], [result])).toBe(expected);
    expect(flops(of('inputGradient'), [result, filter], [image])).toBe(expected);
    expect(flops(of('filterGradient'), [image, result], [filter])).toBe(expected);
    expect(flops(of('result'), [image, [2, 2]], [result])).toBeNull();
  });

  test('and their gradients follow the rules of PyTorch in any shape', () => {
    const random = seededRandom(11);
    const upTo = (limit: number) => 1 + Math.floor(random() * limit);
    for (let round = 0; round < 200; round++) {
      const axes = upTo(3);
      const [batch, groups] = [upTo(4), upTo(3)];
      const [channels, results] = [groups * upTo(3), groups * upTo(3)];
      const sides = Array.from({ length: axes }, () => upTo(3));
      const spatial = sides.map(side => side + upTo(5));
      const x = [batch, channels, ...spatial];
      const weights = [results, channels / groups, ...sides];
      const y = [batch, results, ...spatial.map((size, at) => size - sides[at] + 1)];
      const kinds = ['convolution', 'transposedConvolution', 'filterGradient'] as const;
      const [forward, input, filter] = kinds.map(kind => ({ kind, layout: 'OIHW' }) as const);
      expect(flops(forward, [x, weights], [y])).toBe(torchConvolution(x, weights, y, false));
      expect(flops(input, [y, weights], [x])).toBe(torchConvolution(y, weights, x, true));
      const transposed = ([first, second, ...rest]: Shape) => [second, first, ...rest];
      if (groups > 1) continue;
      const expected = torchConvolution(transposed(x), y, transposed(weights), false);
      expect(flops(filter, [x, y], [weights])).toBe(expected);
    }
  });
});

/** `conv_flop_count` of torch/utils/flop_counter.py, PyTorch 2.13. */
function torchConvolution(x: Shape, weights: Shape, result: Shape, isTransposed: boolean): number {
  const [batch] = x;
  const [out, into, ...filter] = weights;
  const spatial = (isTransposed ? x : result).slice(2);
  return product(spatial) * product(filter) * batch * out * into * 2;
}

describe('other operators', () => {
  test('of single elements take as many operations as they have results, or a multiple', () => {
    expect(flops({ kind: 'elementwise', perElement: 1 }, '2,1 3', '2,3')).toBe(6);
    expect(flops({ kind: 'elementwise', perElement: 2 }, '4', '4')).toBe(8);
    expect(flops({ kind: 'elementwise', perElement: 1 }, '-', '-')).toBe(1);
    expect(flops({ kind: 'elementwise', perElement: 1 }, [], [])).toBeNull();
  });

  test('that combine inputs take one operation less for each result than there are inputs', () => {
    expect(flops({ kind: 'combination', perElement: 0 }, '4 4 4', '4')).toBe(8);
    expect(flops({ kind: 'combination', perElement: 1 }, '4 4 4', '4')).toBe(12);
    expect(flops({ kind: 'combination', perElement: 0 }, '4', '4')).toBe(0);
  });

  test('that reduce take one operation less than elements for each result', () => {
    const sum: OperatorKind = { kind: 'reduction', perInput: 1, perOutput: -1 };
    expect(flops(sum, '4,5', '4')).toBe(16);
    expect(flops(sum, '4,5', '-')).toBe(19);
    expect(flops(sum, '0', '-')).toBe(0);
  });

  test('that pool need to know their windows', () => {
    const facts = { inputs: shapesOf('1,4,4,3'), outputs: shapesOf('1,2,2,3') };
    const [largest, mean] = [0, 1].map(perOutput => ({ kind: 'pooling', perOutput }) as const);
    expect(operatorFlops(largest, { ...facts, window: 4 })).toBe(36);
    expect(operatorFlops(mean, { ...facts, window: 4 })).toBe(48);
    expect(operatorFlops(mean, facts)).toBeNull();
  });

  test('that normalise take a multiple of their elements', () => {
    const kind: OperatorKind = { kind: 'normalisation', perElement: 5 };
    expect(flops(kind, '2,3 3', '2,3')).toBe(30);
  });

  test('that recur take their matrix products', () => {
    // 7 steps of a batch of 2: 4 gates of 5 cells, from 3 features and the 5 cells.
    const inputs = '7,2,3 1,20,3 1,20,5 1,40';
    expect(flops({ kind: 'recurrent' }, inputs, '7,1,2,5')).toBe(2 * 7 * 2 * 20 * 8);
    expect(flops({ kind: 'recurrent' }, '7,2,3 1,20,3', '')).toBeNull();
  });

  test('that move elements take none, and senseless shapes give no number', () => {
    expect(flops({ kind: 'moves' }, '', '')).toBe(0);
    expect(flops(PRODUCT, '2,NaN 3,4', '2,4')).toBeNull();
    expect(flops(PRODUCT, '1e200,1e200 1,1', '1e200,1e200')).toBeNull();
  });
});

const count = (equation: string, inputs: string) =>
  einsumFlops({ inputs: shapesOf(inputs), outputs: [], equation });

test.each([
  ['a product of matrices', 'ij,jk->ik', '2,3 3,4', 2 * 2 * 3 * 4],
  ['a product without a stated result', 'ij, jk', '2,3 3,4', 48],
  ['a batch', 'bij,bjk->bik', '5,2,3 5,3,4', 5 * 48],
  ['an outer product', 'i,j->ij', '3,4', null],
  ['an outer product of vectors', 'i,j->ij', '3 4', 2 * 12],
  ['a trace: 3 elements are met, 2 sums', 'ii->', '3,3', 2],
  ['a sum of rows: 12 elements into 3', 'ij->i', '3,4', 9],
  ['a transposition', 'ij->ji', '3,4', 0],
  ['a chain: 2·2·3·4, then 2·2·4·5', 'ij,jk,kl->il', '2,3 3,4 4,5', 48 + 80]
])('%s takes what its products take', (_, equation, inputs, expected) => {
  expect(count(equation, inputs)).toBe(expected);
});

test('is unknown without an equation, with an ellipsis, and where labels do not fit', () => {
  expect(einsumFlops({ inputs: shapesOf('2,3 3,4'), outputs: [] })).toBeNull();
  expect(count('...ij,jk->...ik', '2,3 3,4')).toBeNull();
  expect(count('ij,jk->ik', '2,3 4,4')).toBeNull();
  expect(count('ij,jk->il', '2,3 3,4')).toBeNull();
  expect(count('ijk,jk->ik', '2,3 3,4')).toBeNull();
  expect(count('ij->jk->i', '2,3')).toBeNull();
});

test('counts what a plain loop multiplies and adds', () => {
  const [i, j, k] = [3, 4, 5];
  let operations = 0;
  for (let row = 0; row < i; row++) {
    for (let column = 0; column < k; column++) operations += Array.from({ length: j }).length * 2;
  }
  expect(count('ij,jk->ik', `${i},${j} ${j},${k}`)).toBe(operations);
});
