import type { FindingOf } from '../../model/output/findings';
import { FULL_COLLECTION } from '../../model/profile/categories';
import { MEMORY_COUNTERS, RECORDED_SLICE_BYTES } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import type { FindingContext, RankedFinding } from './findingContext';
import { heapFunctions } from '../statistics/heapFunctions';

/** Less growth is not worth a sentence, bytes. */
const MIN_GROWTH = 10_000_000;

/**
 * The smallest growth to report, as a share of the memory in use at the end. An idle kernel already uses
 * more than 100 MB.
 */
const MIN_RATIO = 0.1;

/** The part of the run whose least value counts as the beginning. */
const BEGINNING = 0.1;

const COUNTERS: readonly string[] = [MEMORY_COUNTERS.heap, MEMORY_COUNTERS.arrayBuffers];

/** Heap snapshots are exact, and taken only to find growth: less of it is worth a sentence, bytes. */
const MIN_COMPARED_GROWTH = 1_000_000;

/**
 * Memory that grows all the time weighs more, and more still where the code has nothing else to do; what
 * was asked for weighs the most.
 */
const WEIGHT = { once: 0.3, steadily: 0.62, waiting: 0.3, compared: 1 } as const;

/** Each quarter of a run has so much of steady growth, at least. */
const STEADY_SHARE = 0.1;

/** Memory that grew and that not even a full garbage collection freed. */
export function memoryGrowth({ profile, shares, wallNs }: FindingContext): RankedFinding[] {
  const compared = comparedGrowth(profile);
  const most = compared ?? greatestGrowth(profile);
  if (most === null) return [];
  const { counter, grownBytes, heldBytes, isSteady } = most;
  const finding = {
    kind: 'memory',
    share: null,
    low: null,
    high: null,
    facts: {
      ...{ counter, grownBytes, heldBytes },
      ...holderOf(profile, most),
      ...retainerOf(profile, most)
    },
    target: { view: 'memory', selection: null, window: null }
  } as const;
  const waiting = (shares?.waitingNs ?? 0) / wallNs;
  const measured = isSteady ? WEIGHT.steadily + WEIGHT.waiting * waiting : WEIGHT.once;
  return [{ finding, weight: compared === null ? measured : WEIGHT.compared }];
}

/** The greatest growth of a memory curve; null where it is not worth a sentence. */
function greatestGrowth(profile: Profile): Growth | null {
  const growths = profile.counters
    .flatMap(counter => growthOf(profile, counter))
    .filter(
      ({ grownBytes, heldBytes }) => grownBytes >= MIN_GROWTH && grownBytes >= MIN_RATIO * heldBytes
    );
  return growths.reduce<Growth | null>(
    (most, each) => (most === null || each.grownBytes > most.grownBytes ? each : most),
    null
  );
}

/** The growth of the heap between two snapshots; null where there are none, or it is not worth a sentence. */
function comparedGrowth({ meta, counters }: Profile): Growth | null {
  const rows = meta.heapGrowth?.rows ?? [];
  const grownBytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (grownBytes < MIN_COMPARED_GROWTH) return null;
  const heap = counters.find(({ name }) => name === MEMORY_COUNTERS.heap);
  const heldBytes = Math.max(grownBytes, heap?.value.at(-1) ?? 0);
  return { counter: MEMORY_COUNTERS.heap, grownBytes, heldBytes, isSteady: false };
}

/** A function with a smaller share of the growth does not explain it. */
const MIN_HOLDER_SHARE = 0.1;

/** The function with the most bytes that are still alive; the contents of buffers are not on the heap. */
function holderOf(profile: Profile, { counter, grownBytes }: Growth): HolderFacts {
  const nobody = { function: '', file: '', line: 0, aliveBytes: 0, errorBytes: 0 };
  const [most] = heapFunctions(profile);
  if (counter !== MEMORY_COUNTERS.heap || !most) return nobody;
  const { name, file, line, aliveBytes, aliveErrorBytes: errorBytes } = most;
  if (aliveBytes < MIN_HOLDER_SHARE * grownBytes) return { ...nobody, aliveBytes, errorBytes };
  return { function: name, file, line, aliveBytes, errorBytes };
}

