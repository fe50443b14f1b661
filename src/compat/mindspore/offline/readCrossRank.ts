import {
  CROSS_RANK_VERSION,
  type CrossRankReport,
  type CrossRankRun,
  MEMORY_PEAK,
  OPERATOR,
  PHASE,
  RANK,
  RANK_OPERATOR,
  RANK_TIMES,
  STRAGGLER
} from '../../../report/crossRank/crossRankReport';
import type { RecordFields, RecordOf, RecordSchema } from '../../../schema/schema';
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
  const own = <Fields extends RecordFields>(
    query: QueryName,
    { fields }: RecordSchema<Fields>
  ): readonly RecordOf<Fields>[] => {
    const rows = results[query].filter(each => numberIn(each, 'run') === run);
    return rows.map(each => fieldsOf(each, fields) as RecordOf<Fields>);
  };
  return {
    run,
    comparedBy: numberIn(row, 'steps') > 0 ? 'step' : 'cycle',
    cycles: numberIn(row, 'cycles'),
    phaseCount: numberIn(row, 'phases'),
    ranks: own('ranks', RANK),
    rankTimes: own('rank_times', RANK_TIMES),
    phases: own('phases', PHASE),
    stragglers: own('stragglers', STRAGGLER),
    operators: own('operators', OPERATOR),
    rankOperators: own('rank_operators', RANK_OPERATOR),
    memory: own('memory', MEMORY_PEAK)
  };
}

/** The fields of a row of a list, from the columns of their names in SQL; a number that is none there is 0. */
function fieldsOf(row: QueryRow, schemas: RecordFields): object {
  const valueOf = (field: string): string | number | null => {
    const value = row[columnOf(field)];
    if (value === null) return 'isNullable' in schemas[field] ? null : 0;
    return typeof value === 'string' ? value : Number(value);
  };
  return Object.fromEntries(Object.keys(schemas).map(field => [field, valueOf(field)]));
}

function columnOf(field: string): string {
  if (field === 'recoveredCycles') return 'recovered';
  return field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function numberIn(row: QueryRow, column: string): number {
  return Number(row[column] ?? 0);
}
