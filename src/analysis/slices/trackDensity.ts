import type { SlicePlaces } from './nesting';
import type { TimeWindow } from './window';

/** The load of tracks over time; entry `track × binCount + bin` for the given tracks in order. */
export interface TrackDensity {
  readonly binCount: number;
  /** Share of the bin that outermost slices cover, 0 … 1. */
  readonly busy: Float64Array;
  /** Slices of any level that begin in the bin. */
  readonly count: Uint32Array;
}

export interface DensityOptions extends TimeWindow {
  /** Rows of the tracks that are wanted. */
  readonly tracks: readonly number[];
  readonly binCount: number;
}

/** The density of some tracks in equal bins of the window. `enclosing` as `enclosingSlices` gives. */
export function trackDensity(
  slices: SlicePlaces,
  enclosing: Int32Array,
  { fromNs, toNs, tracks, binCount }: DensityOptions
): TrackDensity {
  const busy = new Float64Array(tracks.length * binCount);
  const count = new Uint32Array(tracks.length * binCount);
  const base = new Map(tracks.map((track, row) => [track, row * binCount]));
  const scale = binCount / Math.max(1, toNs - fromNs);
  for (let row = 0; row < slices.length; row++) {
    const first = base.get(slices.track[row]);
    const from = (slices.start[row] - fromNs) * scale;
    if (first === undefined || from < 0 || from > binCount) continue;
    count[first + Math.min(binCount - 1, Math.floor(from))]++;
    if (enclosing[row] < 0) cover(busy, first, from, from + slices.duration[row] * scale, binCount);
  }
  return { binCount, busy: busy.map(share => Math.min(1, share)), count };
}

/** Adds what `from … to`, in bins, covers of each bin of the track that begins at `first`. */
function cover(
  busy: Float64Array,
  first: number,
  from: number,
  to: number,
  binCount: number
): void {
  const end = Math.min(to, binCount);
  for (let bin = Math.floor(from); bin < end; bin++) {
    busy[first + bin] += Math.min(end, bin + 1) - Math.max(from, bin);
  }
}

/** The `limit` tracks with most slices, in their own order. */
export function busiestTracks(
  { length, track }: SlicePlaces,
  trackCount: number,
  limit: number
): number[] {
  const counts = new Uint32Array(trackCount);
  for (let row = 0; row < length; row++) counts[track[row]]++;
  return Array.from(counts.keys())
    .filter(row => counts[row] > 0)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, limit)
    .sort((a, b) => a - b);
}
