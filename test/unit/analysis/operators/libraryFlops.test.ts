import { describe, expect, test } from 'vitest';
import { onnxFlops, tfjsFlops, atenFlops } from '../../../../src/analysis/operators/libraryFlops';
import { shapesOf } from '../../../support/shapes';

type Case = readonly [operator: string, inputs: string, output: string, flops: number | null];

describe('tfjsFlops', () => {
  test.each<Case>([
    ['BatchMatMul', '1,2,3 1,3,4', '1,2,4', 48],
    ['_FusedMatMul', '2,3 3,4 4', '2,4', 48],
    ['Conv2D', '2,6,6,3 3,3,3,8', '2,4,4,8', 2 * 256 * 27],
    ['FusedConv2D', '2,6,6,3 3,3,3,8 8', '2,4,4,8', 2 * 256 * 27],
    ['Conv2DBackpropInput', '2,4,4,8 3,3,3,8', '2,6,6,3', 2 * 256 * 27],
    ['Conv2DBackpropFilter', '2,6,6,3 2,4,4,8', '3,3,3,8', 2 * 256 * 27],
    ['Conv3D', '1,3,3,3,1 2,2,2,1,4', '1,2,2,2,4', 2 * 32 * 8],
    ['Conv3DBackpropInputV2', '1,2,2,2,4 2,2,2,1,4', '1,3,3,3,1', 2 * 32 * 8],
    ['Conv3DBackpropFilterV2', '1,3,3,3,1 1,2,2,2,4', '2,2,2,1,4', 2 * 32 * 8],
    ['DepthwiseConv2dNative', '2,6,6,3 3,3,3,1', '2,4,4,3', 2 * 96 * 9],
    ['FusedDepthwiseConv2D', '2,6,6,3 3,3,3,1 3', '2,4,4,3', 2 * 96 * 9],
    ['Softmax', '4,10', '4,10', 200],
    ['FusedBatchNorm', '2,6,6,3 3 3 3 3', '2,6,6,3', 432],
    ['Sum', '4,10', '4', 36],
    ['Mean', '4,10', '4', 40],
    ['ArgMax', '4,10', '4', 36],
    ['AddN', '4 4 4', '4', 8],
    ['Add', '4,1 10', '4,10', 40],
    ['Tanh', '4,10', '4,10', 40],
    ['SquaredDifference', '4 4', '4', 8],
    ['ClipByValue', '4', '4', 8],
    ['Cast', '4', '4', 0],
    ['Reshape', '4,10', '40', 0],
    ['LogicalAnd', '4 4', '4', 0],
    // 2 transforms of 8 numbers: 5 · 8 · log₂ 8 each.
    ['FFT', '2,8', '2,8', 240],
    ['IFFT', '1', '1', 0],
    ['MaxPoolGrad', '2,2 4,4 2,2', '4,4', null],
    ['Einsum', '2,3 3,4', '2,4', null],
    ['mine', '4', '4', null]
  ])('%s of %s into %s: %j', (operator, inputs, output, flops) => {
    expect(tfjsFlops(operator, { inputs: shapesOf(inputs), outputs: shapesOf(output) })).toBe(
      flops
    );
  });

  test('pooling by the window', () => {
    const facts = { inputs: shapesOf('2,6,6,3'), outputs: shapesOf('2,3,3,3'), window: 4 };
    expect(tfjsFlops('MaxPool', facts)).toBe(54 * 3);
    expect(tfjsFlops('AvgPool', facts)).toBe(54 * 4);
  });

  test('gradients of pooling by the window: a sum at each place, and a division of means', () => {
    const facts = { inputs: shapesOf('2,3,3,3 2,6,6,3'), outputs: shapesOf('2,6,6,3'), window: 4 };
    expect(tfjsFlops('MaxPoolGrad', facts)).toBe(54 * 4);
    expect(tfjsFlops('AvgPoolGrad', facts)).toBe(54 * 5);
  });
});

