export * from '../base/codePoints';
export * from './text/budgetText';
export { shownAs } from './text/gauges';
export * from './crossRank/crossRankText';
export {
  CROSS_RANK_VERSION,
  type CrossRankReport,
  type CrossRankRun,
  type RankFigures,
  type RankTimes
} from './crossRank/crossRankReport';
export * from './comparisonText';
export * from './verdictSentence';
export * from './dumpsJson';
export * from './profileTables';
export * from './dumpsTable';
export * from './gpuReportText';
export {
  devicesTable,
  kernelsTable,
  transfersTable,
  gpuOperatorsTable,
  gpuLinesTable,
  hasGraphs
} from './gpuTables';
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
export { scopesTable } from './statisticsTables';
export {
  cellText,
  columnOf,
  PLAIN_FORMATS,
  type Cell,
  type CellFormats,
  type CellLine,
  type CellUnit,
  type CodePlace,
  type ReportColumn,
  type ReportTable,
  type TableOrder
} from '../tables/reportTable';
