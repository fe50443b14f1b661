import type * as Tf from '@tensorflow/tfjs';
import type { ProfilerModule } from '../../src/compat/mxnet/profiler';
import type { WaitAll } from '../../src/engine/annotate/waitAll';

/** What the examples of MXNet's guide to its profiler import. */
export interface GuideImports {
  readonly tf: typeof Tf;
  readonly profiler: ProfilerModule & { readonly waitAll: WaitAll };
}

/** What example 1 has made. */
export interface TrainedModel {
  readonly model: Tf.Sequential;
  readonly value: Tf.Scalar;
  readonly grads: Tf.NamedTensorMap;
}

/** What examples 2 and 3 give. */
export interface ProfiledTrace {
  /** Sum of the diagonal. */
  readonly trace: number;
  readonly statistics: string;
}

/** Example 1: a model of dense layers, forward and backward. */
export async function profileModel(
  { tf, profiler }: GuideImports,
  filename: string
): Promise<TrainedModel> {
  profiler.setConfig({
    profileSymbolic: true,
    profileImperative: true,
    profileMemory: true,
    profileApi: true,
    filename,
    gpuMemoryProfileFilenamePrefix: filename,
    continuousDump: true,
    aggregateStats: true
  });
  profiler.setState('run');

  const model = tf.sequential({
    name: 'net',
    layers: [
      tf.layers.dense({ units: 128, activation: 'tanh', inputShape: [10] }),
      tf.layers.dropout({ rate: 0.5 }),
      tf.layers.dense({ units: 64, activation: 'tanh' }),
      tf.layers.dense({ units: 32 }),
      tf.layers.activation({ activation: 'relu' })
    ]
  });

  const input = tf.zeros([16, 10]);
  const loss = (): Tf.Scalar => tf.sum(model.apply(input, { training: true }) as Tf.Tensor);
  const { value, grads } = tf.variableGrads(loss);
  await profiler.waitAll();

  profiler.setState('stop');
  profiler.dump({ finished: true });
  return { model, value, grads };
}

/** The trace of a 3 × 3 matrix: creates it, takes its diagonal, sums that, and waits. */
export async function traceOfMatrix({ tf, profiler }: GuideImports): Promise<number> {
  // 1. create our data
  const data = Array.from({ length: 9 }, (_, index) => index + 1);

  // 2. create a tensor
  const a = tf.tensor2d(data, [3, 3]);

  // 3. compute on our data and produce results
  const b = tf.gatherND(a, [
    [0, 0],
    [1, 1],
    [2, 2]
  ]);
  const c = tf.sum(b, -1);

  // 4. wait for computation to finish
  const result = c.data();
  await profiler.waitAll();
  return (await result)[0];
}

/** What examples 2 and 3 have in common: all kinds and statistics around what they compute. */
async function profiled(
  { profiler }: GuideImports,
  filename: string,
  compute: () => Promise<number>
): Promise<ProfiledTrace> {
  profiler.setConfig({
    profileAll: true,
    aggregateStats: true,
    filename,
    gpuMemoryProfileFilenamePrefix: filename
  });
  profiler.setState('run');
  const trace = await compute();
  profiler.setState('stop');
  const statistics = profiler.dumps();
  profiler.dump();
  return { trace, statistics };
}

/** Example 2: the trace of a matrix, once. */
export async function profileTrace(
  imports: GuideImports,
  filename: string
): Promise<ProfiledTrace> {
  return profiled(imports, filename, () => traceOfMatrix(imports));
}

/** Example 3: the same twice; only the first run has to initialise. */
export async function profileTraceTwice(
  imports: GuideImports,
  filename: string
): Promise<ProfiledTrace> {
  return profiled(imports, filename, async () => {
    await traceOfMatrix(imports);
    return traceOfMatrix(imports);
  });
}
