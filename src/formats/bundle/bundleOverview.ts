import { decimate } from '../../analysis/slices/decimate';
import { enclosingSlices } from '../../analysis/slices/nesting';
import { busiestTracks, trackDensity } from '../../analysis/slices/trackDensity';
import type { TrackDensity } from '../../analysis/slices/trackDensity';
import type {
  BundleCounter,
  BundleDensity,
  BundleOverview,
  BundleTable,
  BundleTableName
} from '../../model/output/bundle';
import { BUNDLE_LIMITS, MAX_COUNTER_POINTS } from '../../model/output/bundle';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { BUNDLE_TABLES, packParents, packRows, packScopes, packStackLines } from './bundleTables';
import { clipText } from '../shared/text/clipText';
import type { Deflate } from '../shared/bytes/compression';
import { packColumns } from './packColumns';

/** The bytes of a packed counter point in base64; hardly any point takes more. */
export const POINT_BYTES = 8;

/** The coding of the columns of a bundle's density: busy share, count. */
export const DENSITY_CODINGS = ['value', 'value'] as const;

/** Bins and tracks of the density: about 30 kB of JSON at most. */
const DENSITY_BINS = 512;
const DENSITY_TRACKS = 24;

/** The coding of the columns of a bundle's counters: time, value. */
export const COUNTER_CODINGS = ['delta', 'value'] as const;

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

/** The facts that {@link overviewOf} cannot get from the profile. */
export interface OverviewKind {
  readonly isPartial: boolean;
  /** The density of all slices, if the profile has only some of them. */
  readonly density: BundleDensity | null;
}

/** All tables of `profile` as a bundle carries them, with texts cut at 300 characters. */
export function overviewOf(
  profile: Profile,
  { isPartial, density }: OverviewKind,
  deflate: Deflate
): BundleOverview {
  const { labels, tracks, slices, instants, stacks, counters, lineTicks, lineTotals } = profile;
  const tables = BUNDLE_TABLES.map(name => {
    return [name, packRows(profile, name, { from: 0, to: profile[name].length }, deflate)] as const;
  });
  return {
    partial: isPartial,
    strings: profile.strings.map(text => clipText(text)),
    labels: Array.from(labels.name, (name, row) => [name, labels.category[row]]),
    tracks: tracks.map(track => ({ ...track, name: clipText(track.name) })),
    ...(Object.fromEntries(tables) as Record<BundleTableName, BundleTable>),
    parents: packParents(slices, deflate),
    scopes: packScopes(instants, deflate),
    stackLines: packStackLines(stacks, deflate),
    density,
    counters: counters.map(series => bundleCounter(series, deflate)),
    lineTicks: Array.from(lineTicks.line, (line, row) => {
      return [lineTicks.file[row], line, lineTicks.ticks[row]];
    }),
    lineTotals: Array.from(lineTotals.line, (line, row) => {
      return [lineTotals.file[row], line, lineTotals.self[row], lineTotals.total[row]];
    })
  };
}

/** The counters of a profile, decimated to at most about `maxBytes` of JSON together. */
export function boundCounters({ counters }: Profile, maxBytes: number): CounterSeries[] {
  const shown = counters.slice(0, Math.min(BUNDLE_LIMITS.counters, Math.floor(maxBytes / 200)));
  const affordable = Math.floor(maxBytes / POINT_BYTES / Math.max(1, shown.length));
  const limit = Math.max(4, Math.min(MAX_COUNTER_POINTS, affordable));
  return shown.map(series => ({ ...series, ...decimate(series, limit) }));
}

/** The density as a bundle carries it; `rowOf` holds the overview's row of each track. */
export function bundleDensity(
  { binCount, tracks, busy, count }: ProfileDensity,
  rowOf: Int32Array,
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

function bundleCounter(series: CounterSeries, deflate: Deflate): BundleCounter {
  const { name, category, unit, kind, track, time, value } = series;
  return {
    name: clipText(name),
    category: clipText(category),
    unit,
    kind,
    track,
    pointCount: time.length,
    points: packColumns(
      [time, value].map((values, index) => ({ coding: COUNTER_CODINGS[index], values })),
      deflate
    )
  };
}
