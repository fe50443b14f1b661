import type { DuckdbValue } from '../../../sources/databases/duckdbModule';
import type { CrossRankDatabase, TableRows } from './crossRankDatabase';
import type { CycleRows, MemoryRow, OperatorRows, StepRows } from './cycleRows';
import type { CyclePlace } from './rankNumbers';
import type { TableName } from './crossRankColumns';

/** A cycle with the data that the tables take from it. */
export interface PlacedCycle {
  readonly place: CyclePlace;
  /** Relative to the folder that was analysed. */
  readonly directory: string;
  readonly rows: CycleRows;
}

type Columns = Readonly<Record<string, (row: number) => DuckdbValue>>;

/** Adds a cycle to the four tables. @throws Error of DuckDB */
export async function fillCrossRank(
  database: CrossRankDatabase,
  { place, directory, rows }: PlacedCycle
): Promise<void> {
  const { run, rank, cycle } = place;
  const { facts, steps, operators, memory } = rows;
  const add = (table: TableName, length: number, columns: Columns): Promise<void> =>
    database.append(table, run, rank, tableRows(length, cycle, columns));
  await add('cycles', 1, {
    directory: () => directory,
    host: () => facts.host,
    pid: () => BigInt(facts.pid),
    started_at_ms: () => facts.startedAtMs,
    duration_ns: () => facts.durationNs,
    slices: () => BigInt(facts.slices),
    status: () => facts.status,
    recovered: () => facts.isRecovered
  });
  await add('steps', steps.step.length, stepColumns(steps));
  await add('operators', operators.step.length, operatorColumns(operators));
  await add('memory', memory.length, memoryColumns(memory));
}

function tableRows(length: number, cycle: number, columns: Columns): TableRows {
  return { length, columns: [() => cycle, ...Object.values(columns)] };
}

function stepColumns(rows: StepRows): Columns {
  return {
    step: row => BigInt(rows.step[row]),
    start_ns: row => rows.start[row],
    duration_ns: row => rows.duration[row],
    computing_ns: row => rows.computing[row],
    data_wait_ns: row => rows.dataWait[row],
    gpu_wait_ns: row => rows.gpuWait[row],
    communication_ns: row => rows.communication[row],
    free_ns: row => rows.free[row]
  };
}

function operatorColumns(rows: OperatorRows): Columns {
  return {
    step: row => (rows.step[row] < 0 ? null : BigInt(rows.step[row])),
    category: row => rows.categories[rows.label[row]],
    name: row => rows.names[rows.label[row]],
    calls: row => BigInt(rows.calls[row]),
    total_ns: row => rows.total[row],
    self_ns: row => rows.self[row],
    max_ns: row => rows.max[row]
  };
}

function memoryColumns(rows: readonly MemoryRow[]): Columns {
  return {
    name: row => rows[row].name,
    peak_bytes: row => rows[row].peakBytes,
    mean_bytes: row => rows[row].meanBytes,
    last_bytes: row => rows[row].lastBytes
  };
}
