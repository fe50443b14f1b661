import { decimate } from '../../analysis/slices/decimate';
import { enclosingOf } from '../../analysis/slices/nesting';
import { busiestTracks, trackDensity } from '../../analysis/slices/trackDensity';
import { type BundleOverview, MAX_COUNTER_POINTS } from '../../model/output/bundle';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import type { OverviewDensity } from '../kscope/kscopeDensity';
import { encodeKscope } from '../kscope/write';
import type { Deflate } from '../shared/bytes/compression';
import { base64Length, toBase64 } from '../shared/text/base64';
import { clipText } from '../shared/text/clipText';

/** The bytes of a counter point in base64; hardly any point takes more. */
export const POINT_BYTES = 8;

/** The maximum number of counters in a bundle, and the bytes allowed for the head of each. */
const MAX_COUNTERS = 1000;
const COUNTER_HEAD_BYTES = 200;

/** Bins and tracks of the density: about 30 kB of base64 at most. */
const DENSITY_BINS = 512;
const DENSITY_TRACKS = 24;

/** The density of the busiest tracks of `profile` over its whole window. */
export function profileDensity(profile: Profile): OverviewDensity {
  const { slices, tracks, meta } = profile;
  const busiest = busiestTracks(slices, tracks.length, DENSITY_TRACKS);
  const window = { fromNs: 0, toNs: meta.durationNs, binCount: DENSITY_BINS, tracks: busiest };
  return { tracks: busiest, ...trackDensity(slices, enclosingOf(profile), window) };
}

/** The facts that {@link overviewOf} cannot get from the profile. */
export interface OverviewKind {
  readonly isPartial: boolean;
  /** The density of all slices, if the profile has only some of them. */
  readonly density: OverviewDensity | null;
}

/** An overview as bytes, of which many may be made until one fits. */
export interface PackedOverview {
  /** The size of the overview in base64, characters. */
  readonly length: number;
  /** The overview as stored in a bundle. */
  readonly toOverview: () => BundleOverview;
}

/** All of `profile` as stored in a bundle, with names cut at 300 characters. */
export function overviewOf(
  profile: Profile,
  { isPartial, density }: OverviewKind,
  deflate: Deflate
): PackedOverview {
  const bytes = encodeKscope(withShortNames(profile), { deflate, density });
  const { length } = profile.slices;
  return {
    length: base64Length(bytes.length),
    toOverview: () => ({ partial: isPartial, slices: length, kscope: toBase64(bytes) })
  };
}

function withShortNames(profile: Profile): Profile {
  const { strings, tracks, counters } = profile;
  return {
    ...profile,
    strings: strings.map(text => clipText(text)),
    tracks: tracks.map(track => ({ ...track, name: clipText(track.name) })),
    counters: counters.map(series => ({
      ...series,
      name: clipText(series.name),
      category: clipText(series.category)
    }))
  };
}

/** The counters of a profile, decimated to at most about `maxBytes` of base64 together. */
export function boundCounters({ counters }: Profile, maxBytes: number): CounterSeries[] {
  const affordableHeads = Math.floor(maxBytes / COUNTER_HEAD_BYTES);
  const shown = counters.slice(0, Math.min(MAX_COUNTERS, affordableHeads));
  const affordable = Math.floor(maxBytes / POINT_BYTES / Math.max(1, shown.length));
  const limit = Math.max(4, Math.min(MAX_COUNTER_POINTS, affordable));
  return shown.map(series => ({ ...series, ...decimate(series, limit) }));
}
