import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type Deflate,
  type Inflate,
  decodeKscope,
  encodeBundle,
  encodeKscope
} from 'kernelscope/formats';
import type { Profile, ProfileBundle } from 'kernelscope/model';

/** As the Jupyter kernel compresses. */
export const deflate: Deflate = bytes => deflateRawSync(bytes);

/** Stops at the size that it is told. */
export const inflate: Inflate = (bytes, rawBytes) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

/** The bundle of `profile` as it comes out of a notebook file. */
export function storedBundle(profile: Profile, maxBytes?: number): ProfileBundle {
  return JSON.parse(JSON.stringify(encodeBundle(profile, { deflate, maxBytes }))) as ProfileBundle;
}

/** The profile in the overview of a bundle, as whoever takes it out of the notebook gets it. */
export function overviewProfile({ overview }: Pick<ProfileBundle, 'overview'>): Profile {
  return decodeKscope(Buffer.from(overview.kscope, 'base64'), { inflate });
}

/** `bundle` with another profile in its overview. */
export function withOverview(bundle: ProfileBundle, profile: Profile): ProfileBundle {
  const kscope = Buffer.from(encodeKscope(profile, { deflate })).toString('base64');
  return { ...bundle, overview: { ...bundle.overview, slices: profile.slices.length, kscope } };
}
