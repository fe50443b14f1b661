import { decimate } from '../analysis/decimate';
import { enclosingSlices } from '../analysis/nesting';
import { busiestTracks, trackDensity } from '../analysis/trackDensity';
import type { TrackDensity } from '../analysis/trackDensity';
import type { BundleCounter, BundleDensity, BundleOverview, BundleTrack } from '../model/bundle';
import { BUNDLE_LIMITS, MAX_COUNTER_POINTS } from '../model/bundle';
import { permute } from '../model/columns';
import type { CounterSeries, Profile } from '../model/profile';
import { StringTable } from '../model/stringTable';
import { clipText } from './clipText';
import type { Deflate } from './compression';
import { packColumns } from './packColumns';

/** Bytes of a packed counter point in base64, at most nearly always. */
const POINT_BYTES = 8;

/** The coding of the slice columns of a bundle: start, duration, label, track. */
export const SLICE_CODINGS = ['delta', 'value', 'value', 'value'] as const;

/** The coding of the columns of a bundle's density: busy share, count. */
export const DENSITY_CODINGS = ['value', 'value'] as const;

/** Bins and tracks of the density: about 30 kB of JSON at most. */
const DENSITY_BINS = 512;
const DENSITY_TRACKS = 24;

/** The coding of the columns of a bundle's counters: time, value. */
export const COUNTER_CODINGS = ['delta', 'value'] as const;

/** What an overview has beside slices. */
export interface OverviewParts {
  readonly counters: readonly CounterSeries[];
  /** Called for a partial overview only. */
  readonly density: () => ProfileDensity;
}

/** The density of some tracks of a profile. */
export interface ProfileDensity extends TrackDensity {
  readonly tracks: readonly number[];
}

/** The density of the busiest tracks of `profile` over its whole window. */
export function profileDensity({ slices, tracks, meta }: Profile): ProfileDensity {
  const busiest = busiestTracks(slices, tracks.length, DENSITY_TRACKS);
  const window = { fromNs: 0, toNs: meta.durationNs, binCount: DENSITY_BINS, tracks: busiest };
  const enclosing = enclosingSlices(slices, tracks.length);
  return { tracks: busiest, ...trackDensity(slices, enclosing, window) };
}

/**
 * The overview that has the slices in `rows` (ascending), with the labels, tracks and strings that
 * they need, renumbered, the counters as they are, and the density if it is partial.
 */
export function overviewOf(
  profile: Profile,
  rows: Uint32Array,
  { counters, density }: OverviewParts,
  deflate: Deflate
): BundleOverview {
  const { slices } = profile;
  const isPartial = rows.length < slices.length;
  const dense = isPartial ? density().tracks : [];
  const strings = new StringTable();
  const label = permute(slices.label, rows, new Uint32Array(rows.length));
  const track = permute(slices.track, rows, new Uint16Array(rows.length));
  const labels = renumber(label, profile.labels.length);
  const others = [...dense, ...counters.map(series => series.track)];
  const tracks = tracksWithParents(profile, track, others);
  const columns = [
    permute(slices.start, rows, new Float64Array(rows.length)),
    permute(slices.duration, rows, new Float64Array(rows.length)),
    label.map(row => labels.rowOf[row]),
    track.map(row => tracks.rowOf[row])
  ];
  const intern = (index: number) => strings.intern(clipText(profile.strings[index]));
  return {
    partial: isPartial,
    labels: labels.used.map(row => [
      intern(profile.labels.name[row]),
      intern(profile.labels.category[row])
    ]),
    strings: strings.toArray(),
    tracks: tracks.used.map(row => bundleTrack(profile, row, tracks.rowOf)),
    sliceCount: rows.length,
    slices: packColumns(
      columns.map((values, index) => ({ coding: SLICE_CODINGS[index], values })),
      deflate
    ),
    density: isPartial ? bundleDensity(density(), tracks.rowOf, deflate) : null,
    counters: counters.map(series => bundleCounter(series, tracks.rowOf[series.track], deflate)),
    lineTicks: hottestLines(profile)
  };
}

/** The counters of a profile, decimated to at most about `maxBytes` of JSON together. */
export function boundCounters({ counters }: Profile, maxBytes: number): CounterSeries[] {
  const shown = counters.slice(0, Math.min(BUNDLE_LIMITS.counters, Math.floor(maxBytes / 200)));
  const affordable = Math.floor(maxBytes / POINT_BYTES / Math.max(1, shown.length));
  const limit = Math.max(4, Math.min(MAX_COUNTER_POINTS, affordable));
  return shown.map(series => ({ ...series, ...decimate(series, limit) }));
}

interface Renumbering {
  /** Old rows in their new order. */
  readonly used: readonly number[];
  readonly rowOf: Uint32Array;
}

function renumber(rows: Iterable<number>, length: number): Renumbering {
  const isUsed = new Uint8Array(length);
  for (const row of rows) isUsed[row] = 1;
  const used: number[] = [];
  const rowOf = new Uint32Array(length);
  isUsed.forEach((flag, row) => {
    if (flag) rowOf[row] = used.push(row) - 1;
  });
  return { used, rowOf };
}

function tracksWithParents(
  { tracks }: Profile,
  wanted: Uint16Array,
  others: readonly number[]
): Renumbering {
  const all = new Set<number>();
  for (const leaf of new Set([...new Set(wanted), ...others])) {
    for (let track = leaf; track >= 0 && !all.has(track); track = tracks[track].parent) {
      all.add(track);
    }
  }
  return renumber(all, tracks.length);
}

function bundleTrack({ tracks }: Profile, row: number, rowOf: Uint32Array): BundleTrack {
  const { name, kind, parent } = tracks[row];
  return { name: clipText(name), kind, parent: parent < 0 ? -1 : rowOf[parent] };
}

function bundleDensity(
  { binCount, tracks, busy, count }: ProfileDensity,
  rowOf: Uint32Array,
  deflate: Deflate
): BundleDensity {
  const columns = [busy.map(share => Math.round(255 * share)), count];
  return {
    binCount,
    tracks: tracks.map(track => rowOf[track]),
    bins: packColumns(
      columns.map((values, index) => ({ coding: DENSITY_CODINGS[index], values })),
      deflate
    )
  };
}

function bundleCounter(series: CounterSeries, track: number, deflate: Deflate): BundleCounter {
  const { name, category, unit, time, value } = series;
  return {
    name: clipText(name),
    category: clipText(category),
    unit,
    track,
    pointCount: time.length,
    points: packColumns(
      [time, value].map((values, index) => ({ coding: COUNTER_CODINGS[index], values })),
      deflate
    )
  };
}

/** Lines beyond this many are the coldest ones and are left out. */
const MAX_LINES = 2000;

function hottestLines({ lineTicks, strings }: Profile): BundleOverview['lineTicks'] {
  const { length, file, line, ticks } = lineTicks;
  return Array.from({ length }, (_, row) => row)
    .sort((a, b) => ticks[b] - ticks[a] || a - b)
    .slice(0, MAX_LINES)
    .map(row => [clipText(strings[file[row]]), line[row], ticks[row]] as const);
}
