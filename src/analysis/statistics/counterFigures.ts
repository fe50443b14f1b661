import type { CounterSeries, Profile } from '../../model/profile/profile';
import { heldValues } from '../slices/counterValues';
import { type TimeWindow, clipCounter, firstRow } from '../slices/window';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';

/** A counter within a window in few numbers, in its own unit. */
export interface CounterFigures {
  /** Values that were measured within the window; the others only hold. */
  readonly count: number;
  /** The value that holds at the start of the window, or the first one in it. */
  readonly start: number;
  /** The value that holds at the end of the window. */
  readonly end: number;
  /** End less start. */
  readonly growth: number;
  readonly peak: number;
  /** When the peak was first reached, nanoseconds from the origin. */
  readonly peakTimeNs: number;
}

/** The figures of `series` within `window`, or null when it has no value by the end of it. */
export function counterFigures(series: CounterSeries, window: TimeWindow): CounterFigures | null {
  const { time, value } = heldValues(series, window);
  if (value.length === 0) return null;
  let top = 0;
  for (let row = 1; row < value.length; row++) {
    if (value[row] > value[top]) top = row;
  }
  const start = value[0];
  const end = value[value.length - 1];
  const count = clipCounter(series, window).value.length;
  return { count, start, end, growth: end - start, peak: value[top], peakTimeNs: time[top] };
}

/** The parts of the resident memory of a process at one moment, bytes. */
export interface MemoryComposition {
  readonly rssBytes: number;
  /** Objects on the JavaScript heap, garbage included. */
  readonly heapBytes: number;
  readonly arrayBufferBytes: number;
  /** Memory outside the heap that V8's objects hold, without array buffers. */
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
