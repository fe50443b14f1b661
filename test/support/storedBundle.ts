import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { encodeBundle } from 'kernelscope/formats';
import type { Deflate, Inflate } from 'kernelscope/formats';
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
