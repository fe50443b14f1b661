import { describe, expect, test } from 'vitest';
import { readNodeTimes } from '../../../../src/sources/onnx/onnxruntimeNodes';

const session = (name: string, ts: number, dur: number) => ({
  cat: 'Session',
  name,
  ts,
  dur,
  args: {}
});
const node = (name: string, ts: number, dur: number, operator: unknown = 'Conv') => ({
  cat: 'Node',
  name: `${name}_kernel_time`,
  ts,
  dur,
  args: { op_name: operator }
});

const read = (...events: readonly unknown[]) => readNodeTimes(JSON.stringify(events));

describe('readNodeTimes', () => {
  test('takes the nodes of the last run, from its begin', () => {
    const times = read(
      session('model_loading_array', 0, 5),
      node('old', 11, 5),
      session('model_run', 10, 20),
      node('b', 108, 4, 'Relu'),
      node('a', 101, 5),
      session('model_run', 100, 20)
    );
    expect(times).toEqual({
      duration: 20_000,
      nodes: [
        { name: 'a (Conv)', node: 'a', operator: 'Conv', outputs: [], start: 1000, duration: 5000 },
        { name: 'b (Relu)', node: 'b', operator: 'Relu', outputs: [], start: 8000, duration: 4000 }
      ]
    });
  });

  test('nests the nodes of a subgraph and cuts what rounding makes stick out', () => {
    const { nodes } = read(
      node('loop', 0, 10, 'Loop'),
      node('inner', 2, 4),
      node('late', 9, 5),
      session('model_run', 0, 12)
    );
    expect(nodes.map(({ start, duration }) => [start, start + duration])).toEqual([
      [0, 10_000],
      [2000, 6000],
      [9000, 10_000]
    ]);
  });

  test('names a node without an operator by its name alone, and skips anything that is not an event', () => {
    const { nodes } = read(node('a', 1, 1, 7), null, { cat: 'Node' }, session('model_run', 0, 9));
    expect(nodes.map(({ name }) => name)).toEqual(['a']);
  });

  test('refuses files without a run, and anything that is not JSON', () => {
    expect(() => read(node('a', 1, 1))).toThrow('no times of a run');
    expect(() => readNodeTimes('{}')).toThrow(RangeError);
    expect(() => readNodeTimes('[')).toThrow(SyntaxError);
  });
});
