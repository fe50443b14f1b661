import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  DuckdbChunk,
  DuckdbConnection,
  DuckdbInstance,
  DuckdbModule,
  DuckdbValue
} from '../../../../sources/databases/duckdbModule';
import type { TableColumns } from './crossRankColumns';
import { createChunk, TableAppender } from './tableAppender';

/**
 * Maximum memory of DuckDB; the rest goes to temporary files. What it does not count comes on top, up to
 * half as much again.
 */
const MEMORY_LIMIT = '128MB';

/** Each thread has buffers of its own: more of them would need more memory, and some more CPU time. */
const THREADS = '1';

/** One row of a query. */
export type QueryRow = Readonly<Record<string, DuckdbValue>>;

/** A database in memory, which reads and writes Parquet. */
export class CrossRankDatabase {
  private isOpen = true;
  /** By table, since chunks are freed late. */
  private readonly chunks = new Map<string, DuckdbChunk>();

  private constructor(
    private readonly duckdb: DuckdbModule,
    private readonly instance: DuckdbInstance,
    private readonly connection: DuckdbConnection,
    /** A folder for files that live no longer than the database. */
    readonly temporary: string
  ) {}

  /** Opens it without tables. @throws Error of DuckDB or the file system */
  static async open(duckdb: DuckdbModule): Promise<CrossRankDatabase> {
    const temporary = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    try {
      const instance = await duckdb.DuckDBInstance.create(':memory:', {
        memory_limit: MEMORY_LIMIT,
        threads: THREADS,
        temp_directory: temporary,
        preserve_insertion_order: 'false',
        autoinstall_known_extensions: 'false'
      });
      const connection = await instance.connect();
      return new CrossRankDatabase(duckdb, instance, connection, temporary);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  /** Makes a table, in place of one of that name and columns, and opens it for rows. @throws Error of DuckDB */
  async createTable(table: string, columns: TableColumns): Promise<TableAppender> {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await this.connection.run(`CREATE OR REPLACE TABLE ${table} (${list.join(', ')})`);
    const types = Object.values(columns).map(type => this.duckdb[type]);
    const chunk = this.chunks.get(table) ?? createChunk(this.duckdb, types);
    this.chunks.set(table, chunk);
    return new TableAppender(await this.connection.createAppender(table), chunk);
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
