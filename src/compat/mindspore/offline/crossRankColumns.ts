import type { DuckdbModule } from '../../../sources/databases/duckdbModule';

/** Types of columns, by their names in SQL; DuckDB and Spark have all of them. */
export type ColumnType = 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';

/** A table across runs. Each also begins with `run` and `rank`, whole numbers. */
export type TableColumns = Readonly<Record<string, ColumnType>>;

/** The tables by name; docs/user-guide/offline-analysis.md describes every column. */
export const CROSS_RANK_TABLES = {
  cycles: {
    cycle: 'INTEGER',
    directory: 'VARCHAR',
    host: 'VARCHAR',
    pid: 'BIGINT',
    started_at_ms: 'DOUBLE',
    duration_ns: 'DOUBLE',
    slices: 'BIGINT',
    status: 'VARCHAR',
    recovered: 'BOOLEAN'
  },
  steps: {
    cycle: 'INTEGER',
    step: 'BIGINT',
    start_ns: 'DOUBLE',
    duration_ns: 'DOUBLE',
    computing_ns: 'DOUBLE',
    data_wait_ns: 'DOUBLE',
    gpu_wait_ns: 'DOUBLE',
    communication_ns: 'DOUBLE',
    free_ns: 'DOUBLE'
  },
  operators: {
    cycle: 'INTEGER',
    step: 'BIGINT',
    category: 'VARCHAR',
    name: 'VARCHAR',
    calls: 'BIGINT',
    total_ns: 'DOUBLE',
    self_ns: 'DOUBLE',
    max_ns: 'DOUBLE'
  },
  memory: {
    cycle: 'INTEGER',
    name: 'VARCHAR',
    peak_bytes: 'DOUBLE',
    mean_bytes: 'DOUBLE',
    last_bytes: 'DOUBLE'
  }
} as const satisfies Readonly<Record<string, TableColumns>>;

/** Name of a table. */
export type TableName = keyof typeof CROSS_RANK_TABLES;

/** All names. */
export const TABLE_NAMES = Object.keys(CROSS_RANK_TABLES) as readonly TableName[];

/** All columns of a table in their order. */
export function columnsOf(table: TableName): TableColumns {
  return { run: 'INTEGER', rank: 'INTEGER', ...CROSS_RANK_TABLES[table] };
}

/** The types of a table's columns, as chunks are made of. */
export function chunkTypes(duckdb: DuckdbModule, table: TableName): readonly unknown[] {
  return Object.values(columnsOf(table)).map(type => duckdb[type]);
}
