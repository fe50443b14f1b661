import { FULL_COLLECTION } from '../../model/profile/categories';
import { MEMORY_COUNTERS, RECORDED_SLICE_BYTES } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile, Track } from '../../model/profile/profile';
import { threadSpans } from '../slices/recordedThreads';
import { collectionRows, turnRows } from '../slices/recordedTimes';
import type { TimeWindow } from '../slices/window';

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

/** Each quarter of a run has so much of steady growth, at least. */
const STEADY_SHARE = 0.1;

/** How much more memory was held at the end than at the beginning, by a curve. */
export interface Growth {
  readonly counter: string;
  readonly grownBytes: number;
  readonly heldBytes: number;
  /** True if it went on during the whole run. */
  readonly isSteady: boolean;
}

/** The greatest growth of a memory curve; null where it is not worth a sentence. */
export function greatestGrowth(profile: Profile): Growth | null {
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
export function ownThread(tracks: Profile['tracks'], pid: number): number {
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