describe('onnxFlops', () => {
  test.each<Case>([
    ['MatMul', '2,3 3,4', '2,4', 48],
    ['Gemm', '3,2 3,4 4', '2,4', 48],
    ['Conv', '1,3,6,6 8,3,3,3 8', '1,8,4,4', 2 * 128 * 27],
    ['Conv', '1,4,6,6 8,2,3,3', '1,8,4,4', 2 * 128 * 18],
    ['ConvTranspose', '1,8,4,4 8,3,3,3', '1,3,6,6', 2 * 128 * 27],
    ['LSTM', '5,1,3 1,8,3 1,8,2', '5,1,1,2', 2 * 5 * 8 * 5],
    ['GRU', '5,1,3 2,6,3 2,6,2', '5,2,1,2', 2 * 5 * 12 * 5],
    ['LayerNormalization', '4,10 10 10', '4,10', 200],
    ['BatchNormalization', '1,3,4,4 3 3 3 3', '1,3,4,4', 96],
    ['Softmax', '4,10', '4,10', 200],
    ['ReduceSum', '4,10 1', '4', 36],
    ['ReduceMean', '4,10', '4', 40],
    ['ReduceSumSquare', '4,10', '4', 76],
    ['ReduceL2', '4,10', '4', 80],
    ['GlobalAveragePool', '1,3,4,4', '1,3,1,1', 48],
    ['GlobalMaxPool', '1,3,4,4', '1,3,1,1', 45],
    ['Sum', '4 4 4', '4', 8],
    ['Mean', '4 4 4', '4', 12],
    ['Relu', '4,10', '4,10', 40],
    ['Cast', '4', '4', 0],
    ['MaxPool', '1,3,4,4', '1,3,2,2', null],
    ['Einsum', '2,3 3,4', '2,4', null],
    // 2 batches of 3 heads: 4 queries, 5 keys of 8 features, values of 6.
    ['Attention', '2,3,4,8 2,3,5,8 2,3,5,6', '2,3,4,6', 2 * 6 * 4 * 5 * (8 + 6)],
    ['Attention', '2,4,8 2,5,8 2,5,6', '2,4,6', null]
  ])('%s of %s into %s: %j', (operator, inputs, output, flops) => {
    expect(onnxFlops(operator, { inputs: shapesOf(inputs), outputs: shapesOf(output) })).toBe(
      flops
    );
  });
});

/** Vectors of `mm_flop`, `addmm_flop`, `bmm_flop`, `conv_flop_count` and `sdpa_flop_count`. */
test.each([
  ['aten::mm', '2,3 3,4', '', 2 * 2 * 4 * 3],
  ['aten::addmm', '4 2,3 3,4 - -', '', 2 * 2 * 4 * 3],
  ['aten::bmm', '5,2,3 5,3,4', '', 5 * 2 * 4 * 2 * 3],
  ['aten::baddbmm', '5,2,4 5,2,3 5,3,4 - -', '', 5 * 2 * 4 * 2 * 3],
  ['aten::convolution', '2,3,6,6 8,3,3,3 8', '2,8,4,4', 4 * 4 * 3 * 3 * 2 * 8 * 3 * 2],
  ['aten::convolution', '2,3,6,6 8,3,3,3 8', '', null],
  [
    'aten::_scaled_dot_product_flash_attention',
    '2,3,4,8 2,3,5,8 2,3,5,6',
    '',
    2 * 3 * 4 * 8 * 2 * 5 + 2 * 3 * 4 * 5 * 2 * 6
  ],
  ['aten::mm', '2,3', '', null],
  ['aten::relu', '2,3', '2,3', null]
])('%s of %s into %j takes %j', (operator, inputs, outputs, expected) => {
  const facts = { inputs: shapesOf(inputs), outputs: shapesOf(outputs) };
  expect(atenFlops(operator, facts)).toBe(expected);
});
