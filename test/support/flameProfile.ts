import type { Profile } from '../../src/model/profile/profile';
import { drawProfile } from './drawProfile';
import { seededRandom } from './random';
import { stackParts } from './stackParts';

const ENGINE = 'node_modules/@tensorflow/tfjs-core/dist/engine.js';
const FILES = {
  runKernel: ENGINE,
  tidy: ENGINE,
  conv2d: 'node_modules/@tensorflow/tfjs-backend-cpu/dist/kernels/Conv2D.js',
  matMul: 'node_modules/@tensorflow/tfjs-backend-cpu/dist/kernels/BatchMatMul.js',
  relu: 'node_modules/@tensorflow/tfjs-backend-cpu/dist/kernels/Relu.js',
  augment: 'helpers.ts'
};
const SOURCE = `const optimizer = tf.train.adam();
function forward(batch) {
  const conv = tf.conv2d(batch, filter, 1, 'same');
  const active = tf.relu(conv);
  return tf.matMul(active.flatten(), dense);
}
const step = batch => tf.tidy(() => forward(batch));
function loss(logits, labels) {
  return tf.losses.softmaxCrossEntropy(labels, logits);
}
async function train() {
  for (const batch of loadBatch()) {
    optimizer.minimize(() => loss(step(batch), labels));
    step(batch);
    log('done');
  }
}

const log = text => console.log(text);

await train();
`;
const CELL = { file: 'Cell [1]', executionCount: 1, source: SOURCE };
const BEGINS = { forward: 2, step: 7, loss: 8, train: 11, log: 19, tidy: 80, runKernel: 300 };
const TRAIN = '(top level):21 train:14 step:7 tidy:90';

const STACKS: readonly (readonly [stack: string, weight: number])[] = [
  [`${TRAIN} forward:3 runKernel:310 conv2d:41`, 610],
  [`${TRAIN} forward:4 runKernel:310 relu:12`, 60],
  [`${TRAIN} forward:5 runKernel:310 matMul:60`, 220],
  [`${TRAIN} loss:9 runKernel:310 matMul:60`, 90],
  [`${TRAIN} loss:9`, 12],
  ['(top level):21 train:12 loadBatch:30 augment:5', 70],
  ['(top level):21 train:12 loadBatch:31 (JSON.parse)', 40],
  ['(top level):21 train:15 log:2', 8],
  ['(garbage collector)', 45],
  ['(program)', 30]
];

/** A training with samples of two threads, samples of the heap and operators with their stacks. */
export function flameProfile(): Profile {
  return drawProfile(
    `main     |[step                                  ]
              | [op/conv2d          ][op/relu][op/matMul]
     worker 1 |    [fetch ]`,
    { nsPerColumn: 1e6, meta: { name: 'train', cell: CELL }, extra: flameParts }
  );
}

function flameParts(builder: Parameters<typeof stackParts>[0]) {
  const samples = STACKS.map(([stack, weight]) => ({ stack, weight: weight * 1e6 }));
  const parts = stackParts(builder, {
    files: FILES,
    begins: BEGINS,
    samples: [...samples, { stack: '', weight: 5e7 }, { stack: 'fetch:3 decode:8', weight: 9e7 }],
    heap: [
      { stack: `(top level) train loadBatch augment`, bytes: 48e6 },
      { stack: `(top level) train step tidy forward`, bytes: 9e6 },
      { stack: `(top level) train log`, bytes: 1e6 }
    ],
    slices: [
      { slice: 1, stack: '(top level):21 train:14 step:7 tidy:90 forward:3' },
      { slice: 3, stack: '(top level):21 train:14 step:7 tidy:90 forward:4' },
      { slice: 4, stack: '(top level):21 train:14 step:7 tidy:90 forward:5' }
    ]
  });
  const { samples: table } = parts;
  const last = table.length - 1;
  const track = table.track.map((each, row) => (row === last ? 1 : each));
  const time = table.time.map(row => row * 3e6);
  const lineTicks = {
    length: 2,
    file: new Uint32Array(2).fill(builder.strings.intern(CELL.file)),
    line: Uint32Array.of(9, 12),
    ticks: Uint32Array.of(3, 1)
  };
  return { ...parts, lineTicks, samples: { ...table, track, time } };
}

/** Very many samples of 20,000 deep and wide stacks, for sizes and speeds. */
export function crowdedFlameProfile(sampleCount = 1_000_000): Profile {
  const random = seededRandom(11);
  const profile = flameProfile();
  const length = 20_000;
  const near = (row: number): number => Math.max(0, row - 1 - Math.floor(400 * random() ** 3));
  return {
    ...profile,
    stacks: {
      length,
      prefix: Int32Array.from({ length }, (_, row) => (row < 3 ? -1 : near(row))),
      frame: Uint32Array.from({ length }, () => Math.floor(profile.frames.length * random())),
      line: new Uint32Array(length),
      isAwaited: new Uint8Array(length)
    },
    samples: {
      length: sampleCount,
      time: Float64Array.from({ length: sampleCount }, (_, row) => row * 100),
      weight: new Float64Array(sampleCount).fill(100),
      stack: Int32Array.from({ length: sampleCount }, () => Math.floor(length * random())),
      track: new Uint16Array(sampleCount)
    },
    heapSamples: { ...profile.heapSamples, length: 0 },
    sliceStacks: { ...profile.sliceStacks, length: 0 }
  };
}
