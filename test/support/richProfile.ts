import {
  type AllocationTable,
  type GpuInfo,
  type Profile,
  ProfileBuilder,
  type ProfileMeta,
  type SampleParts,
  emptySampleParts
} from 'kernelscope/model';
import { h200 } from './h200';
import { type Random, seededRandom } from './random';

/** Names that exporters get wrong: quotes, control characters, lone surrogates, markup, `NUL`. */
export const ODD_NAMES = [
  'plain',
  'with "quotes" and \\ backslash',
  'tab\tnewline\nreturn\r',
  'control \u0001\u001f\u007f',
  'separators \u2028\u2029',
  'größe 大きさ 🚀',
  'lone \ud83d high',
  'lone \udc00 low',
  '<script>alert(1)</script> & co',
  ' edges '
] as const;

/** Facts of a run that every made-up profile states. */
export function exampleMeta(durationNs: number): ProfileMeta {
  return {
    id: 'example',
    name: 'example',
    status: 'complete',
    startedAtMs: 1_700_000_000_000,
    originNs: '123456789012345678',
    durationNs,
    cpuTimeNs: durationNs / 2,
    host: 'example-host',
    pid: 4242,
    runtime: 'v20.20.2',
    options: { cpu: '1kHz', memory: 'on' },
    cell: { file: 'Cell [5]', executionCount: 5, source: 'const größe = 1;\n' },
    gpus: [],
    overheadNs: 1234,
    dropped: { slices: 3, instants: 0, counterValues: 0, args: 0, flows: 0 },
    truncated: false
  };
}

/** Rows of the tracks of {@link richProfile}. */
export interface RichTracks {
  readonly process: number;
  readonly main: number;
  readonly worker: number;
  readonly lanes: readonly [number, number];
  readonly gc: number;
  readonly device: number;
  readonly stream: number;
}

/** A GPU of which everything is known. */
export const EXAMPLE_GPU: GpuInfo = { ...h200(), linkBytesPerSecond: 6.3e10 };

function addTracks(builder: ProfileBuilder): RichTracks {
  const pid = 4242;
  const process = builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
  const inProcess = { parent: process, pid };
  const main = builder.addTrack({ name: 'main thread', kind: 'thread', ...inProcess, tid: pid });
  const worker = builder.addTrack({ name: 'worker 1', kind: 'worker', ...inProcess, tid: 4250 });
  const lane = (number: number): number =>
    builder.addTrack({
      name: `async ${number}`,
      kind: 'asyncLane',
      ...inProcess,
      tid: pid + number
    });
  const lanes = [lane(1), lane(2)] as const;
  const gc = builder.addTrack({ name: 'GC', kind: 'gc', ...inProcess, tid: 0 });
  const device = builder.addTrack({ name: 'GPU 0', kind: 'device', pid, tid: 0 });
  const stream = builder.addTrack({
    name: 'stream 7',
    kind: 'cudaStream',
    parent: device,
    pid,
    tid: 7
  });
  return { process, main, worker, lanes, gc, device, stream };
}

/** Adds about `count` nested slices to `track` and returns their handles. */
function addNested(
  builder: ProfileBuilder,
  track: number,
  count: number,
  random: Random
): number[] {
  const handles: number[] = [];
  let start = 0;
  while (handles.length < count) {
    const duration = 2000 + Math.floor(random() * 8000);
    addTree(builder, { track, start, duration, depth: 0 }, random, handles);
    start += duration + Math.floor(random() * 300);
  }
  return handles;
}

interface Place {
  readonly track: number;
  readonly start: number;
  readonly duration: number;
  readonly depth: number;
}

function addTree(builder: ProfileBuilder, place: Place, random: Random, handles: number[]): void {
  const { track, start, duration, depth } = place;
  const index = Math.floor(random() * 40);
  const name = index < ODD_NAMES.length ? ODD_NAMES[index] : `op ${index}`;
  handles.push(
    builder.addSlice({ name, category: `category ${index % 5}`, start, duration, track })
  );
  if (depth === 12 || duration < 200) return;
  const half = Math.floor(duration / 2);
  const first = { track, start: start + 20, duration: half - 20, depth: depth + 1 };
  addTree(builder, first, random, handles);
  if (random() < 0.5) return;
  const second = { track, start: start + half, duration: duration - half, depth: depth + 1 };
  addTree(builder, second, random, handles);
}

function addAsync(builder: ProfileBuilder, { lanes, gc, stream }: RichTracks): void {
  for (let at = 0; at < 20; at++) {
    const start = at * 1500;
    const lane = lanes[at % 2];
    builder.addSlice({
      name: `await ${at}`,
      category: 'async',
      start,
      duration: 2500,
      track: lane
    });
    builder.addSlice({ name: 'part', category: 'async', start, duration: 700, track: lane });
    builder.addSlice({ name: 'scavenge', category: 'gc', start, duration: 50, track: gc });
    builder.addSlice({ name: 'sgemm', category: 'kernel', start, duration: 900, track: stream });
  }
}

function addArgs(builder: ProfileBuilder, { main }: RichTracks, start: number): void {
  builder.addSlice({
    name: 'with args',
    category: 'cpu_op',
    start,
    duration: 4000,
    track: main,
    args: {
      whole: 42,
      negative: -7,
      fraction: 0.125,
      huge: 1e300,
      beyondInt32: 2 ** 40,
      notANumber: NaN,
      infinite: -Infinity,
      text: 'größe "quoted" \u0001',
      shape: '[1,224,224,3]',
      emptyText: '',
      yes: true,
      no: false,
      'odd\nkey': 'value'
    }
  });
}

const KINDS = {
  count: 'set',
  bytes: 'sampled',
  percent: 'sampled',
  nanoseconds: 'derived'
} as const;

