import fc from 'fast-check';
import {
  type AllocationTable,
  type HeapSampleTable,
  type Profile,
  ProfileBuilder,
  type SampleParts,
  type SliceStackTable,
  emptySampleParts
} from 'kernelscope/model';
import { exampleMeta, ODD_NAMES } from './richProfile';

/** Nothing ends beyond 2⁵³ ns, some 104 days, where times are no longer whole. */
const time = fc.oneof(
  fc.nat(100_000),
  fc.double({ min: 0, max: 2 ** 51, noNaN: true }).map(positive)
);

/** Minus zero is no time that a clock gives. */
function positive(value: number): number {
  return value + 0;
}

const name = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ maxLength: 20 }));
const anyNumber = fc.oneof(fc.integer(), fc.double());
const pick = fc.nat(1000);
const scopeName = fc.constantFrom('thread', 'process', 'global', 'task', 'marker');

const shape = fc.record({
  tracks: fc.array(fc.record({ name, parent: pick, tid: fc.nat(99) }), {
    minLength: 1,
    maxLength: 5
  }),
  slices: fc.array(
    fc.record({
      name,
      category: name,
      start: time,
      duration: time,
      track: pick,
      parent: fc.option(pick),
      args: fc.dictionary(name, fc.oneof(anyNumber, fc.boolean(), name), { maxKeys: 3 })
    }),
    { maxLength: 30 }
  ),
  counters: fc.array(
    fc.record({
      name,
      category: name,
      unit: fc.constantFrom('count', 'bytes', 'percent', 'nanoseconds'),
      kind: fc.constantFrom('set', 'sampled', 'derived'),
      track: pick,
      points: fc.array(fc.tuple(time, anyNumber), { maxLength: 20 })
    }),
    { maxLength: 4 }
  ),
  instants: fc.array(fc.record({ name, time, track: pick, scope: scopeName }), { maxLength: 6 }),
  allocations: fc.array(
    fc.record({
      time,
      lifetime: time,
      isHeld: fc.nat(1),
      bytes: time,
      address: fc.oneof(fc.constant(-1), time),
      texts: fc.tuple(name, name, name)
    }),
    { maxLength: 6 }
  ),
  flows: fc.array(fc.record({ name, from: pick, to: pick }), { maxLength: 6 }),
  frames: fc.array(fc.record({ name, file: name, line: fc.nat(), kind: fc.nat(5) }), {
    minLength: 1,
    maxLength: 6
  }),
  stacks: fc.array(fc.record({ prefix: fc.option(pick), frame: pick, line: fc.nat() }), {
    maxLength: 8
  }),
  heap: fc.array(fc.record({ bytes: time, variance: time }), { maxLength: 8 }),
  sliceStacks: fc.array(fc.option(pick), { maxLength: 30 }),
  samples: fc.array(fc.record({ time, weight: time, stack: fc.option(pick), track: pick }), {
    maxLength: 20
  }),
  lines: fc.array(fc.record({ file: name, line: fc.nat(), ticks: fc.nat(), self: time }), {
    maxLength: 5
  }),
  dropped: fc.array(fc.record({ name, count: fc.nat(), total: time }), { maxLength: 3 }),
  source: fc.option(fc.string()),
  sourceTexts: fc.array(fc.record({ file: name, text: fc.string(), isClipped: fc.boolean() }), {
    maxLength: 4
  })
});

type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;

/** Any valid profile that has something in every table, times that nest or not, and odd texts. */
export function fullProfile(): fc.Arbitrary<Profile> {
  return shape.map(toProfile);
}

function toProfile(made: Shape): Profile {
  const builder = new ProfileBuilder();
  made.tracks.forEach(({ name, parent, tid }, row) => {
    builder.addTrack({ name, kind: 'thread', parent: (parent % (row + 1)) - 1, pid: 7, tid });
  });
  const track = (index: number) => index % made.tracks.length;
  addSlices(builder, made, track);
  for (const { points, ...head } of made.counters) {
    builder.addCounter({
      ...head,
      track: track(head.track),
      time: Float64Array.from(points, ([at]) => at).sort(),
      value: Float64Array.from(points, ([, value]) => value)
    });
  }
  for (const instant of made.instants) {
    builder.addInstant(instant.name, 'instant', instant.time, track(instant.track), instant.scope);
  }
  const meta = {
    ...exampleMeta(1e6),
    cell: made.source === null ? null : { file: 'Cell [5]', executionCount: 5, source: made.source }
  };
  return builder.build(meta, sampleParts(builder, made));
}

function addSlices(builder: ProfileBuilder, made: Shape, track: (index: number) => number): void {
  const inOrder = [...made.slices].sort((a, b) => a.start - b.start || b.duration - a.duration);
  inOrder.forEach((slice, row) => {
    const parent = slice.parent === null ? -1 : (slice.parent % (row + 1)) - 1;
    builder.addSlice({ ...slice, track: track(slice.track), parent });
  });
  const { length } = inOrder;
  for (const { name, from, to } of length > 0 ? made.flows : []) {
    builder.addFlow(name, 'flow', from % length, to % length);
  }
}

