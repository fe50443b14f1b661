import { describe, expect, test } from 'vitest';
import { describeCall } from '../../../../src/analysis/stacks/callDescriptions';

describe('describeCall', () => {
  test.each([
    ['waitAll', 'API', /^Waits for all asynchronous operators/],
    ['API Calls', 'API', /^How many calls/],
    ['API Concurrency', 'API', /under way$/],
    ['InferenceSession.create', 'API', /^Loads a model/],
    ['InferenceSession.run', 'API', /returns before/],
    ['InferenceSession.run', 'operator', /^Runs the compiled graph/],
    ['tensor', 'API', /^Creates a tensor/],
    ['data', 'API', /^Asks for the values/],
    ['dataSync', 'API', /^Waits until/],
    ['init', 'operator', /^Starts a back end/],
    ['write', 'operator', /^Copies values/],
    ['sync', 'operator', /^Waits until/]
  ])('says what %s of category %s does', (name, category, expected) => {
    expect(describeCall(name, category)).toMatch(expected);
  });

  test('knows a computation by its function and by its kernel', () => {
    expect(describeCall('matMul', 'API')).toBe('Multiplies two matrices');
    expect(describeCall('BatchMatMul', 'operator')).toBe('Multiplies matrices, each of a batch');
    expect(describeCall('_FusedMatMul', 'operator')).toContain('adds a bias');
  });

  test('knows an operator inside a custom operator, and one inside that', () => {
    const relu = describeCall('Relu', 'operator');
    expect(describeCall('Net::Relu', 'Custom Operator')).toBe(relu);
    expect(describeCall('Net::Block::Relu', 'Custom Operator')).toBe(relu);
  });

  test('says nothing of names that users gave', () => {
    expect(describeCall('waitAll', 'range')).toBeNull();
    expect(describeCall('relu', 'my domain')).toBeNull();
    expect(describeCall('add', 'operator')).toBeNull();
    expect(describeCall('Net', 'Custom Operator')).toBeNull();
    expect(describeCall('constructor', 'operator')).toBeNull();
    expect(describeCall('Net::constructor', 'Custom Operator')).toBeNull();
  });
});
