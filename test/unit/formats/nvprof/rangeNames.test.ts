import { expect, test } from 'vitest';
import { namedRange } from '../../../../src/formats/nvprof/traceProfile';

test.each([
  ['aten::add, op_id = 12', 'aten::add', { op_id: 12 }],
  ['aten::add, seq = 3, op_id = 12', 'aten::add', { seq: 3, op_id: 12 }],
  ['AddBackward0, stashed seq = 3', 'AddBackward0', { 'stashed seq': 3 }],
  ['matMul, seq = 3', 'matMul', { seq: 3 }],
  [
    'aten::mm, seq = 1, op_id = 2, sizes = [[2, 3], [3, 4], []]',
    'aten::mm',
    { seq: 1, op_id: 2, inputShapes: '[[2,3],[3,4],[]]' }
  ],
  [
    'aten::mm, op_id = 2, sizes = [[2]], input_op_ids = [(1, 0), (-1, -1)]',
    'aten::mm',
    { op_id: 2, inputShapes: '[[2]]', input_op_ids: '[(1, 0), (-1, -1)]' }
  ],
  ['a, b, seq = 7', 'a, b', { seq: 7 }]
])('%s is a call of %s', (text, name, args) => {
  expect(namedRange(text)).toEqual({ name, args });
});

test.each([
  'epoch',
  'step, seq = three',
  'load, seq = 3 of 4',
  'load, op_id = 3, __proto__ = 4',
  ', seq = 3',
  'seq = 3',
  ''
])('%j stays as it is', text => {
  expect(namedRange(text)).toEqual({ name: text, args: {} });
});