type HolderFacts = Pick<
  FindingOf<'memory'>['facts'],
  'function' | 'file' | 'line' | 'aliveBytes' | 'errorBytes'
>;

/** The constructor that grew most between two heap snapshots, and what holds it. */
function retainerOf({ meta }: Profile, { counter, grownBytes }: Growth): RetainerFacts {
  const row = meta.heapGrowth?.rows[0];
  const isHeap = counter === MEMORY_COUNTERS.heap;
  const held = isHeap ? (row?.retainedBytes ?? 0) : grownBytes;
  if (!row || row.paths.length === 0 || held < MIN_HOLDER_SHARE * grownBytes) {
    return { object: '', objects: 0, retainedBytes: 0, path: '' };
  }
  const { name: object, added: objects, retainedBytes, paths } = row;
  return { object, objects, retainedBytes: Math.max(0, retainedBytes), path: paths[0].path };
}

type RetainerFacts = Pick<
  FindingOf<'memory'>['facts'],
  'object' | 'objects' | 'retainedBytes' | 'path'
>;

interface Growth {
  readonly counter: string;
  readonly grownBytes: number;
  readonly heldBytes: number;
  /** True if it went on during the whole run. */
  readonly isSteady: boolean;
}

/** From the least value at the beginning to what a full collection left. */
function growthOf(profile: Profile, series: CounterSeries): Growth[] {
  const { name, time, value } = series;
  const heldBytes = COUNTERS.includes(name) ? heldOf(profile, series) : null;
  if (heldBytes === null || value.length < 2) return [];
  let first = value[0];
  for (let row = 0; row < value.length; row++) {
    if (time[row] <= BEGINNING * profile.meta.durationNs) first = Math.min(first, value[row]);
  }
  const grownBytes = heldBytes - first - recorderBytes(profile, name);
  const isSteady = growsSteadily(series, profile.meta.durationNs, grownBytes);
  return [{ counter: name, grownBytes, heldBytes, isSteady }];
}

/** Bytes of a curve that the recorder itself holds. */
function recorderBytes({ slices }: Profile, counter: string): number {
  return counter === MEMORY_COUNTERS.arrayBuffers ? RECORDED_SLICE_BYTES * slices.length : 0;
}

/** After the collection at the end, or else since the last full one; null if there was none. */
function heldOf(profile: Profile, { name, time, value }: CounterSeries): number | null {
  const { heldMemory } = profile.meta;
  if (heldMemory) {
    return name === MEMORY_COUNTERS.heap ? heldMemory.heapBytes : heldMemory.arrayBufferBytes;
  }
  const collectedNs = lastFullCollection(profile);
  if (collectedNs === null) return null;
  let held = Infinity;
  for (let row = 0; row < value.length; row++) {
    if (time[row] >= collectedNs) held = Math.min(held, value[row]);
  }
  return Number.isFinite(held) ? held : null;
}

/** Whether the least value of each quarter of the run is greater than that of the one before. */
function growsSteadily({ time, value }: CounterSeries, durationNs: number, grown: number): boolean {
  const least = [Infinity, Infinity, Infinity, Infinity];
  for (let row = 0; row < value.length; row++) {
    const quarter = Math.min(3, Math.floor((4 * time[row]) / durationNs));
    least[quarter] = Math.min(least[quarter], value[row]);
  }
  return least.every((each, at) => at === 0 || each - least[at - 1] >= STEADY_SHARE * grown);
}

/** When the last full collection ended; null if there was none. */
function lastFullCollection({ slices, tracks, labels, strings }: Profile): number | null {
  for (let row = slices.length - 1; row >= 0; row--) {
    if (tracks[slices.track[row]].kind !== 'gc') continue;
    if (strings[labels.name[slices.label[row]]] !== FULL_COLLECTION) continue;
    return slices.start[row] + slices.duration[row];
  }
  return null;
}
