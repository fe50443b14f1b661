import { KernelscopeError } from '../../base/errors';
import { SQL_VIEW_NAMES, type SqlViewName } from '../../model/output/sqlViews';
import type { Profile } from '../../model/profile/profile';
import { loadDuckdb } from '../../sources/databases/duckdbModule';
import type { DuckdbQueryModule } from '../../sources/databases/duckdbQueries';
import { type QueryBounds, QueryDatabase } from './queryDatabase';
import { QueryError, QUERY_LIMITS } from './queryLimits';
import { QueryRows } from './queryRows';
import {
  counterRows,
  seriesRows,
  cellRows,
  flowRows,
  instantRows,
  profileRows,
  lineRows,
  sampleRows,
  stackRows,
  sliceRows,
  labelRows,
  trackRows
} from './profileRows';
import { profileSteps } from '../../analysis/statistics/profileSteps';
import { type StepTraceTime, stepTraceTimes } from '../../analysis/statistics/stepTraceTime';
import { type RowColumn, type RowTable, column, computed } from './rowTable';

/** Schemas of two profiles. */
const COMPARED_SCHEMAS = ['a', 'b'] as const;

/** The dependencies of a query, and its bounds. */
export interface QuerySetting extends Partial<QueryBounds> {
  /** DuckDB, loaded; by default it is looked up. */
  readonly duckdb?: DuckdbQueryModule;
}

/**
 * The rows of a query over the views of one profile, or over those of two in the schemas `a` and `b`. The query only
 * reads, from these views alone.
 *
 * @throws QueryError if it is wrong, not allowed, or beyond a limit
 * @throws PackageUnavailableError if DuckDB is not installed
 */
export async function queryProfiles(
  profiles: readonly [Profile] | readonly [Profile, Profile],
  sql: string,
  setting: QuerySetting = {}
): Promise<QueryRows> {
  if (typeof sql !== 'string') throw new QueryError('A query must be a string');
  const { duckdb = loadDuckdb() as DuckdbQueryModule, ...bounds } = setting;
  const database = await QueryDatabase.open(duckdb);
  try {
    await addProfileViews(database, profiles);
    return new QueryRows(await database.query(sql, { ...QUERY_LIMITS, ...bounds }));
  } catch (error) {
    if (error instanceof KernelscopeError) throw error;
    throw new QueryError(`The views could not be made: ${String(error)}`, { cause: error });
  } finally {
    database.dispose();
  }
}

/**
 * Adds the views over one profile, or those over two in the schemas `a` and `b`.
 *
 * @throws Error of DuckDB
 * @throws PackageUnavailableError if DuckDB is too old
 */
export async function addProfileViews(
  database: QueryDatabase,
  profiles: readonly Profile[]
): Promise<void> {
  const schemas = profiles.length === 1 ? ['main'] : COMPARED_SCHEMAS;
  for (const [at, profile] of profiles.entries()) {
    const schema = schemas[at];
    const functionOf = (table: string): string => `kernelscope_${schema}_${table}`;
    for (const [table, rowsOf] of Object.entries(PROFILE_TABLES)) {
      database.addTable(functionOf(table), rowsOf(profile));
    }
    const of: TableOf = table => `${functionOf(table)}()`;
    if (schema !== 'main') await database.run(`CREATE SCHEMA ${schema}`);
    const views = SQL_VIEW_NAMES.map(
      name => `CREATE VIEW ${schema}.${name} AS ${VIEW_QUERIES[name](of)}`
    );
    await database.run(views.join(';\n'));
  }
}

/** The tables below the views, by name. */
const PROFILE_TABLES = {
  slices: sliceRows,
  labels: labelRows,
  tracks: trackRows,
  samples: sampleRows,
  stacks: stackRows,
  lines: lineRows,
  series: seriesRows,
  counters: counterRows,
  steps: stepRows,
  cells: cellRows,
  instants: instantRows,
  flows: flowRows,
  profile: profileRows
} as const satisfies Readonly<Record<string, (profile: Profile) => RowTable>>;

/** A table in a FROM clause. */
type TableOf = (table: keyof typeof PROFILE_TABLES) => string;

/** An index column in which -1 stands for none. */
const orNull = (column: string): string => `NULLIF(${column}, -1)`;

const THREAD = "NULLIF(t.thread, '') AS thread";
/** Numbers of files that no integer may hold are NULL. */
const whole = (column: string): string => `TRY_CAST(${column} AS BIGINT)`;
const PID = `${whole('t.pid')} AS pid`;
const IDS = `${PID}, ${whole('t.tid')} AS tid`;
const DEVICE = 'TRY_CAST(NULLIF(t.device, -1) AS INTEGER) AS device';
const line = (column: string): string => `TRY_CAST(NULLIF(${column}, 0) AS INTEGER) AS line`;
const TRACK = `r.track_id, ${THREAD}, ${IDS}`;

