export { bundleBeside, encodeBundle, type EncodeBundleOptions } from './bundle/bundle';
export { boundComparison } from './bundle/bundleComparison';
export {
  BundleError,
  decodeBundle,
  type DecodeBundleOptions,
  type DecodedBundle
} from './bundle/decodeBundle';
export {
  CHROME_TRACE_END,
  encodeChromePart,
  encodeChromeTrace,
  type ChromeTraceExtras,
  type ChromeTracePart
} from './chrome/write';
export { chromeTraceLosses } from './chrome/losses';
export type { AsyncInflate, Deflate, Inflate } from './shared/compression';
export { bundleSections } from './bundle/bundleSections';
export { encodeCpuprofile } from './cpuprofile/write';
export { csvText, spreadsheetText } from '../tables/csvText';
export { profileCsv, sectionsCsv } from './csv';
export type { OverviewDensity } from './kscope/kscopeDensity';
export {
  decodeRecording,
  encodeRecordedPart,
  encodeRecordingState,
  readKscopeMeta,
  recordingHeader
} from './kscope/kscopeRecording';
export {
  decodeKscope,
  decodeKscopeAsync,
  type AsyncKscopeReadOptions,
  type KscopeReadOptions
} from './kscope/read';
export { encodeKscope, kscopeHeader, type KscopeWriteOptions } from './kscope/write';
export { KscopeError } from './kscope/kscopeContainer';
export {
  changeColor,
  chosenColors,
  colorOf,
  ORIGIN_COLORS,
  SLICE_COLORS,
  SLICE_TEXT
} from './shared/picture/palette';
export { callStackRows, type CallStackRows } from './shared/rows/callStackRows';
export { memoryFlowSvg, NO_ALLOCATIONS_NOTE, type FlowMark } from './memoryFlow/write';
export { encodeTimelineTrace } from './chrome/timelineTrace';
export {
  type QueryBundle,
  type QueryCell,
  QUERY_MIME_TYPE,
  validateQueryBundle
} from './bundle/queryBundle';
export { readChromeTrace } from './chrome/read';
export { readCpuprofile } from './cpuprofile/read';
export { readFirefox } from './firefox/read';
export { readFolded } from './folded/read';
export { readHeapprofile } from './heapprofile';
export { readPprof } from './pprof/read';
export { readSpeedscope } from './speedscope/read';
export type { ScriptNames } from './shared/imported/importedFrames';
export { FileStart } from './shared/imported/fileStart';
export { FORMATS } from './table';
export type {
  DatabaseContext,
  DatabaseReader,
  EmptyFile,
  FormatEnding,
  FormatInput,
  FormatReader,
  FormatWriter,
  OutputFile,
  ProfileFormat,
  ReadContext,
  RefusedFormat
} from './shared/format';
export type { ImportOptions } from './shared/imported/importedTrace';
export { readPerfettoTrace } from './perfetto/read';
export { TraceImportError } from './shared/imported/importLimits';
export { encodeKinetoTrace } from './chrome/kinetoTrace';
export { encodeFolded } from './folded/write';
export { PERFETTO } from './perfetto/format';
export { encodePerfetto } from './perfetto/write';
export { encodePprof } from './pprof/write';
export { profileDocument, profileHtml, type ProfileHtmlOptions } from './html/write';
export { tableHtml } from './html/tableHtml';
export { encodeSpeedscope } from './speedscope/write';
export { timelineSvg, type TimelineSvgOptions } from './shared/picture/timelinePicture';
export {
  displayBundle,
  lightDisplayBundle,
  type DisplayBundle,
  type DisplayBundleOptions,
  type LightDisplayBundle
} from './displayBundle';
export {
  CROSS_RANK_BUNDLE_FILE,
  CROSS_RANK_BUNDLE_VERSION,
  CROSS_RANK_LIMITS,
  CROSS_RANK_MIME_TYPE,
  type CrossRankBundle,
  type CrossRankContent,
  type CrossRankDetails,
  type GridAxis,
  type PackedGrid,
  type PackedPart,
  type RankDirectory
} from './bundle/crossRankBundle';
export { decodeCrossRank, validateCrossRank } from './bundle/decodeCrossRank';
export {
  crossRankCharacters,
  encodeCrossRank,
  fitCrossRank,
  type CrossRankInput
} from './bundle/encodeCrossRank';
export { crossRankDocument, type CrossRankPage } from './html/crossRankDocument';
