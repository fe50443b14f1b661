import type { DuckdbValue } from '../../../../sources/databases/duckdbModule';
import type { TableName } from './crossRankColumns';
import type { CycleRows, MemoryRow, OperatorRows, StepRows } from './cycleRows';
import type { SourceState } from './sourceState';
import type { TableRows } from './tableAppender';

/** A cycle with the data that the tables take from it. */
export interface KeyedRows {
  readonly cycleId: string;
  readonly source: SourceState;
  readonly rows: CycleRows;
}

type Columns = Readonly<Record<string, (row: number) => DuckdbValue>>;

/** The rows of a cycle in each table. */
export function rowColumns(keyed: KeyedRows): Readonly<Record<TableName, TableRows>> {
  const { cycleId, rows } = keyed;
  const { steps, operators, memory } = rows;
  const tableRows = (length: number, columns: Columns): TableRows => {
    return { length, columns: [() => cycleId, ...Object.values(columns)] };
  };
  return {
    cycles: tableRows(1, factColumns(keyed)),
    steps: tableRows(steps.step.length, stepColumns(steps)),
    operators: tableRows(operators.step.length, operatorColumns(operators)),
    memory: tableRows(memory.length, memoryColumns(memory))
  };
}

function factColumns({ source, rows: { facts } }: KeyedRows): Columns {
  return {
    host: () => facts.host,
    pid: () => BigInt(facts.pid),
    recorded_rank: () => facts.rank,
    started_at_ms: () => facts.startedAtMs,
    duration_ns: () => facts.durationNs,
    slices: () => BigInt(facts.slices),
    status: () => facts.status,
    recovered: () => facts.isRecovered,
    source_bytes: () => source.sizeBytes,
    source_changed_ms: () => source.changedAtMs
  };
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