function sampleParts(builder: ProfileBuilder, made: Shape): Partial<SampleParts> {
  const { strings } = builder;
  const intern = (texts: readonly string[]) =>
    Uint32Array.from(texts, text => strings.intern(text));
  const { frames, stacks, lines, dropped } = made;
  const samples = [...made.samples].sort((a, b) => a.time - b.time);
  const stackOf = (index: number | null) =>
    index === null || !stacks.length ? -1 : index % stacks.length;
  const labels = [...new Set(dropped.map(each => builder.label(each.name, 'dropped')))];
  const totals = Float64Array.from(labels, (_, row) => dropped[row].total);
  return {
    ...emptySampleParts(),
    frames: {
      length: frames.length,
      name: intern(frames.map(frame => frame.name)),
      file: intern(frames.map(frame => frame.file)),
      line: Uint32Array.from(frames, frame => frame.line),
      column: new Uint32Array(frames.length),
      kind: Uint8Array.from(frames, frame => frame.kind)
    },
    stacks: {
      length: stacks.length,
      prefix: Int32Array.from(stacks, ({ prefix }, row) => ((prefix ?? 0) % (row + 1)) - 1),
      frame: Uint32Array.from(stacks, ({ frame }) => frame % frames.length),
      line: Uint32Array.from(stacks, ({ line }) => line),
      isAwaited: Uint8Array.from(stacks, ({ frame, line }) => (frame + line) % 2)
    },
    heapSamples: heapSamples(made),
    sliceStacks: sliceStacks(made),
    samples: {
      length: samples.length,
      time: Float64Array.from(samples, sample => sample.time),
      weight: Float64Array.from(samples, sample => sample.weight),
      stack: Int32Array.from(samples, ({ stack }) => stackOf(stack)),
      track: Uint16Array.from(samples, sample => sample.track % made.tracks.length)
    },
    lineTicks: {
      length: lines.length,
      file: intern(lines.map(({ file }) => file)),
      line: Uint32Array.from(lines, ({ line }) => line),
      ticks: Uint32Array.from(lines, ({ ticks }) => ticks)
    },
    lineTotals: {
      length: lines.length,
      file: intern(lines.map(({ file }) => file)),
      line: Uint32Array.from(lines, ({ line }) => line),
      self: Float64Array.from(lines, ({ self }) => self),
      total: Float64Array.from(lines, ({ self }) => self),
      own: Float64Array.from(lines, ({ self }) => self)
    },
    droppedTotals: {
      length: labels.length,
      label: Uint32Array.from(labels),
      count: Float64Array.from(labels, (_, row) => dropped[row].count),
      total: totals,
      self: totals,
      min: totals,
      max: totals
    },
    allocations: allocationTable(made.allocations, intern),
    sourceTexts: made.sourceTexts,
    sources: [{ source: 'ranges', status: 'ok', message: '', records: 3 }]
  };
}

/** Samples of the heap for the first stacks. */
function heapSamples({ heap, stacks }: Shape): HeapSampleTable {
  const rows = heap.slice(0, stacks.length);
  return {
    length: rows.length,
    stack: Uint32Array.from(rows, (_, row) => row),
    bytes: Float64Array.from(rows, ({ bytes }) => bytes),
    variance: Float64Array.from(rows, ({ variance }) => variance),
    aliveBytes: Float64Array.from(rows, ({ bytes }, row) => (row % 2) * bytes),
    aliveVariance: Float64Array.from(rows, ({ variance }, row) => (row % 2) * variance),
    samples: Uint32Array.from(rows, (_, row) => row)
  };
}

/** Stacks for some of the slices, where there are any. */
function sliceStacks({ sliceStacks, slices, stacks }: Shape): SliceStackTable {
  const rows = sliceStacks
    .slice(0, slices.length)
    .flatMap((stack, slice) => (stack === null || !stacks.length ? [] : [{ slice, stack }]));
  return {
    length: rows.length,
    slice: Uint32Array.from(rows, ({ slice }) => slice),
    stack: Uint32Array.from(rows, ({ stack }) => stack % stacks.length)
  };
}

function allocationTable(
  made: Shape['allocations'],
  intern: (texts: readonly string[]) => Uint32Array
): AllocationTable {
  const rows = [...made].sort((a, b) => a.time - b.time);
  const [name, scope, device] = [0, 1, 2].map(at => intern(rows.map(({ texts }) => texts[at])));
  return {
    length: rows.length,
    time: Float64Array.from(rows, row => row.time),
    lifetime: Float64Array.from(rows, row => row.lifetime),
    isHeld: Uint8Array.from(rows, row => row.isHeld),
    bytes: Float64Array.from(rows, row => row.bytes),
    address: Float64Array.from(rows, row => row.address),
    name,
    scope,
    device
  };
}
