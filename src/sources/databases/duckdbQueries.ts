import type { DuckdbConnection, DuckdbInstance, DuckdbModule } from './duckdbModule';

/** A column that a table function fills. */
export interface DuckdbVector {
  setItem(row: number, value: number | string | boolean): void;
  /** Hands the values over. */
  flush(): void;
}

/** The rows that a table function gives at a call. */
export interface DuckdbOutput {
  /** Set it before any value; 0 ends the scan. */
  rowCount: number;
  getColumnVector(column: number): DuckdbVector;
}

/** A call that lists the columns of a table function. */
export interface DuckdbBindInfo {
  addResultColumn(name: string, type: unknown): void;
  setCardinality(rows: number, isExact: boolean): void;
}

/** A call that begins a scan. */
export interface DuckdbInitInfo {
  /** The columns that the query reads. */
  getColumnIndexes(): readonly number[];
  setInitData(data: object): void;
}

/** A call for the next rows of a scan. */
export interface DuckdbScanInfo {
  /** The object that `setInitData` was given. */
  readonly initData: object | undefined;
}

/** A table function: a table whose rows JavaScript gives while a query reads them. */
export interface DuckdbTableFunctionOptions {
  readonly name: string;
  readonly bindFunction: (info: DuckdbBindInfo) => void;
  readonly initFunction: (info: DuckdbInitInfo) => void;
  readonly mainFunction: (info: DuckdbScanInfo, output: DuckdbOutput) => void;
  readonly supportsProjectionPushdown: boolean;
}

/** Rows of a result, by column, with the values of every type of DuckDB. */
export interface DuckdbResultRows {
  readonly rowCount: number;
  /** The values of a column, each of which is made when it is asked for. */
  getColumnVector(column: number): { getItem(row: number): unknown };
}

/** The result of a statement, read a chunk at a time. */
export interface DuckdbResult {
  columnNames(): readonly string[];
  columnTypes(): readonly { readonly alias?: string; toString(): string }[];
  /** Null or without rows after the last one. */
  fetchChunk(): Promise<DuckdbResultRows | null>;
}

/** A statement that was checked and planned. */
export interface DuckdbPreparedStatement {
  readonly statementType: number;
  stream(): Promise<DuckdbResult>;
  destroySync(): void;
}

/** The statements of a text. */
export interface DuckdbStatements {
  readonly count: number;
  prepare(index: number): Promise<DuckdbPreparedStatement>;
}

/** A connection for queries of others. */
export interface DuckdbQueryConnection extends DuckdbConnection {
  registerTableFunction(tableFunction: unknown): void;
  extractStatements(sql: string): Promise<DuckdbStatements>;
  /** Ends what the connection is doing with an error. */
  interrupt(): void;
}

/** A database for queries of others. */
export interface DuckdbQueryInstance extends DuckdbInstance {
  connect(): Promise<DuckdbQueryConnection>;
}

/** The exports of `@duckdb/node-api` that queries of profiles use. */
export interface DuckdbQueryModule extends DuckdbModule {
  readonly DuckDBInstance: {
    create(file: string, options: Readonly<Record<string, string>>): Promise<DuckdbQueryInstance>;
  };
  /** Missing in versions before 1.5. */
  readonly DuckDBTableFunction?: { create(options: DuckdbTableFunctionOptions): unknown };
  readonly StatementType: { readonly SELECT: number };
}
