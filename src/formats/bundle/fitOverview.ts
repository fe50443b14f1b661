import { longestSlices } from '../../analysis/slices/longestSlices';
import { type BundleOverview, BUNDLE_LIMITS, MAX_COUNTER_POINTS } from '../../model/output/bundle';
import { permute, profileBytes } from '../../model/profile/columns';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { TABLE_NAMES, type TableName, emptyTable } from '../../columns/tableSchema';
import { decimate } from '../../analysis/slices/counterValues';
import { enclosingOf } from '../../analysis/slices/nesting';
import { busiestTracks, trackDensity } from '../../analysis/slices/trackDensity';
import type { OverviewDensity } from '../kscope/kscopeDensity';
import { encodeTable } from '../kscope/kscopeParts';
import type { Columns } from '../kscope/kscopeRows';
import type { Deflate } from '../shared/compression';
import { partialProfile } from '../shared/rows/partialProfile';
import { encodeKscope } from '../kscope/write';
import { base64Length, toBase64 } from '../shared/text/base64';
import { clipText } from '../shared/text/clipText';
import { type BundleShares, rowsWithSlices, shareOut } from './bundleShares';

export interface FitOptions {
  /** The maximum number of base64 characters. */
  readonly budget: number;
  /** True if the profile has all facts outside its tables. */
  readonly isRunWhole: boolean;
  readonly deflate: Deflate;
}

/** The target size of tables that are not whole: notebooks stay small. */
const PARTIAL_BYTES = 256_000;

/** The bytes that a packed slice usually takes at most; the next try uses the measured size. */
const GUESSED_SLICE_BYTES = 8;

/** The shares of an overview that counters may take, whole and partial. */
const COUNTER_SHARE = 0.08;
const PARTIAL_COUNTER_SHARE = 0.15;

/** The number of rows of a table that are packed to estimate its size. */
const PROBE_ROWS = 16_384;

/** Characters of base64 for each byte. */
const BASE64_GROWTH = 4 / 3;

/** A profile whose memory is a smaller share of the budget is tried as a whole at once. */
const SMALL_SHARE = 0.25;

/** A writer stays this far below the limit of readers, because texts in JSON are up to three times as long. */
const MAX_WHOLE_BYTES = BUNDLE_LIMITS.overviewBytes / 4;

/**
 * The overview of `profile` within `budget`: the whole profile if it fits, else a part whose tables
 * take about 256 kB. Counters are decimated in either case. In a part, the tables other than slices get
 * the shares of {@link shareOut}, and the longest slices fill the rest. If there is no room even without
 * slices, only the facts of the run remain.
 */
export function fitOverview(profile: Profile, options: FitOptions): BundleOverview {
  const { budget, isRunWhole, deflate } = options;
  const counters = boundCounters(profile, COUNTER_SHARE * budget);
  const bounded = withoutOldNames({ ...profile, counters });
  if (mayFit(bounded, options)) {
    const isPartial = !isRunWhole || counters.length < profile.counters.length;
    const overview = overviewOf(bounded, { isPartial, density: null }, deflate);
    if (overview.length <= budget) return overview.toOverview();
  }
  return partialOverview(profile, options);
}

/** Names beside twice as many as slices, from which on old ones are looked for. */
const MANY_NAMES = 1000;

/** Leaves out names without a row where there are many: a kernel's recorder knows those of all cells before. */
function withoutOldNames(profile: Profile): Profile {
  const { labels, slices, tracks } = profile;
  if (labels.length < MANY_NAMES + 2 * slices.length) return profile;
  return partialProfile(profile, {}, [...tracks.keys()]).profile;
}

/** Estimated from a stretch in the middle of each table, but for a small profile. */
function mayFit(profile: Profile, { budget, deflate }: FitOptions): boolean {
  if (profileBytes(profile) < SMALL_SHARE * Math.min(budget, MAX_WHOLE_BYTES)) return true;
  let bytes = 0;
  for (const name of TABLE_NAMES) {
    if (bytes > budget) return false;
    bytes += probedBytes(profile, name, deflate);
  }
  return bytes <= budget && profileBytes(profile) <= MAX_WHOLE_BYTES;
}

/** An estimate of the characters that a table takes in the overview. */
function probedBytes(profile: Profile, name: TableName, deflate: Deflate): number {
  const { length } = profile[name];
  const probed = Math.min(length, PROBE_ROWS);
  if (probed === 0) return 0;
  const from = (length - probed) >>> 1;
  const columns = profile[name] as unknown as Columns;
  const stored = deflate(encodeTable(name, columns, from, from + probed));
  return (BASE64_GROWTH * stored.length * length) / probed;
}

