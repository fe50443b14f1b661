import path from 'node:path';
import { makeFolder } from '../../../../engine/results/atomicWrite';
import { type Batch, completeBatch, removeBatch, tableFolder } from './batches';
import {
  type ColumnType,
  type TableColumns,
  type TableName,
  ROW_TABLES,
  TABLE_NAMES
} from './crossRankColumns';
import type { CrossRankDatabase } from './crossRankDatabase';
import {
  type KeyedRows,
  rowColumns,
  type ColumnarRows,
  type NumberColumn,
  type TextColumn
} from './rowColumns';
import { CHUNK_ROWS, type TableAppender } from './tableAppender';

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

/**
 * Rows that wait for their file in a table of DuckDB, as numbers alone: its texts are ids of a table of
 * texts, and whole numbers are DOUBLE. To hand over a text for each row would take most of the time.
 */
class StagedTable {
  readonly #buffers: readonly (Float64Array | Int32Array)[];
  #buffered = 0;

  private constructor(
    private readonly name: string,
    private readonly types: TableColumns,
    private readonly appender: TableAppender,
    private readonly ids: TextIds
  ) {
    this.#buffers = Object.values(types).map(type =>
      isText(type) ? new Int32Array(CHUNK_ROWS) : new Float64Array(CHUNK_ROWS)
    );
  }

  /** Makes the table. @throws Error of DuckDB */
  static async create(
    database: CrossRankDatabase,
    name: string,
    types: TableColumns,
    ids: TextIds
  ): Promise<StagedTable> {
    const staged = Object.entries(types).map(([column, type]) => {
      return [column, isText(type) ? 'INTEGER' : 'DOUBLE'] as const;
    });
    const appender = await database.openTable(name, Object.fromEntries(staged));
    return new StagedTable(name, types, appender, ids);
  }

  /** @throws Error of DuckDB */
  append({ length: all, columns }: ColumnarRows): void {
    const texts = columns.map(column => this.#idsOf(column));
    for (let from = 0; from < all;) {
      const length = Math.min(CHUNK_ROWS - this.#buffered, all - from);
      columns.forEach((column, at) => {
        const target = this.#buffers[at].subarray(this.#buffered, this.#buffered + length);
        if (column.kind === 'numbers') target.set(column.numbers.subarray(from, from + length));
        else fillTexts(target, column.index?.subarray(from, from + length) ?? null, texts[at]);
      });
      from += length;
      this.#buffered += length;
      if (this.#buffered === CHUNK_ROWS) this.#handOver();
    }
  }

  /** Writes the rows, with the texts of the table `texts`, to a Parquet file. @throws Error of DuckDB */
  async writeTo(file: string, database: CrossRankDatabase, texts: string): Promise<void> {
    this.#handOver();
    this.appender.close();
    const columns = Object.entries(this.types);
    const values = columns.map(([name, type]) => `${valueOf(name, type)} AS ${name}`);
    const joins = columns
      .filter(([, type]) => isText(type))
      .map(([name]) => `INNER JOIN ${texts} AS t_${name} ON t_${name}.id = r.${name}`);
    const rows = `SELECT ${values.join(', ')} FROM ${this.name} AS r ${joins.join(' ')}`;
    await database.writeQuery(rows, file);
    await database.dropTable(this.name);
  }

  #handOver(): void {
    const length = this.#buffered;
    if (length === 0) return;
    this.appender.appendChunk(
      length,
      this.#buffers.map(each => each.subarray(0, length))
    );
    this.#buffered = 0;
  }

  #idsOf(column: NumberColumn | TextColumn): Int32Array {
    if (column.kind === 'numbers') return NO_IDS;
    return this.ids.idsOf(column.texts, column.index ?? FIRST);
  }
}

const NO_IDS = new Int32Array(0);

/** All rows have the first text. */
const FIRST = Uint32Array.of(0);

function fillTexts(
  target: Float64Array | Int32Array,
  index: Uint32Array | null,
  ids: Int32Array
): void {
  if (index === null) target.fill(ids[0]);
  else for (let row = 0; row < index.length; row++) target[row] = ids[index[row]];
}

function isText(type: ColumnType): boolean {
  return type === 'VARCHAR';
}

/** A column of the staged table in its type; NULL for a number that is too large for it. */
function valueOf(name: string, type: ColumnType): string {
  if (isText(type)) return `t_${name}.text`;
  if (type === 'DOUBLE') return `r.${name}`;
  return `TRY_CAST(NULLIF(r.${name}, CAST('NaN' AS DOUBLE)) AS ${type})`;
}

const TEXT_COLUMNS = { id: 'INTEGER', text: 'VARCHAR' } as const satisfies TableColumns;

/** Numbers texts in the order in which they come, from 0. */
export class TextIds {
  readonly #ids = new Map<string, number>();

  /** The id of each text that is `used`, by its index; others are not kept, and have -1. */
  idsOf(texts: readonly string[], used: Iterable<number>): Int32Array {
    const ids = new Int32Array(texts.length).fill(-1);
    for (const at of used) {
      if (ids[at] < 0) ids[at] = this.#idOf(texts[at]);
    }
    return ids;
  }

  /** All texts, at their ids. */
  all(): readonly string[] {
    return [...this.#ids.keys()];
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#ids.size);
    return this.#ids.size - 1;
  }
}
