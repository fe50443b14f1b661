import { formatBytes, formatDuration } from '../../base/text';
import { slowestRank } from './crossRankFindings';
import type { ReportColumn, ReportTable } from '../../tables/reportTable';
import type { CrossRankRun, RankFigures } from './crossRankReport';

/** The default number of rows of a table. */
const SHOWN_ROWS = 10;

/** The tables of one run; those that would be empty are left out. */
export function runTables(run: CrossRankRun): ReportTable[] {
  const tables = [rankTable(run), timesTable(run), phaseTable(run), rankOperatorTable(run)];
  return [...tables, operatorTable(run), memoryTable(run)].filter(({ rows }) => rows.length > 0);
}

function table<R>(
  title: string,
  columns: readonly ReportColumn[],
  all: readonly R[],
  cells: (row: R) => readonly string[]
): ReportTable {
  const shown = all.slice(0, SHOWN_ROWS);
  return { title, columns, rows: shown.map(cells), hidden: all.length - shown.length };
}

function rankTable({ ranks, comparedBy }: CrossRankRun): ReportTable {
  const columns = [
    right('Rank'),
    left('Host'),
    ...rights(
      'Process',
      capital(`${comparedBy}s`),
      'Total',
      'Median',
      'Longest',
      '× median',
      'Excess'
    )
  ];
  return table('Ranks, slowest first', columns, ranks, (row: RankFigures) => [
    String(row.rank),
    row.host,
    String(row.pid),
    String(row.phases),
    formatDuration(row.totalNs),
    row.medianNs === null ? '–' : formatDuration(row.medianNs),
    row.maxNs === null ? '–' : formatDuration(row.maxNs),
    row.pace === null ? '–' : row.pace.toFixed(2),
    signedDuration(row.excessNs)
  ]);
}

/** In the order of the ranks' table, so that the slowest is on top. */
function timesTable({ ranks, rankTimes }: CrossRankRun): ReportTable {
  const columns = rights(
    ...['Rank', 'Step', 'Computing', 'Waiting for data', 'Waiting for GPU'],
    ...['Communication', 'Free']
  );
  const timesOf = new Map(rankTimes.map(times => [times.rank, times]));
  const ordered = ranks.flatMap(({ rank }) => timesOf.get(rank) ?? []);
  return table('What steps went into, on average', columns, ordered, row => [
    String(row.rank),
    formatDuration(row.durationNs),
    formatDuration(row.computingNs),
    formatDuration(row.dataWaitNs),
    formatDuration(row.gpuWaitNs),
    formatDuration(row.communicationNs),
    formatDuration(row.freeNs)
  ]);
}

function phaseTable({ phases, comparedBy, ranks }: CrossRankRun): ReportTable {
  const columns = rights(
    ...[capital(comparedBy), 'Ranks', 'Fastest', 'Median', 'Slowest', 'Skew'],
    ...['Slowest rank', 'Fastest rank']
  );
  const title = `${capital(comparedBy)}s, widest skew first`;
  return table(title, columns, ranks.length < 2 ? [] : phases, row => [
    String(row.phase),
    String(row.ranks),
    formatDuration(row.minNs),
    formatDuration(row.medianNs),
    formatDuration(row.maxNs),
    formatDuration(row.skewNs),
    String(row.slowestRank),
    String(row.fastestRank)
  ]);
}

function rankOperatorTable(run: CrossRankRun): ReportTable {
  const rank = slowestRank(run)?.rank;
  const own = run.rankOperators.filter(row => row.rank === rank);
  const columns = [left('Name'), left('Category'), ...rights('Calls', 'Self', 'Median', 'Excess')];
  const title = `What rank ${rank} is slower in, a ${run.comparedBy}`;
  return table(title, columns, own, row => [
    row.name,
    row.category,
    row.calls.toFixed(1),
    formatDuration(row.selfNs),
    formatDuration(row.medianNs),
    signedDuration(row.excessNs)
  ]);
}

function operatorTable({ operators, comparedBy, ranks }: CrossRankRun): ReportTable {
  const columns = [
    left('Name'),
    left('Category'),
    ...rights('Fastest', 'Median', 'Slowest', 'Excess', 'Slowest rank')
  ];
  const title = `Names by their slowest rank, self time a ${comparedBy}`;
  const apart = operators.filter(({ excessNs }) => excessNs >= 1);
  return table(title, columns, ranks.length < 2 ? [] : apart, row => [
    row.name,
    row.category,
    formatDuration(row.minNs),
    formatDuration(row.medianNs),
    formatDuration(row.maxNs),
    signedDuration(row.excessNs),
    String(row.slowestRank)
  ]);
}

function memoryTable({ memory }: CrossRankRun): ReportTable {
  const columns = [left('Memory'), ...rights('Highest peak', 'Rank', 'Median peak')];
  return table('Memory', columns, memory, row => [
    row.name,
    formatBytes(row.peakBytes),
    String(row.rank),
    formatBytes(row.medianBytes)
  ]);
}

function left(heading: string): ReportColumn {
  return { heading, align: 'left' };
}

function right(heading: string): ReportColumn {
  return { heading, align: 'right' };
}

function rights(...headings: readonly string[]): ReportColumn[] {
  return headings.map(right);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function signedDuration(ns: number): string {
  const text = formatDuration(Math.abs(ns));
  if (ns > 0) return `+${text}`;
  return ns < 0 ? `−${text}` : text;
}
