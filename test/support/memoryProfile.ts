import type { CounterUnit, Profile } from '../../src/model/profile';
import { ProfileBuilder } from '../../src/model/profileBuilder';
import { sampleMeta } from './drawProfile';
import { seededRandom } from './random';

const DURATION_NS = 4e9;
const MB = 1e6;

/** What {@link memoryProfile} adds to the four curves of memory. */
export interface MemoryProfileOptions {
  /** Values of each curve. */
  readonly points?: number;
  /** Adds counters of other units. */
  readonly withCounts?: boolean;
}

/**
 * Four seconds of a run that allocates tensors in steps, with its heap in saw teeth and a garbage
 * collection at each tooth.
 */
export function memoryProfile({
  points = 400,
  withCounts = false
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
  for (let tooth = 1; tooth < 12; tooth++) {
    const start = (tooth * DURATION_NS) / 12;
    builder.addSlice({
      name: 'scavenge',
      category: 'gc',
      start,
      duration: 3e6 + tooth * 1e5,
      track: gc
    });
  }
  return builder.build(sampleMeta(DURATION_NS), {
    sources: [{ source: 'memory', status: 'ok', message: '', records: points * 4 }]
  });
}
