import { BUNDLE_LIMITS, type ProfileBundle } from '../../model/output/bundle';
import type { Profile, SourceReport } from '../../model/profile/profile';
import { ProfileError } from '../../schema/schema';
import { validateBundle } from '../../model/validate/validateBundle';
import { KernelscopeError } from '../../base/errors';
import type { OverviewDensity } from '../kscope/kscopeDensity';
import { KscopeError } from '../kscope/kscopeContainer';
import { decodeContentAsync } from '../kscope/read';
import type { KscopeContent } from '../kscope/readKscopeFrames';
import type { AsyncInflate, Inflate } from '../shared/compression';
import { fromBase64 } from '../shared/text/base64';

/** A notebook output that is not a readable profile; the message gives the reason and what to do next. */
export class BundleError extends KernelscopeError {}

export interface DecodeBundleOptions {
  readonly inflate: Inflate | AsyncInflate;
}

/** A bundle whose overview is read and checked. */
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

const DAMAGED = 'The profile in this output is damaged; run the cell again.';

/**
 * Checks `value`, the data of a notebook output of this version or an older one, and reads the
 * profile in it, without tables that are damaged: its sources name them. Sizes are bounded before anything is
 * allocated.
 *
 * @throws BundleError if anything is malformed, cut off, too large or of a newer version.
 */
export async function decodeBundle(
  value: unknown,
  { inflate }: DecodeBundleOptions
): Promise<DecodedBundle> {
  try {
    const bundle = validateBundle(value);
    const { partial, slices, kscope } = bundle.overview;
    const { profile, losses = [], density, isComplete } = await decodeOverview(kscope, inflate);
    const hasAllSlices = profile.slices.length === slices || losses.length > 0;
    const isAsSaid = hasAllSlices && (partial || density === null);
    if (!isComplete || !isAsSaid) throw new BundleError(DAMAGED);
    return { bundle: withLosses(bundle, losses), profile, density };
  } catch (error) {
    throw asBundleError(error);
  }
}

/** Views tell of what is missing by the sources of the bundle. */
function withLosses(bundle: ProfileBundle, losses: readonly SourceReport[]): ProfileBundle {
  return losses.length === 0 ? bundle : { ...bundle, sources: [...bundle.sources, ...losses] };
}

/** Names wrong values directly: a reader of the output does not know of a file in it. */
function asBundleError(error: unknown): unknown {
  if (error instanceof ProfileError) return new BundleError(error.message, { cause: error });
  if (!(error instanceof KscopeError)) return error;
  const message =
    error.cause instanceof ProfileError
      ? error.cause.message
      : `The profile in this output cannot be read: ${error.message}`;
  return new BundleError(message, { cause: error });
}

async function decodeOverview(
  kscope: string,
  inflate: Inflate | AsyncInflate
): Promise<KscopeContent> {
  return decodeContentAsync(bytesOf(kscope), {
    inflate: async (stored, rawBytes) => inflate(stored, rawBytes),
    maxBytes: BUNDLE_LIMITS.overviewBytes
  });
}

function bytesOf(base64: string): Uint8Array {
  try {
    return fromBase64(base64);
  } catch (cause) {
    throw new BundleError(DAMAGED, { cause });
  }
}
