import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { forgetTensorFlow, loadTensorFlow } from '../../support/tfjsBench';
import { linesOf, useTreeProfilers } from '../../support/treeProfilers';

const test = useTreeProfilers();

const FILES = [
  'cpu_op_detail_info_0.csv',
  'cpu_op_type_info_0.csv',
  'cpu_op_execute_timestamp_0.txt'
];

function expectFrameworkFiles(tree: string): void {
  for (const name of FILES) expect(existsSync(path.join(tree, 'FRAMEWORK', name))).toBe(true);
}

function freshTensorFlow(): typeof Tf {
  forgetTensorFlow();
  return loadTensorFlow('all');
}

function smallModel(tf: typeof Tf): Tf.Sequential {
  const model = tf.sequential({
    layers: [
      tf.layers.dense({ units: 4, inputShape: [3], activation: 'relu' }),
      tf.layers.dense({ units: 1 })
    ]
  });
  model.compile({ optimizer: tf.train.sgd(0.1), loss: 'meanSquaredError' });
  return model;
}

describe('MindSpore’s cases', () => {
  it('test_cpu_profiling: leaves one directory with the three files of the framework', async () => {
    const { profiler, instrument, outputPath, trees } = test();
    const net = { add: (a: number, b: number) => a + b };
    instrument(net, { name: 'net' });
    const made = profiler({ outputPath, dataSimplification: false });
    net.add(1, 2);
    await made.analyse();
    expect(trees()).toHaveLength(1);
    expectFrameworkFiles(trees()[0]);
    const types = linesOf(trees()[0], 'FRAMEWORK', 'cpu_op_type_info_0.csv');
    expect(types.slice(1).join()).toMatch(/add/);
  });

  it('test_cpu_profiler: leaves the same files after a training', async () => {
    const { profiler, trees } = test();
    const tf = freshTensorFlow();
    const model = smallModel(tf);
    const made = profiler({ dataSimplification: false });
    await model.fit(tf.ones([8, 3]), tf.ones([8, 1]), { batchSize: 4, epochs: 1, verbose: 0 });
    await made.analyse();
    expectFrameworkFiles(trees()[0]);
    const types = linesOf(trees()[0], 'FRAMEWORK', 'cpu_op_type_info_0.csv');
    expect(types.slice(1).join().toLowerCase()).toMatch(/matmul/);
  });

  it('test_step_profiler: has the steps from its start to its stop, and no others', async () => {
    const { profiler, range, trees } = test();
    const made = profiler({ startProfile: false });
    for (let step = 1; step <= 10; step++) {
      if (step === 5) made.start();
      range(`step ${step}`, () => step);
      if (step === 8) await made.stop();
    }
    await made.analyse();
    const names = made.functionEvents.map(({ name }) => name);
    expect(names).toEqual(['step 5', 'step 6', 'step 7', 'step 8']);
    expect(trees()).toHaveLength(1);
    expect(existsSync(path.join(trees()[0], 'KSCOPE_OUTPUT', 'trace_view.json'))).toBe(true);
  });

  it('test_step_profiler: StopAtStep of a training has one row for each of four steps', async () => {
    const { profilerCallback, trees, warnings } = test();
    const tf = freshTensorFlow();
    const callback = profilerCallback({ startStep: 5, stopStep: 8 });
    const data = [tf.ones([20, 3]), tf.ones([20, 1])] as const;
    await smallModel(tf).fit(...data, { batchSize: 2, epochs: 1, verbose: 0, callbacks: callback });
    expect(warnings).toEqual([]);
    expect(trees()).toHaveLength(1);
    const rows = linesOf(trees()[0], 'KSCOPE_OUTPUT', 'step_trace_time.csv');
    expect(rows.slice(1).map(row => row.split(',')[1])).toEqual(['5', '6', '7', '8']);
  });

  it('test_dynamic_profiler: one object is started and stopped at every step', async () => {
    const { profiler, instrument, trees, warnings } = test();
    const net = { add: (a: number, b: number) => a + b };
    instrument(net, { name: 'net' });
    const made = profiler({ startProfile: false });
    for (let step = 0; step < 5; step++) {
      made.start();
      net.add(step, step);
      await made.stop();
    }
    await made.analyse();
    expect(warnings).toEqual([]);
    expect(trees()).toHaveLength(5);
    for (const tree of trees()) {
      const rows = linesOf(tree, 'KSCOPE_OUTPUT', 'operator_details.csv');
      expect(rows.slice(1).filter(row => row.includes('add'))).toHaveLength(1);
    }
  });
});
