import type { TrackDensity } from '../../analysis/slices/trackDensity';
import type { Steps } from '../../base/steps';
import { checkBounded, checkInteger, checkRecord } from '../../schema/schema';
import { contradiction, splitHead, withHead } from './kscopeFrames';
import { type ColumnRoom, type StoredColumn, decodeRows, encodeRows } from './kscopeRows';

/** The density of some tracks of a profile; entry `track × binCount + bin`. */
export interface OverviewDensity extends TrackDensity {
  /** Rows of the profile's `tracks`. */
  readonly tracks: readonly number[];
}

/** The limits of a reader. */
const MAX_TRACKS = 64;
const MAX_BINS = 1024;

/** The stored value of a bin that is busy all the time. */
const WHOLE = 255;

const COLUMNS: readonly StoredColumn[] = [
  { name: 'busy', type: 'uint8', coding: 'value' },
  { name: 'count', type: 'uint32', coding: 'value' }
];

/** The density of all slices of a profile; the file has only some of them. */
export function encodeDensity({ binCount, tracks, busy, count }: OverviewDensity): Uint8Array {
  const shares = Uint8Array.from(busy, share => Math.round(WHOLE * share));
  return withHead(
    { binCount, tracks },
    encodeRows(COLUMNS, { busy: shares, count }, 0, count.length)
  );
}

/** Decodes the density of a profile with `trackCount` tracks. @throws KscopeError, ProfileError */
export function* decodeDensity(
  content: Uint8Array,
  trackCount: number,
  room: ColumnRoom
): Steps<OverviewDensity> {
  const { head, rows } = splitHead(content, 'density');
  const { binCount, tracks } = checkRecord(head, 'density');
  const bins = checkInteger(binCount, 'density.binCount', 1, MAX_BINS);
  const list = checkBounded(tracks, 'density.tracks', MAX_TRACKS).map(track => {
    return checkInteger(track, 'density.tracks', 0, trackCount - 1);
  });
  const { length, columns } = yield* decodeRows(COLUMNS, [rows], 'density', room);
  const { busy, count } = columns as { readonly busy: Uint8Array; readonly count: Uint32Array };
  if (length !== list.length * bins || !busy || !count) throw contradiction('density');
  return {
    binCount: bins,
    tracks: list,
    busy: Float64Array.from(busy, share => share / WHOLE),
    count
  };
}
