import { type Profile, ProfileBuilder, emptySampleParts } from 'kernelscope/model';
import { exampleMeta } from './richProfile';

const STEPS = 4;
const STEP_NS = 20e6;

/** Three rows of time, a counter, arrows, moments and CPU samples, as training a model leaves them. */
export function trainingProfile(name = 'train'): Profile {
  const builder = new ProfileBuilder();
  const process = builder.addTrack({ name: 'TypeScript notebook', kind: 'process', tid: 0 });
  const main = builder.addTrack({ name: 'main thread', kind: 'thread', parent: process });
  const lane = builder.addTrack({ name: 'async downloads', kind: 'asyncLane', parent: process });
  for (let step = 0; step < STEPS; step++) addStep(builder, { main, lane }, step * STEP_NS);
  builder.addCounter({
    name: 'heap used',
    category: 'memory',
    unit: 'bytes',
    kind: 'sampled',
    track: process,
    time: Float64Array.from({ length: STEPS * 4 }, (_, at) => (at * STEP_NS) / 4),
    value: Float64Array.from({ length: STEPS * 4 }, (_, at) => 40e6 + (at % 5) * 3e6)
  });
  const meta = { ...exampleMeta(STEPS * STEP_NS), name };
  return builder.build(meta, sampleParts(builder, main));
}

function addStep(
  builder: ProfileBuilder,
  { main, lane }: Readonly<Record<'main' | 'lane', number>>,
  start: number
): void {
  const add = (name: string, category: string, from: number, to: number, track = main): number =>
    builder.addSlice({ name, category, start: start + from, duration: to - from, track });
  const download = add('fetch batch', 'async', 0, 6e6, lane);
  add('train step', 'range', 6e6, 19e6);
  const conv = builder.addSlice({
    name: 'conv2d',
    category: 'operator',
    start: start + 7e6,
    duration: 8e6,
    track: main,
    args: { shape: '[32,28,28,1]', batch: 32 }
  });
  add('relu', 'operator', 15e6, 18e6);
  builder.addFlow('batch', 'async', download, conv);
  builder.addInstant('epoch', 'mark', start + 19e6, main);
}

function sampleParts(builder: ProfileBuilder, main: number) {
  const file = builder.strings.intern('Cell [5]');
  const length = 50;
  return {
    ...emptySampleParts(),
    frames: {
      length: 1,
      name: Uint32Array.of(builder.strings.intern('trainModel')),
      file: Uint32Array.of(file),
      line: Uint32Array.of(3),
      column: Uint32Array.of(1),
      kind: Uint8Array.of(0)
    },
    stacks: {
      length: 1,
      prefix: Int32Array.of(-1),
      frame: Uint32Array.of(0),
      line: Uint32Array.of(5),
      isAwaited: new Uint8Array(1)
    },
    samples: {
      length,
      time: Float64Array.from({ length }, (_, row) => (row * STEPS * STEP_NS) / length),
      weight: new Float64Array(length).fill(1e6),
      stack: new Int32Array(length),
      track: new Uint16Array(length).fill(main)
    }
  };
}
