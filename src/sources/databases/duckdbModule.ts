import { type PackagePlaces, loadOptionalPackage } from '../../native/optionalPackage';

/** A value in DuckDB's rows; 64-bit integers are `bigint`. */
export type DuckdbValue = string | number | bigint | boolean | null;

/** Columns of up to 2,048 rows. */
export interface DuckdbChunk {
  rowCount: number;
  /** Empties it for other rows. */
  reset(): void;
  setColumnValues(column: number, values: ArrayLike<DuckdbValue>): void;
}

/** Takes rows into a table. */
export interface DuckdbAppender {
  appendDataChunk(chunk: DuckdbChunk): void;
  /** Flushes the rest. */
  closeSync(): void;
}

/** The result of a query. */
export interface DuckdbReader {
  getRowObjectsJS(): readonly Readonly<Record<string, DuckdbValue>>[];
}

/** Rows of a query that are read a chunk at a time. */
export interface DuckdbStream {
  /** Null after the last chunk; an empty one may stand for that too. */
  fetchChunk(): Promise<DuckdbRows | null>;
}

/** Rows of a result, by column. */
export interface DuckdbRows {
  readonly rowCount: number;
  readonly columnCount: number;
  getColumnValues(column: number): readonly DuckdbValue[];
}

/** A connection to a database. */
export interface DuckdbConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<DuckdbReader>;
  stream(sql: string): Promise<DuckdbStream>;
  createAppender(table: string): Promise<DuckdbAppender>;
  closeSync(): void;
}

/** A database, here always one in memory. */
export interface DuckdbInstance {
  connect(): Promise<DuckdbConnection>;
  closeSync(): void;
}

/** The used exports of `@duckdb/node-api`. */
export interface DuckdbModule {
  readonly DuckDBInstance: {
    create(file: string, options: Readonly<Record<string, string>>): Promise<DuckdbInstance>;
  };
  readonly DuckDBDataChunk: {
    create(types: readonly unknown[], rowCount: number): DuckdbChunk;
  };
  readonly DOUBLE: unknown;
  readonly BIGINT: unknown;
  readonly INTEGER: unknown;
  readonly BOOLEAN: unknown;
  readonly VARCHAR: unknown;
}

/** The package, which is optional. */
const DUCKDB_PACKAGE = '@duckdb/node-api';

/**
 * Loads DuckDB, which takes about a second and 60 MB.
 *
 * @throws PackageUnavailableError
 */
export function loadDuckdb(places?: PackagePlaces): DuckdbModule {
  return loadOptionalPackage(DUCKDB_PACKAGE, places) as DuckdbModule;
}
