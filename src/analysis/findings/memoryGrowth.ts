import type { GrownConstructor } from '../../facts/heapGrowth/heapGrowth';
import type { FindingOf } from '../../model/output/findings';
import { FULL_COLLECTION } from '../../model/profile/categories';
import { MEMORY_COUNTERS, RECORDED_SLICE_BYTES } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile, Track } from '../../model/profile/profile';
import { threadSpans } from '../slices/recordedThreads';
import { collectionRows, turnRows } from '../slices/recordedTimes';
import type { TimeWindow } from '../slices/window';
import type { FindingContext, RankedFinding } from './findingContext';
import { causeOfGrowth } from './growthCause';
import { heapFunctions } from '../statistics/heapFunctions';

/** Less growth is not worth a sentence, bytes. */
const MIN_GROWTH = 10_000_000;

/**
 * The smallest growth to report, as a share of the memory in use at the end. An idle kernel already uses
 * more than 100 MB.
 */
const MIN_RATIO = 0.1;

/** The part of a thread's run whose least value counts as the beginning. */
const BEGINNING = 0.1;

/** The part of a thread's run in which a full collection shows what is held at its end. */
const ENDING = 0.1;

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
export function memoryGrowth(context: FindingContext): RankedFinding[] {
  const { profile, shares, whole } = context;
  const compared = comparedGrowth(profile);
  const most = growthOf(profile);
  if (most === null) return [];
  const { counter, grownBytes, heldBytes, isSteady } = most;
  const holder = holderOf(profile, most);
  const finding = {
    kind: 'memory',
    share: null,
    low: null,
    high: null,
    facts: {
      ...{ counter, grownBytes, heldBytes },
      ...holder,
      ...retainerOf(profile, most),
      ...causeOfGrowth(context, holder.function)
    },
    target: { view: 'memory', selection: null, window: null }
  } as const;
  const waiting = (shares?.waitingNs ?? 0) / whole.thread;
  const measured = isSteady ? WEIGHT.steadily + WEIGHT.waiting * waiting : WEIGHT.once;
  return [{ finding, weight: compared === null ? measured : WEIGHT.compared }];
}

/** The growth between heap snapshots, or else the greatest of a memory curve; null where it is not worth a sentence. */
export function growthOf(profile: Profile): Growth | null {
  return comparedGrowth(profile) ?? greatestGrowth(profile);
}

/** The greatest growth of a memory curve; null where it is not worth a sentence. */
function greatestGrowth(profile: Profile): Growth | null {
  const growths = profile.counters
    .flatMap(counter => growthOfCurve(profile, counter))
    .filter(
      ({ grownBytes, heldBytes }) => grownBytes >= MIN_GROWTH && grownBytes >= MIN_RATIO * heldBytes
    );
  return growths.reduce<Growth | null>(
    (most, each) => (most === null || each.grownBytes > most.grownBytes ? each : most),
    null
  );
}

