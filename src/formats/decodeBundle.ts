import type { TrackDensity } from '../analysis/trackDensity';
import { messageOf } from '../base/errors';
import type { ProfileBundle } from '../model/bundle';
import type { CounterSeries } from '../model/profile';
import { ProfileError } from '../model/profileError';
import { validateBundle } from '../model/validateBundle';
import { BundleError } from './bundleError';
import { COUNTER_CODINGS, DENSITY_CODINGS, SLICE_CODINGS } from './bundleOverview';
import type { AsyncInflate, Inflate } from './compression';
import { unpackColumns } from './packColumns';

/** What {@link decodeBundle} needs. */
export interface DecodeBundleOptions {
  readonly inflate: Inflate | AsyncInflate;
}

/** A bundle whose columns are unpacked and checked. */
export interface DecodedBundle {
  /** As it came, checked. */
  readonly bundle: ProfileBundle;
  readonly slices: OverviewSlices;
  /** Of the busiest tracks with all their slices; null when the overview has every slice. */
  readonly density: OverviewDensity | null;
  /** Time is non-decreasing nanoseconds from the origin. */
  readonly counters: readonly CounterSeries[];
}

/** The slices of an overview, ordered by start; see `SliceTable`. */
export interface OverviewSlices {
  readonly length: number;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** Row of `overview.labels`. */
  readonly label: Uint32Array;
  /** Row of `overview.tracks`. */
  readonly track: Uint16Array;
}

/** How busy tracks are; entry `track × binCount + bin`, `tracks` being rows of the overview's. */
export interface OverviewDensity extends TrackDensity {
  readonly tracks: readonly number[];
}

/**
 * Checks `value`, the data of a notebook output, and unpacks its columns. Sizes are bounded before
 * anything is allocated.
 *
 * @throws BundleError for anything malformed, cut off, too large or of another version.
 */
export async function decodeBundle(
  value: unknown,
  { inflate }: DecodeBundleOptions
): Promise<DecodedBundle> {
  try {
    const bundle = validateBundle(value);
    const slices = await decodeSlices(bundle, inflate);
    const counters: CounterSeries[] = [];
    for (const counter of bundle.overview.counters) {
      const { name, category, unit, track, pointCount, points } = counter;
      const [time, values] = await unpackColumns(points, pointCount, COUNTER_CODINGS, inflate);
      checkColumn(time, isTime, `the times of ${name}`);
      checkColumn(values, Number.isFinite, `the values of ${name}`);
      counters.push({ name, category, unit, track, time, value: values });
    }
    return { bundle, slices, density: await decodeDensity(bundle, inflate), counters };
  } catch (error) {
    if (error instanceof ProfileError) throw new BundleError(messageOf(error), { cause: error });
    throw error;
  }
}

async function decodeSlices({ overview }: ProfileBundle, inflate: Inflate | AsyncInflate) {
  const { sliceCount, labels, tracks } = overview;
  const [start, duration, label, track] = await unpackColumns(
    overview.slices,
    sliceCount,
    SLICE_CODINGS,
    inflate
  );
  checkColumn(start, isTime, 'the starts of the slices');
  checkColumn(duration, isDuration, 'the durations of the slices');
  checkColumn(label, value => isRow(value, labels.length), 'the labels of the slices');
  checkColumn(track, value => isRow(value, tracks.length), 'the tracks of the slices');
  return {
    length: sliceCount,
    start,
    duration,
    label: Uint32Array.from(label),
    track: Uint16Array.from(track)
  };
}

async function decodeDensity({ overview }: ProfileBundle, inflate: Inflate | AsyncInflate) {
  if (!overview.density) return null;
  const { binCount, tracks, bins } = overview.density;
  const rows = tracks.length * binCount;
  const [busy, count] = await unpackColumns(bins, rows, DENSITY_CODINGS, inflate);
  checkColumn(busy, value => value >= 0 && value <= 255, 'the busy shares');
  checkColumn(count, value => isRow(value, 2 ** 32), 'the counts of slices');
  return { binCount, tracks, busy: busy.map(each => each / 255), count: Uint32Array.from(count) };
}

function checkColumn(
  column: Float64Array,
  isValid: (value: number, last: number) => boolean,
  what: string
): void {
  let last = -Infinity;
  column.forEach((value, row) => {
    if (!isValid(value, last)) throw new BundleError(`Row ${row} of ${what} is ${value}.`);
    last = value;
  });
}

function isTime(value: number, last: number): boolean {
  return Number.isFinite(value) && value >= last;
}

function isDuration(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function isRow(value: number, length: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < length;
}