function addCounters(builder: ProfileBuilder, { process, device }: RichTracks): void {
  const time = Float64Array.from({ length: 50 }, (_, at) => at * 600);
  const add = (name: string, unit: 'count' | 'bytes' | 'percent' | 'nanoseconds', track: number) =>
    builder.addCounter({
      name,
      category: 'memory',
      unit,
      kind: KINDS[unit],
      track,
      time,
      value: time.map((_, at) => (unit === 'percent' ? at + 0.5 : at * 1_000_000_007))
    });
  add('rss', 'bytes', process);
  add('tensors', 'count', process);
  add('utilisation "odd"', 'percent', device);
  add('lag', 'nanoseconds', process);
}

/** Three pieces of memory; their texts are the last ones of the profile. */
function allocations({ strings }: ProfileBuilder): AllocationTable {
  const row = (text: string): number => strings.intern(text);
  return {
    length: 3,
    time: Float64Array.of(100, 250, 250),
    lifetime: Float64Array.of(400.5, 0, 2e6),
    isHeld: Uint8Array.of(0, 0, 1),
    bytes: Float64Array.of(602_112, 0, 2 ** 40),
    address: Float64Array.of(65_536, -1, 2 ** 33 + 8),
    name: Uint32Array.of(row('matMul'), row('relu'), row('größe')),
    scope: Uint32Array.of(row('encoder:dense_1:'), row('<unk>:'), row('encoder:dense_1:')),
    device: Uint32Array.of(row('tfjs/wasm'), row('tfjs/wasm'), row('odd\n"device"'))
  };
}

function sampleParts(builder: ProfileBuilder, { main }: RichTracks): Partial<SampleParts> {
  const { strings } = builder;
  const names = ['(root)', 'train', 'größe', 'matMul'].map(name => strings.intern(name));
  const file = strings.intern('Cell [5]');
  const length = 200;
  return {
    ...emptySampleParts(),
    frames: {
      length: 4,
      name: Uint32Array.from(names),
      file: Uint32Array.of(0, file, file, file),
      line: Uint32Array.of(0, 1, 12, 40),
      column: Uint32Array.of(0, 1, 3, 5),
      kind: Uint8Array.of(5, 0, 0, 1)
    },
    stacks: {
      length: 4,
      prefix: Int32Array.of(-1, 0, 1, 1),
      frame: Uint32Array.of(0, 1, 2, 3),
      line: Uint32Array.of(0, 7, 13, 0),
      isAwaited: Uint8Array.of(0, 0, 1, 0)
    },
    samples: {
      length,
      time: Float64Array.from({ length }, (_, row) => row * 137),
      weight: new Float64Array(length).fill(137),
      stack: Int32Array.from({ length }, (_, row) => (row % 5) - 1),
      track: new Uint16Array(length).fill(main)
    },
    heapSamples: {
      length: 2,
      stack: Uint32Array.of(3, 1),
      bytes: Float64Array.of(2 ** 33 + 0.5, 4096),
      variance: Float64Array.of(2 ** 52, 0.25),
      aliveBytes: Float64Array.of(0, 2048.5),
      aliveVariance: Float64Array.of(0, 0.125),
      samples: Uint32Array.of(16_384, 1)
    },
    sliceStacks: {
      length: 3,
      slice: Uint32Array.of(0, 2, 50),
      stack: Uint32Array.of(3, 2, 1)
    },
    lineTicks: {
      length: 2,
      file: Uint32Array.of(file, file),
      line: Uint32Array.of(12, 40),
      ticks: Uint32Array.of(40, 40)
    },
    lineTotals: {
      length: 3,
      file: Uint32Array.of(file, file, file),
      line: Uint32Array.of(1, 12, 40),
      self: Float64Array.of(0, 40 * 137, 40 * 137),
      total: Float64Array.of(120 * 137, 40 * 137, 40 * 137),
      own: Float64Array.of(40 * 137, 40 * 137, 40 * 137)
    },
    droppedTotals: {
      length: 1,
      label: Uint32Array.of(0),
      count: Float64Array.of(3),
      total: Float64Array.of(300),
      self: Float64Array.of(200),
      min: Float64Array.of(50),
      max: Float64Array.of(150)
    },
    sourceTexts: [
      { file: 'Cell [4]', text: 'const größe = "大きさ 🚀 \ud83d";\n</script>', isClipped: false },
      { file: 'model.ts', text: '/** @module model */', isClipped: true }
    ],
    sources: [
      { source: 'ranges', status: 'ok', message: '', records: 10 },
      { source: 'cuda', status: 'unavailable', message: 'No device found.', records: 0 }
    ],
    allocations: allocations(builder)
  };
}

const SCOPES = ['thread', 'process', 'global', 'task', 'marker'] as const;

/** A profile with everything a profile can have, and about `slices` nested slices. */
export function richProfile(slices = 200): Profile {
  const builder = new ProfileBuilder();
  const random = seededRandom(7);
  const tracks = addTracks(builder);
  const main = addNested(builder, tracks.main, slices, random);
  const worker = addNested(builder, tracks.worker, Math.floor(slices / 4), random);
  const end = slices * 10_000;
  addAsync(builder, tracks);
  addArgs(builder, tracks, end);
  addCounters(builder, tracks);
  for (let at = 0; at < 10; at++) {
    const scope = SCOPES[at % SCOPES.length];
    builder.addInstant(`mark ${at}`, 'instants', at * 500, tracks.main, scope);
    builder.addFlow('postMessage', 'async', main[at * 3], worker[at]);
  }
  builder.addFlow('postMessage', 'async', main[0], worker[1]);
  builder.addFlow('postMessage', 'async', main[2], worker[1]);
  return builder.build(exampleMeta(end + 4000), sampleParts(builder, tracks));
}
