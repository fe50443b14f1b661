export { encodeBundle } from './bundle';
export type { EncodeBundleOptions } from './bundle';
export { BundleError } from './bundleError';
export type { AsyncInflate, Deflate, Inflate } from './compression';
export { profileCsv } from './csv';
export { decodeBundle } from './decodeBundle';
export type { DecodeBundleOptions, DecodedBundle, OverviewSlices } from './decodeBundle';
