export * from './text/byteOrder';
export * from './text/budgetText';
export { shownAs } from './text/gauges';
export * from './crossRank/crossRankMarkdown';
export { CROSS_RANK_VERSION } from './crossRank/crossRankReport';
export type {
  CrossRankReport,
  CrossRankRun,
  RankFigures,
  RankTimes
} from './crossRank/crossRankReport';
export * from './crossRank/crossRankText';
export * from './comparison/comparisonMarkdown';
export * from './comparison/comparisonText';
export * from './comparison/verdictSentence';
export * from './dumpsJson';
export * from './profileTables';
export * from './dumpsTable';
export * from './gpuReportText';
export * from './gpuTables';
export * from './functionTables';
export * from './timeTables';
export * from '../tables/printable';
export * from './text/uncertainty';
export * from './text/profileNotes';
export * from './testTables';
export * from './statistics';
export * from './text/recordingTitle';
export * from './summaryLine';
export { causeAddress, cureIn } from './findings/causeWords';
export * from './findings/findingSentence';
export * from './findings/findingsReport';
export type { SentencePart, SentenceWords } from '../facts/shared/sentenceParts';
export * from './scopesTable';
export { cellText, columnOf, PLAIN_FORMATS } from '../tables/reportTable';
export type {
  Cell,
  CellFormats,
  CellLine,
  CellUnit,
  CodePlace,
  ReportColumn,
  ReportTable,
  TableOrder
} from '../tables/reportTable';