/** The growth of the heap between two snapshots; null where there are none, or it is not worth a sentence. */
function comparedGrowth({ meta, counters, tracks }: Profile): Growth | null {
  const rows = meta.heapGrowth?.rows ?? [];
  const grownBytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (grownBytes < MIN_COMPARED_GROWTH) return null;
  const own = ownThread(tracks, meta.pid);
  const heap = counters.find(
    ({ name, track }) => name === MEMORY_COUNTERS.heap && (track === own || own < 0)
  );
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

/** The least share of the bytes that a container retains which the objects in it must retain. */
const CONTAINED_SHARE = 0.9;

/** The constructor that grew most between two heap snapshots, and what holds it. */
function retainerOf({ meta }: Profile, { counter, grownBytes }: Growth): RetainerFacts {
  const row = leakedRow(meta.heapGrowth?.rows ?? []);
  const isHeap = counter === MEMORY_COUNTERS.heap;
  const held = isHeap ? (row?.retainedBytes ?? 0) : grownBytes;
  if (!row || held < MIN_HOLDER_SHARE * grownBytes) {
    return { object: '', objects: 0, retainedBytes: 0, path: '' };
  }
  const { name: object, added: objects, retainedBytes, paths } = row;
  return { object, objects, retainedBytes: Math.max(0, retainedBytes), path: paths[0].path };
}

/**
 * The first row, or where that is of one container, such as a map, the row of the many objects in it: they are what is
 * leaked, and their path names the container. Null without a path.
 */
function leakedRow(rows: readonly GrownConstructor[]): GrownConstructor | null {
  const [first] = rows;
  if (first === undefined || first.paths.length === 0) return null;
  const least = CONTAINED_SHARE * first.retainedBytes;
  const many = rows.find(
    ({ retainedBytes, paths: [way] }) =>
      retainedBytes >= least && way?.objects > 1 && way.path.startsWith(first.paths[0].path)
  );
  return many ?? first;
}

type RetainerFacts = Pick<
  FindingOf<'memory'>['facts'],
  'object' | 'objects' | 'retainedBytes' | 'path'
>;

export interface Growth {
  readonly counter: string;
  readonly grownBytes: number;
  readonly heldBytes: number;
  /** True if it went on during the whole run. */
  readonly isSteady: boolean;
}

/** From the least value at the beginning to what a full collection of the same thread left at the end. */
function growthOfCurve(profile: Profile, series: CounterSeries): Growth[] {
  const { name, time, value } = series;
  if (!COUNTERS.includes(name) || value.length < 2) return [];
  const heldBytes = heldOf(profile, series);
  if (heldBytes === null) return [];
  const { fromNs, toNs } = spanOf(profile, series);
  let first = value[0];
  for (let row = 0; row < value.length; row++) {
    if (time[row] <= fromNs + BEGINNING * (toNs - fromNs)) first = Math.min(first, value[row]);
  }
  const grownBytes = heldBytes - first - recorderBytes(profile, series);
  const isSteady = growsSteadily(series, { fromNs, toNs }, grownBytes);
  return [{ counter: name, grownBytes, heldBytes, isSteady }];
}

/** When the thread of a curve was recorded. */
function spanOf(profile: Profile, { track, time }: CounterSeries): TimeWindow {
  const known = threadSpans(profile).get(track);
  return known ?? { fromNs: time[0], toNs: Math.max(time[time.length - 1], time[0] + 1) };
}

/** Bytes of a curve that the recorder of its process itself holds. */
function recorderBytes({ slices, tracks }: Profile, { name, track }: CounterSeries): number {
  if (name !== MEMORY_COUNTERS.arrayBuffers) return 0;
  const isOwn = Uint8Array.from(tracks, ({ pid }) => Number(pid === tracks[track]?.pid));
  return RECORDED_SLICE_BYTES * slices.track.reduce((count, row) => count + isOwn[row], 0);
}

/** The thread that the facts of a whole profile are about: the first one of its process, -1 for none. */
function ownThread(tracks: Profile['tracks'], pid: number): number {
  const isOwn = ({ kind, pid: each }: Track): boolean => kind === 'thread' && each === pid;
  const own = tracks.findIndex(isOwn);
  const isOnly = tracks.filter(({ kind }) => kind === 'thread' || kind === 'worker').length <= 1;
  return own < 0 && isOnly ? tracks.findIndex(({ kind }) => kind === 'thread') : own;
}

/**
 * After the collection at the end of the thread of a curve, or since a full one near its end; null if there was
 * neither: what an earlier one left may be garbage by then, as may be what one left of code that had not yet
 * returned to the event loop.
 */
function heldOf(profile: Profile, series: CounterSeries): number | null {
  const { name, time, value, track } = series;
  const { heldMemory, pid } = profile.meta;
  if (heldMemory && track === ownThread(profile.tracks, pid)) {
    return name === MEMORY_COUNTERS.heap ? heldMemory.heapBytes : heldMemory.arrayBufferBytes;
  }
  const collectedNs = lastFullCollection(profile, track);
  const { fromNs, toNs } = spanOf(profile, series);
  const isLate = collectedNs !== null && collectedNs >= toNs - ENDING * (toNs - fromNs);
  if (!isLate || !mayHaveReturned(profile, track, { fromNs, toNs: collectedNs })) return null;
  let held = Infinity;
  for (let row = 0; row < value.length; row++) {
    if (time[row] >= collectedNs) held = Math.min(held, value[row]);
  }
  return Number.isFinite(held) ? held : null;
}

/** Whether a thread returned to its event loop after its beginning and before the end of a window, if its waits were recorded. */
function mayHaveReturned(profile: Profile, track: number, { fromNs, toNs }: TimeWindow): boolean {
  if (!profile.sources.some(({ source }) => source === 'waits')) return true;
  const { start, duration } = profile.slices;
  const beginningNs = fromNs + BEGINNING * (toNs - fromNs);
  return turnRows(profile, track).some(row => {
    const endNs = start[row] + duration[row];
    return endNs > beginningNs && endNs <= toNs;
  });
}

/** Whether the least value of each quarter of the run is greater than that of the one before. */
function growsSteadily(
  { time, value }: CounterSeries,
  { fromNs, toNs }: TimeWindow,
  grown: number
): boolean {
  const least = [Infinity, Infinity, Infinity, Infinity];
  for (let row = 0; row < value.length; row++) {
    const quarter = Math.min(
      3,
      Math.max(0, Math.floor((4 * (time[row] - fromNs)) / (toNs - fromNs)))
    );
    least[quarter] = Math.min(least[quarter], value[row]);
  }
  return least.every((each, at) => at === 0 || each - least[at - 1] >= STEADY_SHARE * grown);
}

/** When the last full collection of the thread of `track` ended; null if there was none. */
function lastFullCollection(profile: Profile, track: number): number | null {
  const { slices, labels, strings } = profile;
  const rows = collectionRows(profile, track) ?? [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    if (strings[labels.name[slices.label[row]]] !== FULL_COLLECTION) continue;
    return slices.start[row] + slices.duration[row];
  }
  return null;
}
