import { type TimeWindow, clipCounter } from '../../../analysis/slices/window';
import { rowsWhere } from '../../../model/profile/columns';
import type { Profile, SliceTable } from '../../../model/profile/profile';
import { type ChosenRows, partialProfile } from './partialProfile';

/**
 * The part of a profile within a window of time: slices cut to it, with everything that refers to them,
 * moments, samples, values of counters, and the allocations that are held at some time of it. Times
 * keep their origin, and the profile ends with the window. Data without times is left out: allocations
 * on the heap, ticks and totals of lines, and totals of slices that were not kept.
 */
export function cutProfile(profile: Profile, window: TimeWindow): Profile {
  const { slices, instants, samples, allocations } = profile;
  const { fromNs, toNs } = window;
  const overlaps = (start: number, durationNs: number): boolean =>
    start < toNs && (start >= fromNs || start + durationNs > fromNs);
  const keepsSlice = (row: number): boolean => overlaps(slices.start[row], slices.duration[row]);
  const isWithin = (time: number): boolean => time >= fromNs && time < toNs;
  const none = new Uint32Array(0);
  const chosen: Omit<ChosenRows, 'args' | 'flows' | 'sliceStacks'> = {
    slices: rowsWhere(slices.length, keepsSlice),
    instants: rowsWhere(instants.length, row => isWithin(instants.time[row])),
    samples: rowsWhere(samples.length, row => isWithin(samples.time[row])),
    allocations: rowsWhere(allocations.length, row =>
      overlaps(allocations.time[row], allocations.lifetime[row])
    ),
    heapSamples: none,
    lineTicks: none,
    lineTotals: none,
    droppedTotals: none
  };
  const counters = profile.counters
    .map(series => clipCounter(series, window))
    .filter(({ time }) => time.length > 0);
  const tracks = [...profile.tracks.keys()];
  const part = partialProfile({ ...profile, counters }, chosen, tracks).profile;
  const meta = { ...part.meta, durationNs: toNs };
  return { ...part, meta, slices: cutTo(part.slices, window) };
}

/** Slices that began before the window begin with it: their order stays, since outer ones come first. */
function cutTo(slices: SliceTable, { fromNs, toNs }: TimeWindow): SliceTable {
  const start = slices.start.map(time => Math.max(time, fromNs));
  const duration = slices.duration.map((durationNs, row) => {
    return Math.min(slices.start[row] + durationNs, toNs) - start[row];
  });
  return { ...slices, start, duration };
}
