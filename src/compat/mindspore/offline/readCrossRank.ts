import {
  CROSS_RANK_LISTS,
  type CrossRankKind,
  type CrossRankList
} from '../../../formats/crossRank/checkReport';
import { CROSS_RANK_VERSION, type CrossRankReport, type CrossRankRun } from '../../../report';
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
  const own = <List extends CrossRankList>(query: QueryName, list: List): CrossRankRun[List] => {
    const rows = results[query].filter(each => numberIn(each, 'run') === run);
    return rows.map(each =>
      fieldsOf(each, CROSS_RANK_LISTS[list])
    ) as unknown as CrossRankRun[List];
  };
  return {
    run,
    comparedBy: numberIn(row, 'steps') > 0 ? 'step' : 'cycle',
    cycles: numberIn(row, 'cycles'),
    phaseCount: numberIn(row, 'phases'),
    ranks: own('ranks', 'ranks'),
    rankTimes: own('rank_times', 'rankTimes'),
    phases: own('phases', 'phases'),
    stragglers: own('stragglers', 'stragglers'),
    operators: own('operators', 'operators'),
    rankOperators: own('rank_operators', 'rankOperators'),
    memory: own('memory', 'memory')
  };
}

/** The fields of a row of a list, from the columns of their names in SQL. */
function fieldsOf(row: QueryRow, kinds: Readonly<Record<string, CrossRankKind>>): object {
  const fields: Record<string, string | number | null> = {};
  for (const [field, kind] of Object.entries(kinds)) {
    const value = row[columnOf(field)];
    const none = kind === 'number?' ? null : 0;
    if (kind === 'text') fields[field] = String(value);
    else fields[field] = value === null ? none : Number(value);
  }
  return fields;
}

function columnOf(field: string): string {
  if (field === 'recoveredCycles') return 'recovered';
  return field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function numberIn(row: QueryRow, column: string): number {
  return Number(row[column] ?? 0);
}
