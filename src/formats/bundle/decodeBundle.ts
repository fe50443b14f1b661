import type { TrackDensity } from '../../analysis/slices/trackDensity';
import { messageOf } from '../../base/errors';
import type { BundleOverview, ProfileBundle } from '../../model/output/bundle';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { PROFILE_VERSION } from '../../model/profile/profile';
import { ProfileError } from '../../model/profile/profileError';
import { validateProfile } from '../../model/validate/validate';
import { validateBundle } from '../../model/validate/validateBundle';
import { BundleError } from './bundleError';
import { COUNTER_CODINGS, DENSITY_CODINGS } from './bundleOverview';
import { metaOf } from './bundleRun';
import {
  BUNDLE_TABLES,
  unpackParents,
  unpackScopes,
  unpackStackLines,
  unpackTable
} from './bundleTables';
import type { AsyncInflate, Inflate } from '../shared/bytes/compression';
import { unpackColumns } from './packColumns';

/** The options of {@link decodeBundle}. */
export interface DecodeBundleOptions {
  readonly inflate: Inflate | AsyncInflate;
}

/** A bundle whose columns are unpacked and checked. */
export interface DecodedBundle {
  /** The data as it came, checked, and upgraded if it was of an older version. */
  readonly bundle: ProfileBundle;
  /**
   * The part of the profile in the overview, validated, so that every view and export works on it.
   * Its `meta.dropped` counts records that were not recorded, not those that did not fit the bundle.
   */
  readonly profile: Profile;
  /** The density of the busiest tracks with all their slices; null if the overview has every slice. */
  readonly density: OverviewDensity | null;
}

/** The density of tracks; entry `track × binCount + bin`, `tracks` being rows of the profile's. */
export interface OverviewDensity extends TrackDensity {
  readonly tracks: readonly number[];
}

/**
 * Checks `value`, the data of a notebook output of this version or an older one, and unpacks it.
 * Sizes are bounded before anything is allocated.
 *
 * @throws BundleError if anything is malformed, cut off, too large or of a newer version.
 */
export async function decodeBundle(
  value: unknown,
  { inflate }: DecodeBundleOptions
): Promise<DecodedBundle> {
  try {
    const bundle = validateBundle(value);
    const profile = await decodeProfile(bundle, inflate);
    return { bundle, profile, density: await decodeDensity(bundle.overview, inflate) };
  } catch (error) {
    if (error instanceof ProfileError) throw new BundleError(messageOf(error), { cause: error });
    throw error;
  }
}

async function decodeProfile(
  bundle: ProfileBundle,
  inflate: Inflate | AsyncInflate
): Promise<Profile> {
  const { overview, sources, sourceTexts } = bundle;
  const { strings, labels, tracks } = overview;
  const { slices, instants, stacks, ...tables } = await decodeTables(overview, inflate);
  const parent = await unpackParents(overview.parents, overview.slices.length, inflate);
  const scope = await unpackScopes(overview.scopes, overview.instants.length, inflate);
  const line = await unpackStackLines(overview.stackLines, overview.stacks.length, inflate);
  return validateProfile({
    version: PROFILE_VERSION,
    meta: metaOf(bundle),
    strings,
    labels: {
      length: labels.length,
      name: Uint32Array.from(labels, ([name]) => name),
      category: Uint32Array.from(labels, ([, category]) => category)
    },
    tracks,
    slices: { ...slices, parent },
    instants: { ...instants, scope },
    stacks: { ...stacks, line },
    ...tables,
    counters: await decodeCounters(overview, inflate),
    ...linesOf(overview),
    sourceTexts,
    sources
  });
}

function linesOf({
  lineTicks,
  lineTotals
}: BundleOverview): Pick<Profile, 'lineTicks' | 'lineTotals'> {
  return {
    lineTicks: {
      length: lineTicks.length,
      file: Uint32Array.from(lineTicks, ([file]) => file),
      line: Uint32Array.from(lineTicks, ([, line]) => line),
      ticks: Uint32Array.from(lineTicks, ([, , ticks]) => ticks)
    },
    lineTotals: {
      length: lineTotals.length,
      file: Uint32Array.from(lineTotals, ([file]) => file),
      line: Uint32Array.from(lineTotals, ([, line]) => line),
      self: Float64Array.from(lineTotals, ([, , self]) => self),
      total: Float64Array.from(lineTotals, ([, , , total]) => total)
    }
  };
}

/** Unpacks one table after another, so that no two of them are inflated at once. */
async function decodeTables(
  overview: BundleOverview,
  inflate: Inflate | AsyncInflate
): Promise<Record<string, Record<string, unknown>>> {
  const tables: Record<string, Record<string, unknown>> = {};
  for (const name of BUNDLE_TABLES) {
    tables[name] = await unpackTable(name, overview[name], inflate);
  }
  return tables;
}

async function decodeCounters(
  overview: BundleOverview,
  inflate: Inflate | AsyncInflate
): Promise<CounterSeries[]> {
  const counters: CounterSeries[] = [];
  for (const { pointCount, points, ...head } of overview.counters) {
    const [time, value] = await unpackColumns(points, pointCount, COUNTER_CODINGS, inflate);
    counters.push({ ...head, time, value });
  }
  return counters;
}

async function decodeDensity(
  { density }: BundleOverview,
  inflate: Inflate | AsyncInflate
): Promise<OverviewDensity | null> {
  if (!density) return null;
  const { binCount, tracks, bins } = density;
  const [busy, count] = await unpackColumns(
    bins,
    tracks.length * binCount,
    DENSITY_CODINGS,
    inflate
  );
  checkNumbers(busy, 255, 'busy shares');
  checkNumbers(count, 2 ** 32 - 1, 'counts of slices');
  return { binCount, tracks, busy: busy.map(each => each / 255), count: Uint32Array.from(count) };
}

function checkNumbers(column: Float64Array, most: number, what: string): void {
  const row = column.findIndex(value => !(Number.isInteger(value) && value >= 0 && value <= most));
  if (row < 0) return;
  throw new BundleError(`Row ${row} of the ${what} is ${column[row]}.`);
}
