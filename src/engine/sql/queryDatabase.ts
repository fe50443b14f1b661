import { messageOf } from '../../base/errors';
import { formatCount } from '../../base/text';
import type { QueryTable, QueryValue } from '../../model/output/queryTable';
import type {
  DuckdbPreparedStatement,
  DuckdbQueryConnection,
  DuckdbQueryInstance,
  DuckdbQueryModule,
  DuckdbResult,
  DuckdbResultRows
} from '../../sources/databases/duckdbQueries';
import { QueryError, QUERY_LIMITS } from './queryLimits';
import { registerTable } from './registerTable';
import type { RowTable } from './rowTable';

/** Bounds of one query, see {@link QUERY_LIMITS}. */
export interface QueryBounds {
  readonly rows: number;
  readonly timeMs: number;
}

/** Memory of DuckDB; a query that needs more fails, and nothing is written to disk. */
const MEMORY_LIMIT = '512MB';

/** The rest of the time goes to this thread, which hands over the rows. */
const THREADS = '2';

const ONLY_READING =
  'A query must be a statement that reads: one that begins with SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW or SUMMARIZE';

/** Milliseconds between two interrupts of a query that is late. */
const INTERRUPT_AGAIN_MS = 50;

/** Milliseconds that a query has to end after the first of them: DuckDB heeds one only between parts of its work. */
const PATIENCE_MS = 500;

/** Settings of a database that reads no file, opens no connection, and loads no extension. */
const CLOSED = {
  memory_limit: MEMORY_LIMIT,
  threads: THREADS,
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false'
} as const;

/** A database in memory for one statement of somebody else, with tables and views of ours. */
export class QueryDatabase {
  #isOpen = true;
  /** A query that goes on although it was given up; the database is closed once it settles. */
  #givenUp: Promise<unknown> | null = null;

  private constructor(
    private readonly duckdb: DuckdbQueryModule,
    private readonly instance: DuckdbQueryInstance,
    private readonly connection: DuckdbQueryConnection
  ) {}

  /** Opens it without tables. @throws Error of DuckDB */
  static async open(duckdb: DuckdbQueryModule): Promise<QueryDatabase> {
    const instance = await duckdb.DuckDBInstance.create(':memory:', CLOSED);
    return new QueryDatabase(duckdb, instance, await instance.connect());
  }

  /** Makes a table readable as `name()`. @throws PackageUnavailableError if DuckDB is too old */
  addTable(name: string, table: RowTable): void {
    registerTable(this.duckdb, this.connection, name, table);
  }

  /** Runs a statement of ours. @throws Error of DuckDB */
  async run(sql: string): Promise<void> {
    await this.connection.run(sql);
  }

  /**
   * Runs one statement that only reads, after closing the database to everything outside: it reads files below
   * `folders` at most.
   *
   * @throws QueryError if it is wrong, not allowed, or beyond a limit
   */
  async query(
    sql: string,
    { rows, timeMs }: QueryBounds,
    folders: readonly string[] = []
  ): Promise<QueryTable> {
    if (sql.length > QUERY_LIMITS.queryCharacters) {
      const limit = formatCount(QUERY_LIMITS.queryCharacters);
      throw new QueryError(`The query has more than ${limit} characters`);
    }
    await this.#close(folders);
    return this.#within(timeMs, async () => {
      const statement = await this.#prepared(sql);
      try {
        return await readResult(await statement.stream(), rows);
      } finally {
        statement.destroySync();
      }
    });
  }

  /** Closes it and frees its memory, once a query that was given up has ended. Safe to call twice. */
  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const close = (): void => {
      this.connection.closeSync();
      this.instance.closeSync();
    };
    if (this.#givenUp) void this.#givenUp.then(close, close);
    else close();
  }

  async #close(folders: readonly string[]): Promise<void> {
    const list = folders.map(folder => `'${folder.replaceAll("'", "''")}'`).join(', ');
    const settings = list === '' ? [] : [`SET allowed_directories = [${list}]`];
    settings.push('SET enable_external_access = false', 'SET lock_configuration = true');
    await this.run(settings.join('; '));
  }

  async #prepared(sql: string): Promise<DuckdbPreparedStatement> {
    if (!isReading(sql)) throw new QueryError(ONLY_READING);
    const statements = await this.connection.extractStatements(sql);
    if (statements.count > 1) {
      throw new QueryError(`Write one statement, not ${statements.count}`);
    }
    const statement = await statements.prepare(0);
    if (statement.statementType === this.duckdb.StatementType.SELECT) return statement;
    statement.destroySync();
    throw new QueryError(ONLY_READING);
  }

  /**
   * Runs `action`, and interrupts the database when it takes longer. An action that goes on all the same is given up:
   * it is interrupted until it ends.
   *
   * @throws QueryError
   */
  async #within<T>(timeMs: number, action: () => Promise<T>): Promise<T> {
    let isLate = false;
    let timer: NodeJS.Timeout;
    const running = action().finally(() => clearTimeout(timer));
    const givingUp = new Promise<never>((_, reject) => {
      const stop = (lateMs: number): void => {
        isLate = true;
        this.connection.interrupt();
        if (lateMs === PATIENCE_MS) {
          this.#givenUp = running;
          reject(new QueryError('late'));
        }
        timer = setTimeout(stop, INTERRUPT_AGAIN_MS, lateMs + INTERRUPT_AGAIN_MS);
      };
      timer = setTimeout(stop, timeMs, 0);
    });
    try {
      const result = await Promise.race([running, givingUp]);
      if (isLate) throw new QueryError('late');
      return result;
    } catch (cause) {
      if (isLate) throw tookTooLong(timeMs, cause);
      throw cause instanceof QueryError ? cause : new QueryError(messageOf(cause), { cause });
    }
  }
}

