import path from 'node:path';
import { makeFolder } from '../../../../engine/files/atomicWrite';
import { type Batch, completeBatch, removeBatch, tableFolder } from './batches';
import { ROW_TABLES, TABLE_NAMES, type TableName } from './crossRankColumns';
import type { CrossRankDatabase } from './crossRankDatabase';
import { type KeyedRows, rowColumns } from './rowColumns';
import { StagedTable } from './stagedTable';
import { TEXT_COLUMNS, TextIds } from './textIds';

/** Rows of operators that are kept before they go into a file. */
const PART_ROWS = 250_000;

/** The rows of the next part. */
interface Part {
  readonly tables: Readonly<Record<TableName, StagedTable>>;
  readonly ids: TextIds;
}

/** The table of the texts of a part. */
const TEXTS = 'part_texts';

/** Writes a batch: rows wait in tables of DuckDB, until there are enough of them for a file each. */
export class BatchWriter {
  #part: Part | null = null;
  #waiting = 0;
  #parts = 0;
  /** The last of the calls, which are done one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: CrossRankDatabase,
    readonly batch: Batch
  ) {}

  /** Takes the rows of a cycle. @throws Error of DuckDB or the file system */
  add(keyed: KeyedRows): Promise<void> {
    return this.#inTurn(async () => {
      this.#part ??= await this.#open();
      const rows = rowColumns(keyed);
      for (const table of TABLE_NAMES) this.#part.tables[table].append(rows[table]);
      this.#waiting += rows.operators.length;
      if (this.#waiting >= PART_ROWS) await this.#flush();
    });
  }

  /** Writes the rest and makes the batch count. @throws Error of DuckDB or the file system */
  complete(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#flush();
      completeBatch(this.batch);
    });
  }

  /** Removes all that it has written. */
  discard(): void {
    removeBatch(this.batch);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work);
    return this.#last;
  }

  async #open(): Promise<Part> {
    const ids = new TextIds();
    const tables: Partial<Record<TableName, StagedTable>> = {};
    for (const table of TABLE_NAMES) {
      const columns = ROW_TABLES[table];
      tables[table] = await StagedTable.create(this.database, `part_${table}`, columns, ids);
    }
    return { tables: tables as Part['tables'], ids };
  }

  async #flush(): Promise<void> {
    const part = this.#part;
    if (!part) return;
    this.#part = null;
    this.#waiting = 0;
    const texts = part.ids.all();
    await this.database.createTableOf(TEXTS, TEXT_COLUMNS, {
      length: texts.length,
      columns: [row => row, row => texts[row]]
    });
    const name = `part-${String(this.#parts++).padStart(5, '0')}.parquet`;
    for (const table of TABLE_NAMES) {
      const folder = tableFolder(this.batch, table);
      makeFolder(folder);
      await part.tables[table].writeTo(path.join(folder, name), this.database, TEXTS);
    }
    await this.database.dropTable(TEXTS);
  }
}
