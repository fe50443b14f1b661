import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import type { ProfileOptions } from '../../../src/compat/torch/profileOptions';
import type { ProfileSession } from '../../../src/compat/torch/profileSession';
import { useGradients } from '../../support/gradientRows';
import { BARE, useTestSessions, writtenTrace } from '../../support/testSessions';

const test = useTestSessions();

let tf: typeof Tf;

useGradients(loaded => {
  tf = loaded;
});

async function session(run: () => unknown, options: ProfileOptions = {}): Promise<ProfileSession> {
  const finished = await test().profile.run(() => void run(), { ...BARE, ...options });
  return finished.session;
}

const eventsOf = ({ functionEvents }: ProfileSession, name: string) =>
  functionEvents.filter(event => event.name === name);

describe('PyTorch, gradients', () => {
  it('test_profiler_seq_nr: forward and backward events have the same number', async () => {
    const x = tf.ones([10, 10]);
    const y = tf.ones([10, 10]);
    const product = (a: Tf.Tensor, b: Tf.Tensor) => tf.sum(tf.matMul(tf.relu(a), b));
    const recorded = await session(() => tf.grads(product)([x, y]));
    for (const name of ['Relu', 'BatchMatMul', 'Sum']) {
      const [forward] = eventsOf(recorded, name);
      const [backward] = eventsOf(recorded, `${name}Backward`);
      expect(forward.sequenceNr).toBeGreaterThan(0);
      expect(backward.sequenceNr).toBe(forward.sequenceNr);
      expect(backward.cpuInterval.start).toBeGreaterThan(forward.cpuInterval.end);
    }
  });

  it('test_profiler_fwd_bwd_link: the written trace links them at the starts of events', async () => {
    const recorded = await session(() => tf.grad(x => tf.sum(tf.square(x)))(tf.ones([3])));
    const { traceEvents } = writtenTrace(recorded, test().file('trace.json'));
    const flows = traceEvents.filter(({ ph }) => ph === 's' || ph === 'f');
    expect(new Set(flows.map(({ cat }) => cat))).toEqual(new Set(['fwdbwd']));
    const named = ({ ts }: { readonly ts?: number }) =>
      traceEvents.find(event => event.ph === 'X' && event.ts === ts)?.name;
    expect(flows.filter(({ ph }) => ph === 's').map(named)).toEqual(['Square', 'Sum']);
    expect(flows.filter(({ ph }) => ph === 'f').map(named)).toEqual([
      'SumBackward',
      'SquareBackward'
    ]);
  });

  it('test_profiler_fwd_bwd_link: nothing is linked without operators', async () => {
    const gradient = tf.grad(x => tf.square(x));
    const recorded = await session(() => gradient(tf.scalar(2)), { operators: false });
    expect(recorded.functionEvents.some(({ name }) => name.endsWith('Backward'))).toBe(false);
    const { traceEvents } = writtenTrace(recorded, test().file('trace.json'));
    expect(traceEvents.filter(({ ph }) => ph === 's' || ph === 'f')).toEqual([]);
  });

  it('test_profiler_shapes: events have the shapes of their inputs, in the table too', async () => {
    const [x, w, b] = [tf.ones([128, 20]), tf.ones([20, 30]), tf.zeros([30])];
    const recorded = await session(() => tf.add(tf.matMul(x, w), b), { recordShapes: true });
    const [product, sum] = ['BatchMatMul', 'Add'].map(name => eventsOf(recorded, name)[0]);
    expect(product.inputShapes).toEqual([
      [128, 20],
      [20, 30]
    ]);
    expect(sum.inputShapes).toEqual([[128, 30], [30]]);
    expect(recorded.table()).toContain('[[128, 20], [20, 30]]');
    const byShape = recorded.keyAverages({ groupByInputShape: true });
    expect(byShape.table()).toContain('[[128, 30], [30]]');
  });

  it('test_flops: the tables of events and averages sum the operations of operators', async () => {
    const [x, w] = [tf.ones([40, 33]), tf.ones([33, 22])];
    const recorded = await session(
      () => {
        for (let run = 0; run < 3; run++) tf.relu(tf.matMul(x, w));
      },
      { withFlops: true }
    );
    const product = 2 * 40 * 33 * 22;
    expect(eventsOf(recorded, 'BatchMatMul').map(({ flops }) => flops)).toEqual([
      product,
      product,
      product
    ]);
    expect(recorded.table()).toMatch(/Total K?FLOPs/);
    const averages = recorded.keyAverages();
    expect(averages.table()).toMatch(/Total K?FLOPs/);
    const key = [...averages].find(({ key: name }) => name === 'BatchMatMul');
    expect(key?.flops).toBe(3 * product);
    const without = await session(() => tf.matMul(x, w));
    expect(without.table()).not.toContain('FLOPs');
  });
});
