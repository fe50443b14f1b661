import type {
  DuckdbAppender,
  DuckdbChunk,
  DuckdbModule,
  DuckdbValue
} from '../../../../sources/databases/duckdbModule';

/** Rows that one chunk of DuckDB holds. */
const CHUNK_ROWS = 2048;

/** The number of rows of a table, and their content. */
export interface TableRows {
  readonly length: number;
  /** The values of the columns, each by row. */
  readonly columns: readonly ((row: number) => DuckdbValue)[];
}

/** Adds rows to a table; its one chunk is used again, as chunks are freed late. */
export class TableAppender {
  private readonly chunk: DuckdbChunk;
  private isOpen = true;

  constructor(
    duckdb: DuckdbModule,
    private readonly appender: DuckdbAppender,
    types: readonly unknown[]
  ) {
    this.chunk = duckdb.DuckDBDataChunk.create(types, CHUNK_ROWS);
  }

  /** @throws Error of DuckDB */
  append({ length: all, columns }: TableRows): void {
    for (let from = 0; from < all; from += CHUNK_ROWS) {
      const length = Math.min(CHUNK_ROWS, all - from);
      this.chunk.reset();
      this.chunk.rowCount = length;
      columns.forEach((value, column) => {
        this.chunk.setColumnValues(
          column,
          Array.from({ length }, (_, at) => value(from + at))
        );
      });
      this.appender.appendDataChunk(this.chunk);
    }
  }

  /** Hands the rest to the table. Safe to call twice. @throws Error of DuckDB */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.appender.closeSync();
  }
}
