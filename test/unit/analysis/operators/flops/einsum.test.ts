import { expect, test } from 'vitest';
import { einsumFlops } from '../../../../../src/analysis/operators/flops/einsum';
import { shapesOf } from '../../../../support/shapes';

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