/** A table with names of labels and places of tracks. */
const labelled = (of: TableOf, table: 'slices' | 'instants' | 'flows'): string =>
  `${of(table)} AS r INNER JOIN ${of('labels')} AS l ON l.id = r.label_id`;
const onTracks = (of: TableOf): string => `INNER JOIN ${of('tracks')} AS t ON t.id = r.track_id`;

/** The query of each view, whose columns are those of `SQL_VIEWS`, in their order. */
const VIEW_QUERIES: Readonly<Record<SqlViewName, (of: TableOf) => string>> = {
  slices: of =>
    `SELECT r.id, r.ts_ns, r.dur_ns, r.self_ns, l.name, l.category, r.depth,
       ${orNull('r.parent_id')} AS parent_id, ${orNull('r.cause_id')} AS cause_id,
       ${whole(orNull('r.step'))} AS step, ${TRACK}, t.is_async,
       ${DEVICE}, ${orNull('r.stack_id')} AS stack_id,
       CAST(NULLIF(r.args, '') AS JSON) AS args
     FROM ${labelled(of, 'slices')} ${onTracks(of)}`,
  samples: of =>
    `SELECT r.id, r.ts_ns, r.weight_ns, ${orNull('r.stack_id')} AS stack_id, s.name, s.file,
       ${line('s.line')}, ${TRACK}
     FROM ${of('samples')} AS r ${onTracks(of)}
     LEFT JOIN ${of('stacks')} AS s ON s.id = r.stack_id`,
  stacks: of =>
    `SELECT id, ${orNull('parent_id')} AS parent_id, depth, name, file, ${line('line')},
       kind, is_awaited, frames
     FROM ${of('stacks')}`,
  lines: of => `SELECT file, ${line('line')}, self_ns, total_ns, own_ns FROM ${of('lines')}`,
  counters: of =>
    `SELECT r.ts_ns, c.name, c.category, r.value, c.unit, c.kind, c.track_id,
       ${PID}, ${DEVICE}
     FROM ${of('counters')} AS r INNER JOIN ${of('series')} AS c ON c.id = r.series_id
     INNER JOIN ${of('tracks')} AS t ON t.id = c.track_id`,
  steps: of =>
    `SELECT ${whole('step')} AS step, slice_id, ts_ns, dur_ns, computing_ns, data_wait_ns,
       gpu_wait_ns, communication_ns, free_ns
     FROM ${of('steps')}`,
  cells: of => `SELECT ${orNull('cell')} AS cell, name, ts_ns, dur_ns FROM ${of('cells')}`,
  tracks: of =>
    `SELECT t.id, t.name, t.kind, ${orNull('t.parent_id')} AS parent_id, ${THREAD}, ${IDS},
       t.is_async, ${DEVICE}
     FROM ${of('tracks')} AS t`,
  instants: of =>
    `SELECT r.ts_ns, l.name, l.category, r.scope, ${TRACK}
     FROM ${labelled(of, 'instants')} ${onTracks(of)}`,
  flows: of => `SELECT r.from_id, r.to_id, l.name, l.category FROM ${labelled(of, 'flows')}`,
  profile: of =>
    `SELECT name, id, status, started_at_ms, dur_ns, ${orNull('cpu_ns')} AS cpu_ns, host,
       ${whole('pid')} AS pid, runtime
     FROM ${of('profile')}`
};

/** The steps, in order of start. With several GPUs, the division of the first one's time stands for all. */
function stepRows(profile: Profile): RowTable {
  const steps = profileSteps(profile);
  let known: readonly StepTraceTime[] | null = null;
  const times = (): readonly StepTraceTime[] =>
    (known ??= steps.length === 0 ? [] : stepTraceTimes(profile, steps));
  const part = (value: (time: StepTraceTime) => number): RowColumn =>
    computed('DOUBLE', () => {
      const perStep = times().length / Math.max(1, steps.length);
      return steps.map((_, at) => value(times()[at * perStep]));
    });
  return {
    length: steps.length,
    columns: {
      step: column('DOUBLE', row => steps[row].number),
      slice_id: column('INTEGER', row => steps[row].slice),
      ts_ns: column('DOUBLE', row => steps[row].start),
      dur_ns: column('DOUBLE', row => steps[row].end - steps[row].start),
      computing_ns: part(time => time.computing),
      data_wait_ns: part(time => time.waitingForData),
      gpu_wait_ns: part(time => time.waitingForGpu),
      communication_ns: part(time => time.exposedCommunication),
      free_ns: part(time => time.free)
    }
  };
}
