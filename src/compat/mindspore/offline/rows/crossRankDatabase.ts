import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  DuckdbChunk,
  DuckdbConnection,
  DuckdbInstance,
  DuckdbModule
} from '../../../../sources/databases/duckdbModule';
import type { TableColumns } from './crossRankColumns';
import { DUCKDB_SQL, type QueryRow, type RowDatabase } from './rowSql';
import { TableAppender, type TableRows, createChunk } from './tableAppender';

/**
 * Maximum memory of DuckDB; the rest goes to temporary files. What it does not count comes on top, up to
 * half as much again.
 */
const MEMORY_LIMIT = '128MB';

/** Each thread has buffers of its own: more of them would need more memory, and some more CPU time. */
const THREADS = '1';

/** DuckDB in memory, which reads and writes Parquet. */
export class CrossRankDatabase implements RowDatabase {
  readonly quoted = DUCKDB_SQL.quoted;
  readonly rowsOf = DUCKDB_SQL.rowsOf;
  #isOpen = true;
  /** By table, since chunks are freed late. */
  readonly #chunks = new Map<string, DuckdbChunk>();

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
  async openTable(table: string, columns: TableColumns): Promise<TableAppender> {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await this.connection.run(`CREATE OR REPLACE TABLE ${table} (${list.join(', ')})`);
    const types = Object.values(columns).map(type => this.duckdb[type]);
    const chunk = this.#chunks.get(table) ?? createChunk(this.duckdb, types);
    this.#chunks.set(table, chunk);
    return new TableAppender(await this.connection.createAppender(table), chunk);
  }

  async createView(name: string, sql: string): Promise<void> {
    await this.connection.run(`CREATE VIEW ${name} AS ${sql}`);
  }

  async createTable(name: string, sql: string): Promise<void> {
    await this.connection.run(`CREATE TABLE ${name} AS ${sql}`);
  }

  async createTableOf(name: string, columns: TableColumns, rows: TableRows): Promise<void> {
    const table = await this.openTable(name, columns);
    table.append(rows);
    table.close();
  }

  async writeTable(name: string, file: string): Promise<void> {
    await this.writeQuery(`SELECT * FROM ${name}`, file);
  }

  /** Writes the rows of a query to a Parquet file. @throws Error of DuckDB */
  async writeQuery(sql: string, file: string): Promise<void> {
    const target = this.quoted(file);
    await this.connection.run(`COPY (${sql}) TO ${target} (FORMAT PARQUET, COMPRESSION ZSTD)`);
  }

  /** Removes a table. @throws Error of DuckDB */
  async dropTable(name: string): Promise<void> {
    await this.connection.run(`DROP TABLE ${name}`);
  }

  async select(sql: string): Promise<readonly QueryRow[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjectsJS();
  }

  async eachNumbers(
    sql: string,
    onRows: (columns: readonly Float64Array[]) => void
  ): Promise<void> {
    const stream = await this.connection.stream(sql);
    for (;;) {
      const rows = await stream.fetchChunk();
      if (rows === null || rows.rowCount === 0) return;
      const columns = Array.from({ length: rows.columnCount }, (_, at) => rows.getColumnValues(at));
      onRows(columns.map(values => Float64Array.from(values, Number)));
    }
  }

  /** Closes it and removes its temporary files. Safe to call twice. */
  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.connection.closeSync();
    this.instance.closeSync();
    rmSync(this.temporary, { recursive: true, force: true });
  }
}
