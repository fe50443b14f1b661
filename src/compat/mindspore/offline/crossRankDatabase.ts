import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  DuckdbConnection,
  DuckdbInstance,
  DuckdbModule,
  DuckdbValue
} from '../../../sources/databases/duckdbModule';
import { chunkTypes, columnsOf, TABLE_NAMES } from './crossRankColumns';
import type { TableName } from './crossRankColumns';

/** Maximum memory of DuckDB; the rest goes to temporary files. */
const MEMORY_LIMIT = '384MB';

/** Rows that one chunk of DuckDB holds. */
const CHUNK_ROWS = 2048;

/** The number of rows of a table, and their content. */
export interface TableRows {
  readonly length: number;
  /** The values of the columns after `run` and `rank`, each by row. */
  readonly columns: readonly ((row: number) => DuckdbValue)[];
}

/** One row of a query. */
export type QueryRow = Readonly<Record<string, DuckdbValue>>;

/** The tables across runs, in a database in memory. */
export class CrossRankDatabase {
  private isOpen = true;

  private constructor(
    private readonly duckdb: DuckdbModule,
    private readonly instance: DuckdbInstance,
    private readonly connection: DuckdbConnection,
    private readonly temporary: string
  ) {}

  /** Opens it with the tables empty. @throws Error of DuckDB or the file system */
  static async open(duckdb: DuckdbModule): Promise<CrossRankDatabase> {
    const temporary = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    try {
      const instance = await duckdb.DuckDBInstance.create(':memory:', {
        memory_limit: MEMORY_LIMIT,
        temp_directory: temporary,
        preserve_insertion_order: 'false',
        autoinstall_known_extensions: 'false'
      });
      const connection = await instance.connect();
      const database = new CrossRankDatabase(duckdb, instance, connection, temporary);
      for (const table of TABLE_NAMES) await connection.run(createStatement(table));
      return database;
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  /** Adds rows of one rank to a table. @throws Error of DuckDB */
  async append(table: TableName, run: number, rank: number, rows: TableRows): Promise<void> {
    const types = chunkTypes(this.duckdb, table);
    const values = [() => run, () => rank, ...rows.columns];
    const appender = await this.connection.createAppender(table);
    try {
      for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
        const length = Math.min(CHUNK_ROWS, rows.length - from);
        const chunk = this.duckdb.DuckDBDataChunk.create(types, length);
        values.forEach((value, column) => {
          chunk.setColumnValues(
            column,
            Array.from({ length }, (_, at) => value(from + at))
          );
        });
        appender.appendDataChunk(chunk);
      }
    } finally {
      appender.closeSync();
    }
  }

  /** Runs a statement without a result. @throws Error of DuckDB */
  async run(sql: string): Promise<void> {
    await this.connection.run(sql);
  }

  /** All rows of a query. @throws Error of DuckDB */
  async select(sql: string): Promise<readonly QueryRow[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjectsJS();
  }

  /** Closes it and removes its temporary files. Safe to call twice. */
  dispose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.connection.closeSync();
    this.instance.closeSync();
    rmSync(this.temporary, { recursive: true, force: true });
  }
}

function createStatement(table: TableName): string {
  const columns = Object.entries(columnsOf(table)).map(([name, type]) => `${name} ${type}`);
  return `CREATE TABLE ${table} (${columns.join(', ')})`;
}
