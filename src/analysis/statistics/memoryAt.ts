import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { type TimeWindow, firstRow } from '../slices/window';
import { counterFigures } from './counterFigures';

/** What the resident memory of a process was made of at a moment, bytes. */
export interface MemoryComposition {
  readonly rssBytes: number;
  /** Objects on the JavaScript heap, garbage included. */
  readonly heapBytes: number;
  readonly arrayBufferBytes: number;
  /** What V8's objects hold outside the heap, without array buffers. */
  readonly externalBytes: number;
  /** Everything else: code, unused heap, native modules, stacks, other threads. */
  readonly restBytes: number;
}

/** The composition at `timeNs`, from the last values until then; null before the first ones. */
export function memoryAt(profile: Profile, timeNs: number): MemoryComposition | null {
  const rss = rssOf(profile);
  if (!rss) return null;
  const bytesOf = (name: string): number | null => {
    const series = profile.counters.find(each => each.track === rss.track && each.name === name);
    return series ? valueAt(series, timeNs) : null;
  };
  const rssBytes = valueAt(rss, timeNs);
  if (rssBytes === null) return null;
  const heapBytes = bytesOf(MEMORY_COUNTERS.heap) ?? 0;
  const arrayBufferBytes = bytesOf(MEMORY_COUNTERS.arrayBuffers) ?? 0;
  // Node counts array buffers as external, too
  const external = bytesOf(MEMORY_COUNTERS.external) ?? 0;
  const externalBytes = Math.max(0, external - arrayBufferBytes);
  const restBytes = Math.max(0, rssBytes - heapBytes - arrayBufferBytes - externalBytes);
  return { rssBytes, heapBytes, arrayBufferBytes, externalBytes, restBytes };
}

/** When the process held the most memory within the window; null if that was not sampled. */
export function memoryPeakNs(profile: Profile, window: TimeWindow): number | null {
  const rss = rssOf(profile);
  return (rss && counterFigures(rss, window)?.peakTimeNs) ?? null;
}

function rssOf({ counters }: Profile): CounterSeries | null {
  return counters.find(({ name, time }) => name === MEMORY_COUNTERS.rss && time.length > 0) ?? null;
}

function valueAt({ time, value }: CounterSeries, timeNs: number): number | null {
  const after = firstRow(time, timeNs);
  const row = time[after] === timeNs ? after : after - 1;
  return row < 0 ? null : value[row];
}
