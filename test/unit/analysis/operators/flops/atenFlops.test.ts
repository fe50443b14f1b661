import { expect, test } from 'vitest';
import { atenFlops } from '../../../../../src/analysis/operators/flops/atenFlops';
import { shapesOf } from '../../../../support/shapes';

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