function partialOverview(profile: Profile, { budget, deflate }: FitOptions): BundleOverview {
  const empty = emptyOverview(profile, deflate);
  const target = Math.min(budget, PARTIAL_BYTES + empty.length);
  const rows = target - empty.length;
  if (rows <= 0) return empty.toOverview();
  const counters = boundCounters(profile, PARTIAL_COUNTER_SHARE * rows);
  const room = rows - counters.reduce((sum, { time }) => sum + time.length * POINT_BYTES, 0);
  const shares = shareOut({ ...profile, counters }, Math.max(1, room));
  const density = once(() => profileDensity(profile));
  let limit = firstLimit(profile, rows, deflate);
  let longest = longestSlices(profile.slices, limit);
  for (;;) {
    const part = partOf(shares, longest, density);
    const overview = overviewOf(part.profile, { isPartial: true, density: part.density }, deflate);
    const { length } = overview;
    if (length <= target) return overview.toOverview();
    if (limit === 0) return empty.toOverview();
    limit = nextLimit(part.profile, target - length, deflate);
    longest = longestAmong(longest, profile, limit);
  }
}

/** The `limit` longest of the slices in `rows`. */
function longestAmong(rows: Uint32Array, { slices }: Profile, limit: number): Uint32Array {
  const { length } = rows;
  const duration = permute(slices.duration, rows, new Float64Array(length));
  const longest = longestSlices({ length, duration }, limit);
  return permute(rows, longest, new Uint32Array(longest.length));
}

/** The number of slices to try first: the longest resemble each other less than neighbours do. */
function firstLimit(profile: Profile, target: number, deflate: Deflate): number {
  const { length } = profile.slices;
  const neighbour = probedBytes(profile, 'slices', deflate) / Math.max(1, length);
  const guess = Math.min(GUESSED_SLICE_BYTES, Math.max(1, 2 * neighbour));
  return Math.min(length, Math.floor(target / guess));
}

/**
 * The number of slices to try after a part that was too large; `room` is negative. Names may take far
 * more room than slices, so the number of slices left out in one step is limited.
 */
function nextLimit(part: Profile, room: number, deflate: Deflate): number {
  const { length } = part.slices;
  const wanted = length + (1.1 * room * length) / probedBytes(part, 'slices', deflate);
  return Math.floor(Math.max(LEAST_KEPT * length, Math.min(0.9 * length, wanted)));
}

/** The minimum share of the slices of one try that the next one keeps. */
const LEAST_KEPT = 0.25;

/** A part of a profile, and the density of the tracks some of whose slices it lacks. */
interface Part {
  readonly profile: Profile;
  readonly density: OverviewDensity | null;
}

function partOf(shares: BundleShares, slices: Uint32Array, density: () => OverviewDensity): Part {
  const { profile } = shares;
  const hasAllSlices = slices.length === profile.slices.length;
  const dense = hasAllSlices ? null : density();
  const rows = rowsWithSlices(shares, slices);
  const part = partialProfile(profile, rows, dense?.tracks ?? []);
  const tracks = dense?.tracks.map(track => part.trackOf[track]) ?? [];
  return { profile: part.profile, density: dense && { ...dense, tracks } };
}

/** The overview without any rows. */
function emptyOverview(profile: Profile, deflate: Deflate): PackedOverview {
  const tables = Object.fromEntries(TABLE_NAMES.map(name => [name, emptyTable(name)]));
  const empty = { ...profile, ...tables, strings: [''], tracks: [], counters: [] };
  return overviewOf(empty, { isPartial: true, density: null }, deflate);
}

/** Wraps `compute`, so that its first result is returned by all later calls. */
function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** The bytes of a counter point in base64; hardly any point takes more. */
const POINT_BYTES = 8;

/** The maximum number of counters in a bundle, and the bytes allowed for the head of each. */
const MAX_COUNTERS = 1000;
const COUNTER_HEAD_BYTES = 200;

/** Bins and tracks of the density: about 30 kB of base64 at most. */
const DENSITY_BINS = 512;
const DENSITY_TRACKS = 24;

/** The density of the busiest tracks of `profile` over its whole window. */
function profileDensity(profile: Profile): OverviewDensity {
  const { slices, tracks, meta } = profile;
  const busiest = busiestTracks(slices, tracks.length, DENSITY_TRACKS);
  const window = { fromNs: 0, toNs: meta.durationNs, binCount: DENSITY_BINS, tracks: busiest };
  return { tracks: busiest, ...trackDensity(slices, enclosingOf(profile), window) };
}

/** The facts that {@link overviewOf} cannot get from the profile. */
interface OverviewKind {
  readonly isPartial: boolean;
  /** The density of all slices, if the profile has only some of them. */
  readonly density: OverviewDensity | null;
}

/** An overview as bytes, of which many may be made until one fits. */
interface PackedOverview {
  /** The size of the overview in base64, characters. */
  readonly length: number;
  /** The overview as stored in a bundle. */
  readonly toOverview: () => BundleOverview;
}

/** All of `profile` as stored in a bundle, with names cut at 300 characters. */
function overviewOf(
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
function boundCounters({ counters }: Profile, maxBytes: number): CounterSeries[] {
  const affordableHeads = Math.floor(maxBytes / COUNTER_HEAD_BYTES);
  const shown = counters.slice(0, Math.min(MAX_COUNTERS, affordableHeads));
  const affordable = Math.floor(maxBytes / POINT_BYTES / Math.max(1, shown.length));
  const limit = Math.max(4, Math.min(MAX_COUNTER_POINTS, affordable));
  return shown.map(series => ({ ...series, ...decimate(series, limit) }));
}
