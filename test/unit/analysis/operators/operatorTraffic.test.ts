import { describe, expect, test } from 'vitest';
import {
  elementBytes,
  operatorRates,
  operatorTraffic
} from '../../../../src/analysis/operators/operatorTraffic';
import { shapesOf } from '../../../support/shapes';

function traffic(type: string, inputs: string, outputs: string): number | null {
  const [read, written] = [inputs, outputs].map(text =>
    text
      .split(' ')
      .filter(each => each !== '')
      .map(each => each.split(':'))
  );
  return operatorTraffic(type, {
    inputs: shapesOf(read.map(([, shape]) => shape).join(' ')),
    inputTypes: read.map(([name]) => name),
    outputs: shapesOf(written.map(([, shape]) => shape).join(' ')),
    outputTypes: written.map(([name]) => name)
  });
}

describe('operatorTraffic', () => {
  test.each([
    ['BatchMatMul', 'float32:2,3 float32:3,4', 'float32:2,4', (6 + 12 + 8) * 4],
    ['GatherV2', 'float32:5,2 int32:3', 'float32:3,2', (10 + 3 + 6) * 4],
    ['Greater', 'float32:4 float32:-', 'bool:4', 16 + 4 + 4],
    ['FFT', 'complex64:8', 'complex64:8', 128],
    ['MatMul', 'float16:2,2 float16:2,2', 'float16:2,2', 24],
    ['Cast', 'int64:3', 'double:3', 48],
    ['Add', 'float32:3 :-', 'float32:3', 24],
    ['Sum', 'float32:0,4', 'float32:4', 16],
    ['Reshape', 'float32:2,3 int64:1', 'float32:6', 0],
    ['Identity', 'float32:2,3', 'float32:2,3', 0],
    ['Shape', 'float32:2,3', 'int64:2', 16],
    ['Transpose', 'float32:2,3', 'float32:3,2', 48],
    ['DequantizeLinear', 'int4:3', 'float32:3', 2 + 12],
    ['StringJoin', 'string:3', 'string:3', null],
    ['mine', 'wondrous:3', 'float32:3', null]
  ])('%s of %s into %s moves %j bytes', (type, inputs, outputs, expected) => {
    expect(traffic(type, inputs, outputs)).toBe(expected);
  });

  test('is unknown where shapes and types are not as many', () => {
    const facts = { inputs: [[2]], inputTypes: [], outputs: [[2]], outputTypes: ['float32'] };
    expect(operatorTraffic('Neg', facts)).toBeNull();
  });
});

describe('elementBytes', () => {
  test.each([
    ['Float32', 4],
    ['c10::Half', 2],
    ['c10::BFloat16', 2],
    ['long int', 8],
    ['unsigned char', 1],
    ['Scalar', null],
    ['', null]
  ])('of %s is %j', (type, expected) => {
    expect(elementBytes(type)).toBe(expected);
  });
});

describe('operatorRates', () => {
  test('are amounts by seconds, and operations by bytes', () => {
    expect(operatorRates({ durationNs: 2e6, flops: 4e6, bytes: 1e6 })).toEqual({
      flopsPerSecond: 2e9,
      bandwidth: 5e8,
      intensity: 4
    });
  });

  test('are unknown where an amount is, and never divide by nothing', () => {
    const unknown = { flopsPerSecond: null, bandwidth: null, intensity: null };
    expect(operatorRates({ durationNs: 0, flops: 4, bytes: 0 })).toEqual(unknown);
    expect(operatorRates({ durationNs: 5, flops: null, bytes: null })).toEqual(unknown);
  });
});
