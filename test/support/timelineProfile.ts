import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { sampleMeta } from './drawProfile';
import { type Random, seededRandom } from './random';

const STEPS = 12;
const STEP_NS = 9e6;
const LAYERS = ['conv2d_1', 'conv2d_2', 'dense_1'];
const OPERATORS = ['Conv2D', 'Relu', 'MaxPool', 'MatMul', 'BiasAdd', 'Softmax'];

type Tracks = Readonly<Record<'main' | 'helper' | 'worker' | 'laneA' | 'laneB' | 'gc', number>>;

/** A training run on every kind of track that a notebook has: nested, with flows, instants, GC. */
export function timelineProfile(): Profile {
  const builder = new ProfileBuilder();
  const process = builder.addTrack({ name: 'process', kind: 'process', tid: 0 });
  const add = (name: string, kind: 'thread' | 'worker' | 'asyncLane'): number =>
    builder.addTrack({ name, kind, parent: process });
  const tracks = {
    main: add('main thread', 'thread'),
    helper: add('helper thread', 'thread'),
    worker: add('worker 1', 'worker'),
    laneA: add('async 1', 'asyncLane'),
    laneB: add('async 2', 'asyncLane'),
    gc: builder.addTrack({ name: 'GC', kind: 'gc' })
  };
  const random = seededRandom(11);
  for (let step = 0; step < STEPS; step++) addStep(builder, tracks, step, random);
  builder.addInstant('model compiled', 'marks', 0.4e6, tracks.main);
  builder.addInstant('early stopping', 'marks', STEPS * STEP_NS - 2e6, tracks.main);
  addCounters(builder, process, random);
  return builder.build({ ...sampleMeta(STEPS * STEP_NS), name: 'train mnist' });
}

function addStep(builder: ProfileBuilder, tracks: Tracks, step: number, random: Random): void {
  const start = step * STEP_NS + 1e6;
  const add = (name: string, category: string, track: number, from: number, to: number): number =>
    builder.addSlice({ name, category, track, start: start + from, duration: to - from });
  const fetch = add('fetch batch', 'async', step % 2 ? tracks.laneA : tracks.laneB, -0.9e6, 2e6);
  const decode = add('decode images', 'range', tracks.worker, -0.7e6, 1.4e6);
  add('train step', 'range', tracks.main, 0, 7.4e6);
  const forward = add('forward', 'range', tracks.main, 0.2e6, 4.1e6);
  add('backward', 'range', tracks.main, 4.2e6, 7.1e6);
  addLayers(builder, tracks.main, start + 0.3e6, 3.7e6, random);
  addLayers(builder, tracks.main, start + 4.3e6, 2.7e6, random);
  builder.addFlow('postMessage', 'async', fetch, decode);
  builder.addFlow('postMessage', 'async', decode, forward);
  for (let at = 0; at < 3; at++) {
    add('sample memory', 'runtime', tracks.helper, at * 2.5e6, at * 2.5e6 + 0.12e6);
  }
  if (step % 3 === 2) add('scavenge', 'gc', tracks.gc, 7.2e6, 7.9e6);
  builder.addInstant(
    `epoch ${Math.floor(step / 4)}, batch ${step % 4}`,
    'marks',
    start,
    tracks.main
  );
}

function addLayers(
  builder: ProfileBuilder,
  track: number,
  start: number,
  durationNs: number,
  random: Random
): void {
  let time = start;
  for (const name of LAYERS) {
    const end = time + (durationNs / LAYERS.length) * 0.97;
    builder.addSlice({ name, category: 'layer', track, start: time, duration: end - time });
    addOperators(builder, track, time, end, random);
    time = end + 0.01e6;
  }
}

function addOperators(
  builder: ProfileBuilder,
  track: number,
  from: number,
  to: number,
  random: Random
): void {
  let time = from + 2e3;
  for (let at = 0; time < to - 2e3; at++) {
    const duration = Math.min(to - 1e3 - time, Math.exp(7 + 6 * random() ** 2));
    builder.addSlice({
      name: OPERATORS[Math.floor(random() * OPERATORS.length)],
      category: 'operator',
      track,
      start: time,
      duration,
      args: at % 4 === 0 ? { 'input shapes': '[32,28,28,1] [3,3,1,8]', bytes: 100_352 } : {}
    });
    time += duration + 300 + 4e3 * random();
  }
}

function addCounters(builder: ProfileBuilder, track: number, random: Random): void {
  const length = STEPS * 40;
  const time = Float64Array.from({ length }, (_, at) => (at * STEPS * STEP_NS) / length);
  const add = (name: string, unit: 'bytes' | 'count', value: (at: number) => number): void =>
    builder.addCounter({
      name,
      category: 'Device Storage',
      unit,
      kind: 'sampled',
      track,
      time,
      value: time.map((_, at) => value(at))
    });
  add('Memory: node/rss', 'bytes', at => 180e6 + at * 90e3 + 4e6 * random());
  add('Memory: node/heap', 'bytes', at => 40e6 + (at % 120) * 300e3 + 2e6 * random());
  add('Tensors', 'count', at => 120 + 60 * Math.round(Math.sin(at / 6) + random()));
}
