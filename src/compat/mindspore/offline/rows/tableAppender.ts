import type {
  DuckdbAppender,
  DuckdbChunk,
  DuckdbModule,
  DuckdbValue
} from '../../../../sources/databases/duckdbModule';

/** Rows that one chunk of DuckDB holds. */
export const CHUNK_ROWS = 2048;

/** The number of rows of a table, and their content. */
export interface TableRows {
  readonly length: number;
  /** The values of the columns, each by row. */
  readonly columns: readonly ((row: number) => DuckdbValue)[];
}

/** A chunk for {@link TableAppender}. */
export function createChunk(duckdb: DuckdbModule, types: readonly unknown[]): DuckdbChunk {
  return duckdb.DuckDBDataChunk.create(types, CHUNK_ROWS);
}

/** Adds rows to a table; its one chunk is used again, as chunks are freed late. */
export class TableAppender {
  #isOpen = true;

  constructor(
    private readonly appender: DuckdbAppender,
    private readonly chunk: DuckdbChunk
  ) {}

  /** @throws Error of DuckDB */
  append({ length: all, columns }: TableRows): void {
    for (let from = 0; from < all; from += CHUNK_ROWS) {
      const length = Math.min(CHUNK_ROWS, all - from);
      const valuesOf = (value: (row: number) => DuckdbValue): readonly DuckdbValue[] =>
        Array.from({ length }, (_, at) => value(from + at));
      this.appendChunk(length, columns.map(valuesOf));
    }
  }

  /** Adds up to {@link CHUNK_ROWS} rows, which are given as columns. @throws Error of DuckDB */
  appendChunk(length: number, columns: readonly ArrayLike<DuckdbValue>[]): void {
    this.chunk.reset();
    this.chunk.rowCount = length;
    columns.forEach((values, column) => this.chunk.setColumnValues(column, values));
    this.appender.appendDataChunk(this.chunk);
  }

  /** Hands the rest to the table. Safe to call twice. @throws Error of DuckDB */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.appender.closeSync();
  }
}
