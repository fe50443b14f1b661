import { expect, test } from 'vitest';
import { operatorRows } from '../../../../src/analysis/operators/operatorRows';
import { type ArgValue, ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { exampleMeta } from '../../../support/richProfile';

type Args = Readonly<Record<string, ArgValue>>;

const PRODUCT = {
  inputShapes: '[[2,3],[3,4]]',
  inputTypes: '["float32","float32"]',
  outputShapes: '[[2,4]]',
  outputTypes: '["float32"]'
};

function rowsOf(...slices: readonly (readonly [name: string, category: string, args: Args])[]) {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  slices.forEach(([name, category, args], at) => {
    builder.addSlice({ name, category, start: at * 1000, duration: 500, track, args });
  });
  return operatorRows(builder.build(exampleMeta(1e6)));
}

test('tells of each operator what it computed and moved, by its arguments alone', () => {
  const [row] = rowsOf(['BatchMatMul', 'operator', { ...PRODUCT, inputTensors: '[7,9]' }]);
  expect(row).toEqual({
    slice: 0,
    name: 'BatchMatMul',
    type: 'BatchMatMul',
    category: 'operator',
    start: 0,
    durationNs: 500,
    flops: 48,
    bytes: (6 + 12 + 8) * 4,
    inShapes: [
      [2, 3],
      [3, 4]
    ],
    outShapes: [[2, 4]],
    inTypes: ['float32', 'float32'],
    outTypes: ['float32'],
    inTensors: [7, 9],
    outTensors: null
  });
});

test('takes what was recorded over what it would count', () => {
  expect(rowsOf(['BatchMatMul', 'operator', { ...PRODUCT, flops: 50 }])[0].flops).toBe(50);
});

test('names the type of nodes and of operators inside custom ones, and leaves others out', () => {
  const rows = rowsOf(
    ['run of m.onnx', 'second execution', {}],
    ['fc (MatMul)', 'second execution', PRODUCT],
    ['Outer::Relu', 'Custom Operator', { ...PRODUCT, inputShapes: '[[2]]' }],
    ['Relu', 'range', PRODUCT],
    ['aten::mm', 'operator', { inputShapes: PRODUCT.inputShapes }],
    ['write', 'operator', { bytes: 400 }]
  );
  expect(rows.map(({ type, flops, bytes }) => [type, flops, bytes])).toEqual([
    ['MatMul', 48, 104],
    ['Relu', 8, null],
    ['aten::mm', 48, null],
    ['write', null, 400]
  ]);
});

test('knows nothing of arguments that are not what they should be', () => {
  const args = {
    inputShapes: '[[2,-3]]',
    inputTypes: '[1]',
    outputShapes: '{',
    outputTypes: 7,
    inputTensors: '["a"]',
    flops: -1,
    bytes: 5
  };
  expect(rowsOf(['Mine', 'operator', args])[0]).toMatchObject({
    flops: null,
    bytes: null,
    inShapes: null,
    outShapes: null,
    inTypes: null,
    outTypes: null,
    inTensors: null
  });
});
