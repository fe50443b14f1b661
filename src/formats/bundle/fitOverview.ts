import { longestSlices } from '../../analysis/slices/longestSlices';
import type { BundleOverview, BundleTableName } from '../../model/output/bundle';
import { BUNDLE_LIMITS } from '../../model/output/bundle';
import type { Profile } from '../../model/profile/profile';
import {
  boundCounters,
  bundleDensity,
  overviewOf,
  POINT_BYTES,
  profileDensity
} from './bundleOverview';
import type { ProfileDensity } from './bundleOverview';
import { jsonBytes } from './bundleSections';
import type { BundleShares } from './bundleShares';
import { rowsWithSlices, shareOut } from './bundleShares';
import { BUNDLE_TABLES, packRows } from './bundleTables';
import type { Deflate } from '../shared/bytes/compression';
import { partialProfile } from '../shared/rows/partialProfile';

/** The options of {@link fitOverview}. */
export interface FitOptions {
  /** The maximum bytes of JSON. */
  readonly budget: number;
  /** True if the bundle has all facts of the run. */
  readonly isRunWhole: boolean;
  readonly deflate: Deflate;
}

/** The target size of an overview that cannot have everything: notebooks stay small. */
const PARTIAL_BYTES = 256_000;

/** The bytes that a packed slice usually takes at most; the next try uses the measured size. */
const GUESSED_SLICE_BYTES = 8;

/** The shares of an overview that counters may take, whole and partial. */
const COUNTER_SHARE = 0.08;
const PARTIAL_COUNTER_SHARE = 0.15;

/** The number of rows of a table that are packed to estimate its size. */
const PROBE_ROWS = 16_384;

/**
 * The overview of `profile` within `budget`: the whole profile if it fits, else a part of about
 * 256 kB. Counters are decimated in either case. In a part, the tables other than slices get the shares
 * of {@link shareOut}, and the longest slices fill the rest. If there is no room even without slices,
 * only the statistics of the bundle remain.
 */
export function fitOverview(profile: Profile, options: FitOptions): BundleOverview {
  const { budget, isRunWhole, deflate } = options;
  const counters = boundCounters(profile, COUNTER_SHARE * budget);
  const bounded = { ...profile, counters };
  if (mayFit(bounded, options)) {
    const isPartial = !isRunWhole || counters.length < profile.counters.length;
    const overview = overviewOf(bounded, { isPartial, density: null }, deflate);
    if (jsonBytes(overview) <= budget) return overview;
  }
  return partialOverview(profile, Math.min(budget, PARTIAL_BYTES), deflate);
}

/** Estimated from a stretch in the middle of each table. */
function mayFit(profile: Profile, { budget, deflate }: FitOptions): boolean {
  const { strings, labels, lineTicks, lineTotals } = profile;
  const rows = BUNDLE_TABLES.reduce((sum, name) => sum + profile[name].length, 0);
  const isAllowed =
    rows <= BUNDLE_LIMITS.tableRows &&
    strings.length <= BUNDLE_LIMITS.strings &&
    labels.length <= BUNDLE_LIMITS.labels &&
    Math.max(lineTicks.length, lineTotals.length) <= BUNDLE_LIMITS.lines;
  let bytes = 0;
  for (const name of BUNDLE_TABLES) {
    if (!isAllowed || bytes > budget) return false;
    bytes += probedBytes(profile, name, deflate);
  }
  return bytes <= budget;
}

function probedBytes(profile: Profile, name: BundleTableName, deflate: Deflate): number {
  const { length } = profile[name];
  const probed = Math.min(length, PROBE_ROWS);
  if (probed === 0) return 0;
  const from = (length - probed) >>> 1;
  const { data } = packRows(profile, name, { from, to: from + probed }, deflate);
  return (data.length / probed) * length;
}

function partialOverview(profile: Profile, target: number, deflate: Deflate): BundleOverview {
  const counters = boundCounters(profile, PARTIAL_COUNTER_SHARE * target);
  const room = target - counters.reduce((sum, { time }) => sum + time.length * POINT_BYTES, 0);
  const shares = shareOut({ ...profile, counters }, Math.max(1, room));
  const density = once(() => profileDensity(profile));
  let limit = firstLimit(profile, target, deflate);
  for (;;) {
    const overview = partOf(shares, { limit, density, deflate });
    const bytes = jsonBytes(overview);
    if (bytes <= target) return overview;
    if (limit === 0) return emptyOverview(profile, deflate);
    limit = nextLimit(overview, target - bytes);
  }
}

/** The number of slices to try first: the longest resemble each other less than neighbours do. */
function firstLimit(profile: Profile, target: number, deflate: Deflate): number {
  const { length } = profile.slices;
  const neighbour = probedBytes(profile, 'slices', deflate) / Math.max(1, length);
  const guess = Math.min(GUESSED_SLICE_BYTES, Math.max(1, 2 * neighbour));
  return Math.min(length, Math.floor(target / guess));
}

/**
 * The number of slices to try after an overview that was too large; `room` is negative. Names may take
 * far more room than slices, so the number of slices left out in one step is limited.
 */
function nextLimit({ slices, parents }: BundleOverview, room: number): number {
  const bytesOfSlice = (slices.data.length + (parents?.data.length ?? 0)) / slices.length;
  const wanted = slices.length + (1.1 * room) / bytesOfSlice;
  return Math.floor(Math.max(LEAST_KEPT * slices.length, Math.min(0.9 * slices.length, wanted)));
}

/** The minimum share of the slices of one try that the next one keeps. */
const LEAST_KEPT = 0.25;

interface PartOptions {
  readonly limit: number;
  readonly density: () => ProfileDensity;
  readonly deflate: Deflate;
}

function partOf(shares: BundleShares, { limit, density, deflate }: PartOptions): BundleOverview {
  const { profile } = shares;
  const hasAllSlices = limit >= profile.slices.length;
  const dense = hasAllSlices ? null : density();
  const rows = rowsWithSlices(shares, longestSlices(profile.slices, limit));
  const part = partialProfile(profile, rows, dense?.tracks ?? []);
  const packed = dense && bundleDensity(dense, part.trackOf, deflate);
  return overviewOf(part.profile, { isPartial: true, density: packed }, deflate);
}

function emptyOverview(profile: Profile, deflate: Deflate): BundleOverview {
  const none = new Uint32Array(0);
  const rows = {
    slices: none,
    args: none,
    flows: none,
    instants: none,
    allocations: none,
    samples: none,
    heapSamples: none,
    sliceStacks: none,
    lineTicks: none,
    lineTotals: none,
    droppedTotals: none
  };
  const part = partialProfile({ ...profile, counters: [] }, rows, []);
  return overviewOf(part.profile, { isPartial: true, density: null }, deflate);
}

/** Wraps `compute`, so that its first result is returned by all later calls. */
function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}
