import path from 'node:path';
import { makeFolder } from '../../../../engine/files/atomicWrite';
import type { Batch } from './batches';
import { completeBatch, removeBatch, tableFolder } from './batches';
import type { TableName } from './crossRankColumns';
import { ROW_TABLES, TABLE_NAMES } from './crossRankColumns';
import type { CrossRankDatabase } from './crossRankDatabase';
import type { KeyedRows } from './rowColumns';
import { rowColumns } from './rowColumns';
import type { TableAppender } from './tableAppender';

/** Rows of operators that are kept before they go into a file. */
const PART_ROWS = 250_000;

type Appenders = Readonly<Record<TableName, TableAppender>>;

/** Writes a batch: rows wait in tables of DuckDB, until there are enough of them for a file each. */
export class BatchWriter {
  private appenders: Appenders | null = null;
  private waiting = 0;
  private parts = 0;
  /** The last of the calls, which are done one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: CrossRankDatabase,
    readonly batch: Batch
  ) {}

  /** Takes the rows of a cycle. @throws Error of DuckDB or the file system */
  add(keyed: KeyedRows): Promise<void> {
    return this.inTurn(async () => {
      this.appenders ??= await this.open();
      const rows = rowColumns(keyed);
      for (const table of TABLE_NAMES) this.appenders[table].append(rows[table]);
      this.waiting += rows.operators.length;
      if (this.waiting >= PART_ROWS) await this.flush();
    });
  }

  /** Writes the rest and makes the batch count. @throws Error of DuckDB or the file system */
  complete(): Promise<void> {
    return this.inTurn(async () => {
      await this.flush();
      completeBatch(this.batch);
    });
  }

  /** Removes all that it has written. */
  discard(): void {
    removeBatch(this.batch);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work);
    return this.last;
  }

  private async open(): Promise<Appenders> {
    const appenders: Partial<Record<TableName, TableAppender>> = {};
    for (const table of TABLE_NAMES) {
      appenders[table] = await this.database.openTable(partTable(table), ROW_TABLES[table]);
    }
    return appenders as Appenders;
  }

  private async flush(): Promise<void> {
    const { appenders } = this;
    if (!appenders) return;
    this.appenders = null;
    this.waiting = 0;
    const name = `part-${String(this.parts++).padStart(5, '0')}.parquet`;
    for (const table of TABLE_NAMES) {
      appenders[table].close();
      const folder = tableFolder(this.batch, table);
      makeFolder(folder);
      await this.database.writeTable(partTable(table), path.join(folder, name));
      await this.database.dropTable(partTable(table));
    }
  }
}

function partTable(table: TableName): string {
  return `part_${table}`;
}
