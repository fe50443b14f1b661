import { emptySampleParts } from '../../src/model/build/profileBuilder';
import { PROFILE_VERSION, type Profile } from '../../src/model/profile/profile';
import { sampleMeta } from './drawProfile';
import { type Random, seededRandom } from './random';

const NAMES = ['step', 'forward', 'Conv2D', 'Relu', 'MaxPool', 'MatMul', 'Softmax', 'Sum'];
const FIRST_OPERATOR = 2;
const OPERATORS_IN_STEP = 12;
const COUNTER_POINTS = 20_000;

/**
 * A profile of `length` slices on `trackCount` tracks, the same for every call: steps with operators
 * of very different durations in them, and a counter of 20,000 points. For sizes and speeds.
 */
export function largeProfile(length: number, trackCount = 3): Profile {
  const slices = {
    length,
    start: new Float64Array(length),
    duration: new Float64Array(length),
    label: new Uint32Array(length),
    track: new Uint16Array(length),
    parent: new Int32Array(length).fill(-1)
  };
  const random = seededRandom(7);
  let time = 0;
  for (let row = 0; row < length;) {
    const step = row++;
    slices.start[step] = time;
    slices.track[step] = step % trackCount;
    time += Math.floor(500 * random());
    for (let i = 0; i < OPERATORS_IN_STEP && row < length; i++, row++) {
      slices.start[row] = time;
      slices.duration[row] = Math.floor(Math.exp(4 + 10 * random()));
      slices.label[row] = FIRST_OPERATOR + Math.floor((NAMES.length - FIRST_OPERATOR) * random());
      slices.track[row] = slices.track[step];
      slices.parent[row] = step;
      time += slices.duration[row] + Math.floor(200 * random());
    }
    slices.duration[step] = time - slices.start[step];
    time += 40;
  }
  return {
    ...emptyTables(trackCount),
    slices,
    counters: [memory(time, random)],
    meta: sampleMeta(time)
  };
}

function emptyTables(trackCount: number): Omit<Profile, 'slices' | 'counters' | 'meta'> {
  return {
    version: PROFILE_VERSION,
    strings: ['', 'range', 'operator', ...NAMES],
    labels: {
      length: NAMES.length,
      name: Uint32Array.from(NAMES, (_, row) => row + 3),
      category: Uint32Array.from(NAMES, (_, row) => (row < FIRST_OPERATOR ? 1 : 2))
    },
    tracks: Array.from({ length: trackCount }, (_, row) => ({
      name: row === 0 ? 'main' : `lane ${row}`,
      kind: row === 0 ? ('thread' as const) : ('asyncLane' as const),
      parent: row === 0 ? -1 : 0,
      pid: 42,
      tid: row + 1
    })),
    args: {
      length: 0,
      slice: new Uint32Array(0),
      key: new Uint32Array(0),
      kind: new Uint8Array(0),
      value: new Float64Array(0)
    },
    instants: {
      length: 0,
      time: new Float64Array(0),
      label: new Uint32Array(0),
      track: new Uint16Array(0),
      scope: new Uint8Array(0)
    },
    flows: {
      length: 0,
      from: new Uint32Array(0),
      to: new Uint32Array(0),
      label: new Uint32Array(0)
    },
    ...emptySampleParts()
  };
}

function memory(durationNs: number, random: Random) {
  let pages = 50_000;
  return {
    name: 'node/rss',
    category: 'Device Storage',
    unit: 'bytes' as const,
    kind: 'sampled' as const,
    track: 0,
    time: Float64Array.from({ length: COUNTER_POINTS }, (_, i) =>
      Math.floor((i * durationNs) / COUNTER_POINTS)
    ),
    value: Float64Array.from({ length: COUNTER_POINTS }, () => {
      pages += Math.floor(9 * random()) - 4;
      return 4096 * pages;
    })
  };
}
