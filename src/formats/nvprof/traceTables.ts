import type { Demangle } from '../../base/text';
import type { SqlRow, SqlRows, SqlValue } from '../../base/sqlRows';
import { type TraceInterval, type TraceName, Corrections, GpuTraceError } from './cudaTrace';

/** Rows that a trace may have in all tables together. */
const MAX_ROWS = 5_000_000;
/** UTF-16 units that all names of a trace may have together. */
const MAX_TEXT = 1 << 28;
/** Characters of one name that are read. */
const MAX_NAME = 4096;
/** Names that are remembered so as not to be demangled again. */
const MAX_KNOWN_NAMES = 65_536;

/** How a column is read, as SQL in terms of its quoted name. */
export type ColumnReader = (column: string, baseNs: bigint) => string;

/** Nanoseconds after the base; null for anything but a number. */
export const asTime: ColumnReader = (column, baseNs) =>
  `CASE WHEN typeof(${column}) IN ('integer','real') THEN ${column} - ${baseNs} END`;

export const asIs: ColumnReader = column => column;

/** Text, cut off if it is extremely long. */
export const asText: ColumnReader = column =>
  `CASE WHEN typeof(${column}) = 'text' THEN substr(${column}, 1, ${MAX_NAME}) END`;

/** The first eight bytes of a blob as hexadecimal digits. */
export const asHex: ColumnReader = column =>
  `CASE WHEN typeof(${column}) = 'blob' THEN hex(substr(${column}, 1, 8)) END`;

/** The process of an identifier of Nsight Systems, with its machine; it exceeds 2⁵³ with the thread. */
export const asProcess: ColumnReader = column => `(${column} >> 24)`;

/** The thread of such an identifier. */
export const asThread: ColumnReader = column => `(${column} & 16777215)`;

/** For each name in the result, the column and how to read it. */
export type Selection = Readonly<Record<string, readonly [column: string, reader: ColumnReader]>>;

/** Reads tables of a trace that may be absent, have other columns, or hold nonsense. */
export class TraceTables {
  readonly corrections = new Corrections();
  /** The origin of times. */
  readonly baseNs: bigint;
  /** What is not read, by its name, with the number of rows. */
  readonly unread = new Map<string, number>();
  readonly #names = new Map<string, TraceName>();
  #rowCount = 0;
  #textLength = 0;

  /** @param timeColumns columns with starts, by table; they decide about {@link baseNs} */
  constructor(
    private readonly rows: SqlRows,
    private readonly demangle: Demangle,
    timeColumns: Readonly<Record<string, string>>
  ) {
    const starts = Object.entries(timeColumns).flatMap(([table, column]) =>
      this.has(table, column) ? this.#earliest(table, column) : []
    );
    const first = starts.reduce((least, one) => (one < least ? one : least), MAX_INTEGER);
    this.baseNs = starts.length > 0 && first > BigInt(Number.MAX_SAFE_INTEGER) ? first : 0n;
  }

  get columns(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.rows.tables;
  }

  /** The number of rows of one of {@link columns}. */
  countRows(table: string): number {
    for (const { rows } of this.rows.select(
      `SELECT COUNT(*) AS rows FROM "${table}" NOT INDEXED`
    )) {
      return Number(rows);
    }
    return 0;
  }

  /** Counts one more or several of what is not read. */
  countUnread(what: string, count = 1): void {
    if (count > 0) this.unread.set(what, (this.unread.get(what) ?? 0) + count);
  }

  /** Whether there is such a table, with such a column. */
  has(table: string, column?: string): boolean {
    const columns = this.rows.tables.get(table);
    return columns !== undefined && (column === undefined || columns.has(column));
  }

  /**
   * The rows of a table in order; none if it is missing. Missing columns are null.
   *
   * @throws GpuTraceError for more rows than a trace may have.
   */
  *read(table: string, selection: Selection): Iterable<SqlRow> {
    const columns = this.rows.tables.get(table);
    if (columns === undefined) return;
    const parts = Object.entries(selection).map(([name, [column, reader]]) => {
      const text = columns.has(column) ? reader(`"${column}"`, this.baseNs) : 'NULL';
      return `${text} AS "${name}"`;
    });
    for (const row of this.rows.select(`SELECT ${parts.join(', ')} FROM "${table}" NOT INDEXED`)) {
      if (++this.#rowCount > MAX_ROWS) throw new GpuTraceError(`it has more than ${MAX_ROWS} rows`);
      yield row;
    }
  }

  /** A table of strings by their number. @throws GpuTraceError for more text than is taken. */
  strings(table: string, key: string): ReadonlyMap<number, string> {
    const texts = new Map<number, string>();
    for (const row of this.read(table, { id: [key, asIs], text: ['value', asText] })) {
      const id = integer(row.id);
      if (id === null || typeof row.text !== 'string') continue;
      this.#textLength += row.text.length;
      if (this.#textLength > MAX_TEXT) {
        throw new GpuTraceError(`its names exceed ${MAX_TEXT} bytes`);
      }
      texts.set(id, row.text);
    }
    return texts;
  }

  /** A text of the trace as a name, demangled. */
  nameOf(text: string): TraceName {
    const known = this.#names.get(text);
    if (known) return known;
    const name = this.demangle(text);
    const found = { name, mangled: name === text ? null : text };
    if (this.#names.size < MAX_KNOWN_NAMES) this.#names.set(text, found);
    return found;
  }

  /** The interval of a row with `start` and `end`; null, and counted, if it has none. */
  interval({ start, end }: SqlRow): TraceInterval | null {
    if (!isTime(start) || !isTime(end)) {
      this.corrections.add('untimed');
      return null;
    }
    if (end < start) this.corrections.add('reversed');
    return { start, end: Math.max(start, end) };
  }

  #earliest(table: string, column: string): bigint[] {
    const sql =
      `SELECT MIN("${column}") AS first FROM "${table}" NOT INDEXED ` +
      `WHERE typeof("${column}") = 'integer' AND "${column}" > 0`;
    for (const { first } of this.rows.select(sql)) {
      if (typeof first === 'number' || typeof first === 'bigint') return [BigInt(first)];
    }
    return [];
  }
}

const MAX_INTEGER = 2n ** 63n;

/** True if a value is a usable time. */
export function isTime(value: SqlValue): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A whole number, or null for anything else. */
export function integer(value: SqlValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** A whole number that is not negative, or 0. */
export function countOf(value: SqlValue | undefined): number {
  return Math.max(0, integer(value) ?? 0);
}
