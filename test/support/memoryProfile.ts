import type { HeapAmount, CounterUnit, Profile } from '../../src/model/profile/profile';
import type { HeapGrowth } from '../../src/facts/heapGrowth';
import { ProfileBuilder, type SampleParts } from '../../src/model/build/profileBuilder';
import { type Piece, allocationTable } from './allocationProfile';
import { sampleMeta } from './drawProfile';
import { type HeapDrawing, stackParts } from './stackParts';
import { seededRandom } from './random';

const DURATION_NS = 4e9;
const MB = 1e6;

/** What {@link memoryProfile} adds to the four curves of memory. */
export interface MemoryProfileOptions {
  /** Values of each curve. */
  readonly points?: number;
  /** Adds counters of other units. */
  readonly withCounts?: boolean;
  /** Adds allocations of a few layers, and a counter that was set five times. */
  readonly withAllocations?: boolean;
  /** Adds functions that allocated on the heap, or what of it is still alive. */
  readonly heap?: HeapAmount;
  /** Adds the difference of two heap snapshots. */
  readonly withGrowth?: boolean;
  /** So many garbage collections in place of one at each tooth. */
  readonly manyCollections?: number;
}

/**
 * Four seconds of a run that allocates tensors in steps, with its heap in saw teeth and a garbage
 * collection at each tooth.
 */
export function memoryProfile({
  points = 400,
  withCounts = false,
  withAllocations = false,
  heap: heapAmount,
  withGrowth = false,
  manyCollections = 0
}: MemoryProfileOptions = {}): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main thread', kind: 'thread' });
  const gc = builder.addTrack({ name: 'GC', kind: 'gc' });
  const random = seededRandom(11);
  const time = Float64Array.from({ length: points }, (_, row) => (row * DURATION_NS) / points);
  const add = (name: string, unit: CounterUnit, valueAt: (share: number) => number): void =>
    builder.addCounter({
      name,
      category: 'Device Storage',
      unit,
      kind: 'sampled',
      track: main,
      time,
      value: time.map(at => Math.round(valueAt(at / DURATION_NS)))
    });
  const heap = (share: number): number => (38 + 30 * ((share * 12) % 1) + 12 * share) * MB;
  const arrays = (share: number): number => Math.floor(share * 8) * 9 * MB;
  add(
    'Memory: node/rss',
    'bytes',
    share => 96 * MB + 1.1 * heap(share) + arrays(share) + random() * MB
  );
  add('Memory: node/heap', 'bytes', share => heap(share) + random() * MB);
  add('Memory: node/external', 'bytes', share => arrays(share) + 3 * MB);
  add('Memory: node/arraybuffers', 'bytes', arrays);
  if (withCounts) add('<b>tensors</b>', 'count', share => 10 + share * 300);
  for (let scavenge = 0; scavenge < manyCollections; scavenge++) {
    const start = (scavenge * DURATION_NS) / manyCollections;
    builder.addSlice({ name: 'scavenge', category: 'gc', start, duration: 1e5, track: gc });
  }
  for (let tooth = 1; tooth < 12 && manyCollections === 0; tooth++) {
    const start = (tooth * DURATION_NS) / 12;
    builder.addSlice({
      name: 'scavenge',
      category: 'gc',
      start,
      duration: 3e6 + tooth * 1e5,
      track: gc
    });
  }
  const allocations = withAllocations ? allocated(builder, main) : {};
  const meta = sampleMeta(DURATION_NS);
  return builder.build(withGrowth ? { ...meta, heapGrowth: HEAP_GROWTH } : meta, {
    ...(heapAmount ? stackParts(builder, { heap: heapOf(heapAmount), begins: BEGINS }) : {}),
    ...allocations,
    sources: [{ source: 'memory', status: 'ok', message: '', records: points * 4 }]
  });
}

/** A leak, a cache that was filled anew, and a name that is markup. */
const HEAP_GROWTH: HeapGrowth = {
  takenNs: 2.4e9,
  rows: [
    {
      ...{ name: 'Session', added: 2000, freed: 0, bytes: 112_000, retainedBytes: 20.5 * MB },
      paths: [
        { path: 'sessions → Map → [1028] → Session', objects: 1990 },
        { path: 'global → lastSessions → Array → [3] → Session', objects: 10 }
      ]
    },
    {
      ...{ name: '<b>Row</b>', added: 90, freed: 80, bytes: 4200, retainedBytes: -1200 },
      paths: [{ path: 'rows → Array → [0] → <b>Row</b>', objects: 90 }]
    },
    { name: 'Map', added: 0, freed: 0, bytes: 57_232, retainedBytes: 57_232, paths: [] }
  ]
};

const BEGINS = { remember: 12, churn: 31, '<b>odd</b>': 40 };

/** A leak, and much garbage. */
function heapOf(amount: HeapAmount): HeapDrawing[] {
  const figures: [stack: string, allocated: number, alive: number, samples: number][] = [
    ['train churn', 1840 * MB, 0, 3500],
    ['train remember (push)', 26 * MB, 24.5 * MB, 190],
    ['train remember', 4 * MB, 3.1 * MB, 24],
    ['train <b>odd</b>', 9 * MB, 0.26 * MB, 2]
  ];
  return figures.flatMap(([stack, allocated, alive, samples]) => {
    if (amount === 'allocated') return [{ stack, bytes: allocated, samples }];
    return alive > 0 ? [{ stack, bytes: 0, aliveBytes: alive, samples }] : [];
  });
}

function allocated(builder: ProfileBuilder, track: number): Partial<SampleParts> {
  builder.addCounter({
    ...{ name: 'batches', category: 'training', unit: 'count', kind: 'set', track },
    time: Float64Array.of(0.3e9, 1.1e9, 1.9e9, 2.2e9, 3.4e9),
    value: Float64Array.of(1, 2, 5, 3, 4)
  });
  const layers = ['sequential_1:conv2d_1:', 'sequential_1:dense_1:', '<b>odd</b>:', '<unk>:'];
  const pieces = layers.flatMap((scope, layer): Piece[] => [
    { scope, from: layer * 2e8, to: Infinity, bytes: (layer + 1) * 1.5 * MB },
    { scope, from: layer * 3e8, to: 2.5e9, bytes: (6 - layer) * 4 * MB },
    { scope, from: 1e9, to: 1.5e9, bytes: 2 * MB, device: 'tfjs/cpu' }
  ]);
  return { allocations: allocationTable(builder, pieces, DURATION_NS) };
}
