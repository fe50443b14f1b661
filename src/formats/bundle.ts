import { aggregate } from '../analysis/aggregate';
import type { AggregateSection } from '../analysis/aggregateTypes';
import { longestSlices, summarize } from '../analysis/overview';
import type { BundleOverview, BundleSidecar, ProfileBundle } from '../model/bundle';
import { BUNDLE_LIMITS, BUNDLE_VERSION, MAX_BUNDLE_BYTES } from '../model/bundle';
import type { Profile } from '../model/profile';
import { boundCounters, overviewOf, profileDensity, SLICE_CODINGS } from './bundleOverview';
import type { OverviewParts } from './bundleOverview';
import { boundSections, jsonBytes } from './bundleSections';
import { clipText } from './clipText';
import type { Deflate } from './compression';
import { packColumns } from './packColumns';

/** What {@link encodeBundle} needs beside the profile. */
export interface EncodeBundleOptions {
  readonly deflate: Deflate;
  /** Bytes of JSON at most; {@link MAX_BUNDLE_BYTES} unless stated, and never more. */
  readonly maxBytes?: number;
  /** Where the whole profile is stored, when it is. */
  readonly sidecar?: BundleSidecar | null;
  /** The result of `aggregate(profile)`, when the caller has it already. */
  readonly sections?: readonly AggregateSection[];
}

/** A bundle that cannot have every slice aims at this size: notebooks stay small. */
const PARTIAL_BYTES = 256_000;

/** Bytes that one packed slice takes to begin with; the next try goes by what it took. */
const GUESSED_SLICE_BYTES = 8;

/** Slices that show how well the profile packs. */
const PROBE_SLICES = 16_384;

/**
 * What a notebook output carries of `profile`, within `maxBytes` of JSON: summary and totals, all
 * slices if they fit, else the longest ones within 256 kB. Names are cut at 300 characters, and
 * rows, counter points and source lines are bounded.
 */
export function encodeBundle(profile: Profile, options: EncodeBundleOptions): ProfileBundle {
  const { deflate, sidecar = null } = options;
  const maxBytes = Math.min(options.maxBytes ?? MAX_BUNDLE_BYTES, MAX_BUNDLE_BYTES);
  const bounded = boundSections(options.sections ?? aggregate(profile), 0.4 * maxBytes);
  const parts = {
    counters: boundCounters(profile, 0.08 * maxBytes),
    density: once(() => profileDensity(profile))
  };
  const summary = summarize(profile);
  const fixed = {
    version: BUNDLE_VERSION,
    summary: {
      ...summary,
      name: clipText(summary.name),
      cellFile: summary.cellFile === null ? null : clipText(summary.cellFile)
    },
    ...bounded,
    sources: profile.sources
      .slice(0, BUNDLE_LIMITS.sources)
      .map(report => ({ ...report, message: clipText(report.message) })),
    sidecar
  };
  const budget = maxBytes - jsonBytes(fixed) - '"overview":,'.length;
  return { ...fixed, overview: fitOverview(profile, parts, budget, deflate) };
}

function fitOverview(
  profile: Profile,
  parts: OverviewParts,
  budget: number,
  deflate: Deflate
): BundleOverview {
  const { slices } = profile;
  const attempt = (limit: number) =>
    overviewOf(profile, longestSlices(slices, limit), parts, deflate);
  const mayFit = slices.length * probeSliceBytes(profile, deflate) < budget;
  if (mayFit && slices.length <= BUNDLE_LIMITS.slices) {
    const whole = attempt(slices.length);
    if (jsonBytes(whole) <= budget) return whole;
  }
  const target = Math.min(budget, PARTIAL_BYTES);
  let limit = Math.min(slices.length, Math.floor(target / GUESSED_SLICE_BYTES));
  while (limit > 0) {
    const overview = attempt(limit);
    const bytes = jsonBytes(overview);
    if (bytes <= target) return overview;
    limit = Math.floor(limit * Math.min(0.9, (0.95 * target) / bytes));
  }
  return attempt(0);
}

/** Base64 bytes of a slice, judged by a stretch from the middle. */
function probeSliceBytes(profile: Profile, deflate: Deflate): number {
  const { length } = profile.slices;
  const probed = Math.min(length, PROBE_SLICES);
  if (probed === 0) return 0;
  const from = (length - probed) >>> 1;
  const { start, duration, label, track } = profile.slices;
  const columns = [start, duration, label, track].map((column, index) => ({
    coding: SLICE_CODINGS[index],
    values: column.subarray(from, from + probed)
  }));
  return packColumns(columns, deflate).data.length / probed;
}

/** `compute`, whose first result serves all later calls. */
function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}
