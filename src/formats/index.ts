export { encodeBundle } from './bundle';
export type { EncodeBundleOptions } from './bundle';
export { BundleError } from './bundleError';
export { CHROME_TRACE_END, encodeChromePart, encodeChromeTrace } from './chromeTrace';
export type { ChromeTraceExtras, ChromeTracePart } from './chromeTrace';
export { chromeTraceLosses } from './chromeTraceLosses';
export type { AsyncInflate, Deflate, Inflate } from './compression';
export { bundleSections } from './bundleSections';
export { encodeCpuprofile } from './cpuprofile';
export { csvText, spreadsheetText } from '../report/csvText';
export { profileCsv, sectionsCsv } from './csv';
export { decodeBundle } from './decodeBundle';
export type { DecodeBundleOptions, DecodedBundle, OverviewDensity } from './decodeBundle';
export {
  decodeRecording,
  encodeRecordedPart,
  encodeRecordingState,
  readKscopeMeta,
  recordingHeader
} from './kscopeRecording';
export { decodeKscope, decodeKscopeAsync, encodeKscope, kscopeHeader } from './kscope';
export type { AsyncKscopeReadOptions, KscopeReadOptions, KscopeWriteOptions } from './kscope';
export { KscopeError } from './kscopeError';
export { colorOf, SLICE_COLORS, SLICE_TEXT } from './palette';
export { memoryFlowSvg, NO_ALLOCATIONS_NOTE } from './memoryFlowSvg';
export type { FlowMark } from './memoryFlowSvg';
export { encodeTimelineTrace } from './timelineTrace';
export { readChromeTrace } from './import/chrome/readChromeTrace';
export { readCpuprofile } from './import/cpuprofile/readCpuprofile';
export type { ScriptNames } from './import/cpuprofile/readCpuprofile';
export type { ImportOptions } from './import/importedTrace';
export { readPerfettoTrace } from './import/perfetto/readPerfettoTrace';
export { recogniseFile } from './import/recogniseFile';
export type { FileForm } from './import/recogniseFile';
export { TraceImportError } from './import/traceImportError';
export { encodeKinetoTrace } from './kinetoTrace';
export { encodeFolded } from './folded';
export { encodePerfetto } from './perfetto';
export { encodePprof } from './pprof';
export { profileDocument, profileHtml } from './html';
export type { ProfileHtmlOptions } from './html';
export { cpuprofileLosses, lacksSamples } from './sampledFormats';
export type { SampledFormat } from './sampledFormats';
export { encodeSpeedscope } from './speedscope';
export { timelineSvg } from './svg';
export type { TimelineSvgOptions } from './svg';
export { displayBundle } from './displayBundle';
export type { DisplayBundle, DisplayBundleOptions } from './displayBundle';