function tookTooLong(timeMs: number, cause: unknown): QueryError {
  return new QueryError(
    `The query was stopped because it took longer than ${timeMs / 1000} s: read fewer rows, or join on equal columns`,
    { cause }
  );
}

/** The first words of statements that read; DuckDB turns some others, such as PRAGMA, into a SELECT. */
const FIRST_WORD = /(?:SELECT|WITH|FROM|VALUES|DESCRIBE|SHOW|SUMMARIZE|PIVOT|UNPIVOT)\b/iy;

/** White space, parentheses and comments to the end of the line. */
const BEFORE = /(?:[\s(]+|--[^\n]*)/y;

/** True if a statement begins as those do that only read. */
function isReading(sql: string): boolean {
  FIRST_WORD.lastIndex = startOf(sql);
  return FIRST_WORD.test(sql);
}

/** The start of the first word, behind comments. */
function startOf(sql: string): number {
  let at = 0;
  for (;;) {
    BEFORE.lastIndex = at;
    if (BEFORE.test(sql)) at = BEFORE.lastIndex;
    else if (sql.startsWith('/*', at)) at = endOfComment(sql, at);
    else return at;
  }
}

/** Comments nest, as in PostgreSQL. */
function endOfComment(sql: string, start: number): number {
  const ends = /\/\*|\*\//g;
  ends.lastIndex = start;
  let depth = 0;
  for (let found = ends.exec(sql); found !== null; found = ends.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return ends.lastIndex;
  }
  return sql.length;
}

/** Significant digits that every number of JavaScript keeps. */
const EXACT_DIGITS = 15;

/** A value of DuckDB that JavaScript has no type for. */
interface DuckdbObject {
  /** Of decimals: digits behind the point. */
  readonly scale?: number;
  toString(): string;
}

/**
 * A value of DuckDB as one of JavaScript: whole numbers and decimals are numbers as long as these are exact; other
 * decimals, dates, lists and other values are the text that DuckDB writes for them.
 */
function queryValue(value: unknown): QueryValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return isExact(value) ? Number(value) : value;
    default:
      return value === null || value === undefined ? null : objectValue(value);
  }
}

function objectValue(value: DuckdbObject): QueryValue {
  const text = value.toString();
  return value.scale === undefined || !hasExactDigits(text) ? text : Number(text);
}

/** Whether a number keeps all digits of a decimal. */
function hasExactDigits(decimal: string): boolean {
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= EXACT_DIGITS;
}

function isExact(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}

/** The first `limit` rows of a result, fewer if they have many columns or long texts. */
export async function readResult(result: DuckdbResult, limit: number): Promise<QueryTable> {
  const types = result.columnTypes().map(type => type.alias ?? type.toString());
  const columns = distinctNames(result.columnNames()).map((name, at) => ({
    name,
    type: types[at]
  }));
  const taken = new TakenRows(columns.length, limit);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { columns, rows: taken.rows, isCut: false };
    if (!taken.takeAll(chunk)) return { columns, rows: taken.rows, isCut: true };
  }
}

/** Names without repetition: those that come again have a colon and a number that makes no other name, as `a:1`. */
function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const repeated = new Map<string, number>();
  return names.map(name => {
    let count = repeated.get(name);
    repeated.set(name, 0);
    if (count === undefined) return name;
    do count++;
    while (taken.has(`${name}:${count}`));
    repeated.set(name, count);
    return `${name}:${count}`;
  });
}

/** Rows within the limits. */
class TakenRows {
  readonly rows: QueryValue[][] = [];
  #characters = 0;
  readonly #most: number;

  constructor(
    private readonly columns: number,
    limit: number
  ) {
    this.#most = Math.min(limit, Math.floor(QUERY_LIMITS.values / Math.max(1, columns)));
  }

  /** Takes the rows of a chunk, without making values of those after one that is too many; false where there is one. */
  takeAll(chunk: DuckdbResultRows): boolean {
    const columns = Array.from({ length: this.columns }, (_, at) => chunk.getColumnVector(at));
    for (let row = 0; row < chunk.rowCount; row++) {
      if (!this.#take(columns.map(column => queryValue(column.getItem(row))))) return false;
    }
    return true;
  }

  #take(cells: QueryValue[]): boolean {
    for (const cell of cells) this.#characters += typeof cell === 'string' ? cell.length : 0;
    if (this.rows.length >= this.#most || this.#characters > QUERY_LIMITS.characters) return false;
    this.rows.push(cells);
    return true;
  }
}
