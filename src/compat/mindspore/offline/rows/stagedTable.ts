import type { ColumnarRows, NumberColumn, TextColumn } from './columnarRows';
import type { ColumnType, TableColumns } from './crossRankColumns';
import type { CrossRankDatabase } from './crossRankDatabase';
import { CHUNK_ROWS, type TableAppender } from './tableAppender';
import type { TextIds } from './textIds';

/**
 * Rows that wait for their file in a table of DuckDB, as numbers alone: its texts are ids of a table of
 * texts, and whole numbers are DOUBLE. To hand over a text for each row would take most of the time.
 */
export class StagedTable {
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
