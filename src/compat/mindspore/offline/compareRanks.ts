import { messageOf } from '../../../base/errors';
import type { CrossRankBundle } from '../../../formats';
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
import type { WorkedDirectory } from './outcomes';
import { type Batch, cycleIdOf } from './rows/batches';
import { type WrittenFiles, writePlaces, writeReports } from './crossRankFiles';
import type { CyclePlace, NumberedCycles } from './rankNumbers';
import {
  type QueryRow,
  type RowDatabase,
  type RowSource,
  type StepRange,
  inSteps,
  selectRows
} from './rows/rowSql';
import { showRanks } from './showRanks';
import { QUERIES, type QueryName, VIEWS, readSql } from './sqlFiles';
import { PLACES_TABLE, ROW_TABLES, type TableName } from './rows/crossRankColumns';

/** The input of {@link compareRanks}. */
export interface ComparedCycles {
  /** The folder that was analysed. */
  readonly root: string;
  readonly worked: readonly WorkedDirectory[];
  readonly numbered: NumberedCycles;
  /** The steps that were asked for; null for all. */
  readonly steps: StepRange | null;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Whether files are written to `root`, and how. */
  readonly files: { readonly pretty: boolean } | null;
}

export interface Comparison extends WrittenFiles {
  readonly report: CrossRankReport | null;
  /** The heat map for a notebook's output; null if there is none. */
  readonly view: CrossRankBundle | null;
}

/** Compares the ranks, and writes the report beside the rows. Nothing of it throws. */
export async function compareRanks(store: RowSource, cycles: ComparedCycles): Promise<Comparison> {
  try {
    return await compareIn(store, cycles);
  } catch (error) {
    const problems = [...store.problems, `No cross-rank report: ${messageOf(error)}`];
    return { report: null, view: null, files: [], problems };
  }
}

async function compareIn(store: RowSource, cycles: ComparedCycles): Promise<Comparison> {
  const { root, numbered, files: wanted, steps } = cycles;
  await store.complete();
  const { places, batches } = placesOf(store, cycles);
  await createPlaces(store.database, places);
  await createTables(store.database, batches, steps);
  const report = await readCrossRank(store.database, numbered.source, cycles.sqlFolder());
  const { view, ...page } = await showRanks(store.database, report, cycles);
  if (wanted === null) return { report, view, files: [], problems: page.problems };
  const reports = writeReports(report, root, wanted);
  const rows = store.problems.length > 0 ? NONE : await writePlaces(store.database, root);
  return {
    report,
    view,
    files: [...reports.files, ...page.files, ...rows.files],
    problems: [...reports.problems, ...page.problems, ...store.problems, ...rows.problems]
  };
}

const NONE: WrittenFiles = { files: [], problems: [] };

/** Where each cycle is among the ranks, and the batches with their rows. */
function placesOf(
  store: RowSource,
  cycles: ComparedCycles
): { readonly places: readonly BatchPlace[]; readonly batches: readonly Batch[] } {
  const batches = new Map<string, Batch>();
  const places = cycles.worked.flatMap(({ directory }, at): readonly BatchPlace[] => {
    const cycleId = cycleIdOf(directory, cycles.root);
    const batch = store.batchOf(cycleId);
    if (batch === null) return [];
    batches.set(batch.id, batch);
    return [{ batch: batch.id, cycleId, place: cycles.numbered.places[at] }];
  });
  return { places, batches: [...batches.values()] };
}

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

/** The place of a cycle whose rows are in a batch. */
interface BatchPlace {
  /** Id of the batch. */
  readonly batch: string;
  readonly cycleId: string;
  readonly place: CyclePlace;
}

/** Tables whose rows belong to steps. */
const STEP_TABLES: readonly TableName[] = ['steps', 'operators'];

/** Makes the table `places`. @throws Error of the database */
export async function createPlaces(
  database: RowDatabase,
  places: readonly BatchPlace[]
): Promise<void> {
  await database.createTableOf('places', PLACES_TABLE, {
    length: places.length,
    columns: [
      row => places[row].batch,
      row => places[row].cycleId,
      row => places[row].place.run,
      row => places[row].place.rank,
      row => places[row].place.cycle
    ]
  });
}

/**
 * Makes the tables that queries read, as views of the rows that have a place; of the steps in a range
 * alone, if one is given.
 *
 * @throws Error of the database or the file system
 */
export async function createTables(
  database: RowDatabase,
  batches: readonly Batch[],
  range: StepRange | null
): Promise<void> {
  for (const table of Object.keys(ROW_TABLES) as TableName[]) {
    const columns = Object.keys(ROW_TABLES[table]).map(column => `r.${column}`);
    const inRange =
      range && STEP_TABLES.includes(table) ? ` WHERE ${inSteps('r.step', range)}` : '';
    await database.createView(
      table,
      `SELECT p.run, p.rank, p.cycle, ${columns.join(', ')} ` +
        `FROM (${selectRows(database, batches, table)}) AS r ` +
        `INNER JOIN places AS p ON p.batch = r.batch AND p.cycle_id = r.cycle_id${inRange}`
    );
  }
}
