/** Types of columns, by their names in SQL; DuckDB and Spark have all of them. */
export type ColumnType = 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';

/** The columns of a table by name, in their order. */
export type TableColumns = Readonly<Record<string, ColumnType>>;

/** The tables of a batch by name; docs/offline-dataset.md describes every column. */
export const ROW_TABLES = {
  cycles: {
    cycle_id: 'VARCHAR',
    host: 'VARCHAR',
    pid: 'BIGINT',
    recorded_rank: 'INTEGER',
    started_at_ms: 'DOUBLE',
    duration_ns: 'DOUBLE',
    slices: 'BIGINT',
    status: 'VARCHAR',
    recovered: 'BOOLEAN',
    source_bytes: 'DOUBLE',
    source_changed_ms: 'DOUBLE'
  },
  steps: {
    cycle_id: 'VARCHAR',
    step: 'BIGINT',
    slice_id: 'INTEGER',
    start_ns: 'DOUBLE',
    duration_ns: 'DOUBLE',
    computing_ns: 'DOUBLE',
    data_wait_ns: 'DOUBLE',
    gpu_wait_ns: 'DOUBLE',
    communication_ns: 'DOUBLE',
    free_ns: 'DOUBLE'
  },
  operators: {
    cycle_id: 'VARCHAR',
    step: 'BIGINT',
    category: 'VARCHAR',
    name: 'VARCHAR',
    calls: 'BIGINT',
    total_ns: 'DOUBLE',
    self_ns: 'DOUBLE',
    max_ns: 'DOUBLE'
  },
  memory: {
    cycle_id: 'VARCHAR',
    name: 'VARCHAR',
    peak_bytes: 'DOUBLE',
    mean_bytes: 'DOUBLE',
    last_bytes: 'DOUBLE'
  }
} as const satisfies Readonly<Record<string, TableColumns>>;

export type TableName = keyof typeof ROW_TABLES;

export const TABLE_NAMES = Object.keys(ROW_TABLES) as readonly TableName[];

/** The run, rank and cycle of each directory, with the batch that has its rows. */
export const PLACES_TABLE = {
  batch: 'VARCHAR',
  cycle_id: 'VARCHAR',
  run: 'INTEGER',
  rank: 'INTEGER',
  cycle: 'INTEGER'
} as const satisfies TableColumns;

/** The name that stands for tables in rows of directories that could not be read. */
export const FAILED = 'failed';

/** The columns of extracted rows: the table of a row, those of all tables, and why a directory could not be read. */
export const EXTRACTED_COLUMNS: TableColumns = {
  tbl: 'VARCHAR',
  ...ROW_TABLES.cycles,
  ...ROW_TABLES.steps,
  ...ROW_TABLES.operators,
  ...ROW_TABLES.memory,
  reason: 'VARCHAR'
};
