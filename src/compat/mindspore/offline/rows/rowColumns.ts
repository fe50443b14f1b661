import type { TableName } from './crossRankColumns';
import type { CycleRows, MemoryRow, OperatorRows, StepRows } from './cycleRows';
import type { SourceState } from './sourceState';

/** A cycle with the data that the tables take from it. */
export interface KeyedRows {
  readonly cycleId: string;
  readonly source: SourceState;
  readonly rows: CycleRows;
}

type Columns = Readonly<Record<string, ColumnarRows['columns'][number]>>;

/** The rows of a cycle in each table. */
export function rowColumns(keyed: KeyedRows): Readonly<Record<TableName, ColumnarRows>> {
  const { cycleId, rows } = keyed;
  const { steps, operators, memory } = rows;
  const tableRows = (length: number, columns: Columns): ColumnarRows => {
    const id = { kind: 'texts', texts: [cycleId], index: null } as const;
    return { length, columns: [id, ...Object.values(columns)] };
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
    host: textColumn([facts.host]),
    pid: numberColumn([facts.pid]),
    recorded_rank: numberColumn([facts.rank ?? NaN]),
    started_at_ms: numberColumn([facts.startedAtMs]),
    duration_ns: numberColumn([facts.durationNs]),
    slices: numberColumn([facts.slices]),
    status: textColumn([facts.status]),
    recovered: numberColumn([Number(facts.isRecovered)]),
    source_bytes: numberColumn([source.sizeBytes]),
    source_changed_ms: numberColumn([source.changedAtMs])
  };
}

function stepColumns(rows: StepRows): Columns {
  return {
    step: numberColumn(rows.step),
    slice_id: numberColumn(rows.slice),
    start_ns: numberColumn(rows.start),
    duration_ns: numberColumn(rows.duration),
    computing_ns: numberColumn(rows.computing),
    data_wait_ns: numberColumn(rows.dataWait),
    gpu_wait_ns: numberColumn(rows.gpuWait),
    communication_ns: numberColumn(rows.communication),
    free_ns: numberColumn(rows.free)
  };
}

function operatorColumns({ label: index, ...rows }: OperatorRows): Columns {
  return {
    step: numberColumn(rows.step),
    category: { kind: 'texts', texts: rows.categories, index },
    name: { kind: 'texts', texts: rows.names, index },
    calls: numberColumn(rows.calls),
    total_ns: numberColumn(rows.total),
    self_ns: numberColumn(rows.self),
    max_ns: numberColumn(rows.max)
  };
}

function memoryColumns(rows: readonly MemoryRow[]): Columns {
  return {
    name: textColumn(rows.map(({ name }) => name)),
    peak_bytes: numberColumn(rows.map(({ peakBytes }) => peakBytes)),
    mean_bytes: numberColumn(rows.map(({ meanBytes }) => meanBytes)),
    last_bytes: numberColumn(rows.map(({ lastBytes }) => lastBytes))
  };
}

/** Numbers by row. NaN stands for NULL in columns of whole numbers, 1 and 0 for true and false. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly numbers: Float64Array;
}

/** Texts by row, of which few differ. */
export interface TextColumn {
  readonly kind: 'texts';
  readonly texts: readonly string[];
  /** Index into `texts` by row; null if all rows have the first text. */
  readonly index: Uint32Array | null;
}

/** Rows of a table. */
export interface ColumnarRows {
  readonly length: number;
  /** In the order of the table's columns, each with `length` values. */
  readonly columns: readonly (NumberColumn | TextColumn)[];
}

function numberColumn(numbers: Iterable<number>): NumberColumn {
  const isColumn = numbers instanceof Float64Array;
  return { kind: 'numbers', numbers: isColumn ? numbers : Float64Array.from(numbers) };
}

/** A column of texts, one for each row. */
export function textColumn(texts: readonly string[]): TextColumn {
  return { kind: 'texts', texts, index: Uint32Array.from(texts.keys()) };
}
