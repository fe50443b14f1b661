export { encodeBundle } from './bundle';
export type { EncodeBundleOptions } from './bundle';
export { BundleError } from './bundleError';
export { encodeChromeTrace } from './chromeTrace';
export { chromeTraceLosses } from './chromeTraceLosses';
export type { AsyncInflate, Deflate, Inflate } from './compression';
export { profileCsv } from './csv';
export { decodeBundle } from './decodeBundle';
export type {
  DecodeBundleOptions,
  DecodedBundle,
  OverviewDensity,
  OverviewSlices
} from './decodeBundle';
export { decodeKscope, decodeKscopeAsync, encodeKscope, kscopeHeader } from './kscope';
export type { AsyncKscopeReadOptions, KscopeReadOptions, KscopeWriteOptions } from './kscope';
export { KscopeError } from './kscopeError';
export { encodePerfetto } from './perfetto';
export { profileDocument, profileHtml } from './html';
export type { ProfileHtmlOptions } from './html';
export { timelineSvg } from './svg';
export type { TimelineSvgOptions } from './svg';
export { displayBundle } from './displayBundle';
export type { DisplayBundle, DisplayBundleOptions } from './displayBundle';
