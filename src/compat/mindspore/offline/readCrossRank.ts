import {
  CROSS_RANK_VERSION,
  type CrossRankReport,
  type CrossRankRun,
  type MemoryPeak,
  type OperatorFigures,
  type PhaseFigures,
  type RankFigures,
  type RankOperator,
  type RankTimes,
  type Straggler
} from '../../../report';
import type { QueryRow, RowDatabase } from './rows/rowDatabase';
import { QUERIES, type QueryName, VIEWS, readSql } from './sqlFiles';

type Results = Readonly<Record<QueryName, readonly QueryRow[]>>;

/**
 * Compares the ranks that the tables hold, by the SQL in `folder`.
 *
 * @throws Error of the database; SqlFilesError
 */
export async function readCrossRank(
  database: RowDatabase,
  ranksFrom: CrossRankReport['ranksFrom'],
  folder: string
): Promise<CrossRankReport> {
  for (const view of VIEWS) {
    await database.createTable(view, readSql(folder, 'views', view));
  }
  const results: Partial<Record<QueryName, readonly QueryRow[]>> = {};
  for (const query of QUERIES) {
    results[query] = await database.select(readSql(folder, 'queries', query));
  }
  return {
    version: CROSS_RANK_VERSION,
    ranksFrom,
    runs: (results as Results).runs.map(row => runOf(row, results as Results))
  };
}

function runOf(row: QueryRow, results: Results): CrossRankRun {
  const run = numberIn(row, 'run');
  const own = <T>(query: QueryName, read: (row: QueryRow) => T): readonly T[] =>
    results[query].filter(each => numberIn(each, 'run') === run).map(read);
  return {
    run,
    comparedBy: numberIn(row, 'steps') > 0 ? 'step' : 'cycle',
    cycles: numberIn(row, 'cycles'),
    phaseCount: numberIn(row, 'phases'),
    ranks: own('ranks', rankFigures),
    rankTimes: own('rank_times', rankTimes),
    phases: own('phases', phaseFigures),
    stragglers: own('stragglers', straggler),
    operators: own('operators', operatorFigures),
    rankOperators: own('rank_operators', rankOperator),
    memory: own('memory', memoryPeak)
  };
}

function rankFigures(row: QueryRow): RankFigures {
  return {
    rank: numberIn(row, 'rank'),
    host: textIn(row, 'host'),
    pid: numberIn(row, 'pid'),
    cycles: numberIn(row, 'cycles'),
    recoveredCycles: numberIn(row, 'recovered'),
    phases: numberIn(row, 'phases'),
    totalNs: numberIn(row, 'total_ns'),
    medianNs: numberOrNull(row, 'median_ns'),
    maxNs: numberOrNull(row, 'max_ns'),
    pace: numberOrNull(row, 'pace'),
    excessNs: numberIn(row, 'excess_ns')
  };
}

function rankTimes(row: QueryRow): RankTimes {
  return {
    rank: numberIn(row, 'rank'),
    durationNs: numberIn(row, 'duration_ns'),
    computingNs: numberIn(row, 'computing_ns'),
    dataWaitNs: numberIn(row, 'data_wait_ns'),
    gpuWaitNs: numberIn(row, 'gpu_wait_ns'),
    communicationNs: numberIn(row, 'communication_ns'),
    freeNs: numberIn(row, 'free_ns')
  };
}

function phaseFigures(row: QueryRow): PhaseFigures {
  return {
    phase: numberIn(row, 'phase'),
    ranks: numberIn(row, 'ranks'),
    minNs: numberIn(row, 'min_ns'),
    medianNs: numberIn(row, 'median_ns'),
    maxNs: numberIn(row, 'max_ns'),
    skewNs: numberIn(row, 'skew_ns'),
    slowestRank: numberIn(row, 'slowest_rank'),
    fastestRank: numberIn(row, 'fastest_rank')
  };
}

function straggler(row: QueryRow): Straggler {
  return {
    rank: numberIn(row, 'rank'),
    phase: numberIn(row, 'phase'),
    durationNs: numberIn(row, 'duration_ns'),
    expectedNs: numberIn(row, 'expected_ns'),
    excessNs: numberIn(row, 'excess_ns')
  };
}

function operatorFigures(row: QueryRow): OperatorFigures {
  return {
    category: textIn(row, 'category'),
    name: textIn(row, 'name'),
    minNs: numberIn(row, 'min_ns'),
    medianNs: numberIn(row, 'median_ns'),
    maxNs: numberIn(row, 'max_ns'),
    excessNs: numberIn(row, 'excess_ns'),
    slowestRank: numberIn(row, 'slowest_rank')
  };
}

function rankOperator(row: QueryRow): RankOperator {
  return {
    rank: numberIn(row, 'rank'),
    category: textIn(row, 'category'),
    name: textIn(row, 'name'),
    calls: numberIn(row, 'calls'),
    selfNs: numberIn(row, 'self_ns'),
    medianNs: numberIn(row, 'median_ns'),
    excessNs: numberIn(row, 'excess_ns')
  };
}

function memoryPeak(row: QueryRow): MemoryPeak {
  return {
    name: textIn(row, 'name'),
    rank: numberIn(row, 'rank'),
    peakBytes: numberIn(row, 'peak_bytes'),
    medianBytes: numberIn(row, 'median_bytes')
  };
}

function numberOrNull(row: QueryRow, column: string): number | null {
  const value = row[column];
  return value === null ? null : Number(value);
}

function numberIn(row: QueryRow, column: string): number {
  return numberOrNull(row, column) ?? 0;
}

function textIn(row: QueryRow, column: string): string {
  return String(row[column]);
}
