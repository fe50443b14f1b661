import { mkdirSync, readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { DuckdbValue } from '../../../../sources/databases/duckdbModule';
import type { TableColumns } from '../rows/crossRankColumns';
import type { QueryRow, RowDatabase } from '../rows/rowDatabase';
import type { TableRows } from '../rows/tableAppender';
import type { SparkDriver } from './sparkDriver';
import { SPARK_SQL } from './sparkSql';

/** Spark SQL over Parquet files. Its tables are files in `folder`, which all executors have to see. */
export class SparkDatabase implements RowDatabase {
  readonly quoted = SPARK_SQL.quoted;
  readonly rowsOf = SPARK_SQL.rowsOf;

  constructor(
    private readonly driver: Pick<SparkDriver, 'call'>,
    private readonly folder: string
  ) {}

  async createView(name: string, sql: string): Promise<void> {
    await this.driver.call('view', { name, sql });
  }

  async createTable(name: string, sql: string): Promise<void> {
    await this.driver.call('table', { name, sql, folder: this.#tableFolder(name) });
  }

  async createTableOf(name: string, columns: TableColumns, rows: TableRows): Promise<void> {
    const values = Array.from({ length: rows.length }, (_, row) =>
      rows.columns.map(value => plain(value(row)))
    );
    const folder = this.#tableFolder(name);
    await this.driver.call('rows', { name, schema: sparkSchema(columns), rows: values, folder });
  }

  async writeTable(name: string, file: string): Promise<void> {
    const folder = this.#tableFolder(name);
    const [part] = readdirSync(folder).filter(one => one.endsWith('.parquet'));
    await copyFile(path.join(folder, part), file);
  }

  async select(sql: string): Promise<readonly QueryRow[]> {
    return (await this.driver.call('select', { sql })) as readonly QueryRow[];
  }

  async eachNumbers(
    sql: string,
    onRows: (columns: readonly Float64Array[]) => void
  ): Promise<void> {
    await this.driver.call('numbers', { sql }, part => {
      onRows((part as readonly string[]).map(column => numbersOf(column)));
    });
  }

  #tableFolder(name: string): string {
    mkdirSync(this.folder, { recursive: true });
    return path.join(this.folder, name);
  }
}

/** Columns as Spark takes them, in DDL. */
export function sparkSchema(columns: TableColumns): string {
  const entries = Object.entries(columns);
  const types = { VARCHAR: 'STRING', INTEGER: 'INT' } as Readonly<Record<string, string>>;
  return entries.map(([name, type]) => `${name} ${types[type] ?? type}`).join(', ');
}

/** The numbers whose bytes a text has, in Base64; the driver runs on a machine of the same byte order, this one. */
function numbersOf(text: string): Float64Array {
  return new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

function plain(value: DuckdbValue): Exclude<DuckdbValue, bigint> {
  return typeof value === 'bigint' ? Number(value) : value;
}
