import {
  existsSync,
  statSync,
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeSync
} from 'node:fs';
import { KernelscopeError, messageOf } from '../../base/errors';
import type { SqlRow, SqlRows } from '../../base/sqlRows';
import { readSqliteHeader, Journal, JOURNAL_BYTES } from './sqliteHeader';
import { type SqliteDatabase, type SqliteStatement, loadSqlite } from './sqliteModule';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A file cannot be read as a database; the message gives the reason and the next step. */
export class SqliteFileError extends KernelscopeError {}

/** Files larger than this are refused before they are opened. */
const MAX_FILE_BYTES = 2 ** 32;
/** Tables that a database may have, and characters of their names. */
const MAX_TABLES = 2000;
const TABLE_NAME = /^\w{1,100}$/;

/**
 * Where the reader puts its lock while a database is open: beside the file, or in a temporary folder, so that nothing
 * is written where the file lies.
 */
export type LockPlace = 'beside' | 'elsewhere';

/** SQLite's messages about files that no other folder would fix. */
const DAMAGED = /malformed|not a database/;

/**
 * A database in a file, open for reading until it is disposed of. It is read in place, or in a
 * temporary copy if that is not possible: in folders that are not writable, or beside a lock.
 */
export class SqliteFile implements SqlRows {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #statements = new Set<SqliteStatement>();
  #isOpen = true;

  private constructor(
    private readonly database: SqliteDatabase,
    private readonly copy: SqliteCopy | null
  ) {
    this.tables = this.#guarded(() => this.#readTables());
  }

  /** @throws SqliteFileError for a file that is not a database, is damaged, or is being written. */
  static open(file: string, lock: LockPlace = 'beside'): SqliteFile {
    if (statSync(file).size > MAX_FILE_BYTES) {
      throw new SqliteFileError(`it is larger than ${MAX_FILE_BYTES} bytes`);
    }
    const header = readSqliteHeader(file);
    if (header === null) throw new SqliteFileError('it is not an SQLite database');
    checkComplete(file);
    if (header.usesLog) return SqliteFile.#opened(copySqlite(file));
    return lock === 'beside' ? SqliteFile.#openHere(file) : SqliteFile.#opened(linkSqlite(file));
  }

  /** The rows of a query. @throws SqliteFileError where the database is damaged. */
  *select(sql: string): Iterable<SqlRow> {
    const statement = this.#guarded(() => this.database.prepare(sql));
    this.#statements.add(statement);
    try {
      const rows = statement.iterate();
      for (let next = this.#guarded(() => rows.next()); next.done !== true;) {
        yield next.value;
        next = this.#guarded(() => rows.next());
      }
    } finally {
      this.#finalize(statement);
    }
  }

  /** Closes the database and removes the temporary copy; may be called again. */
  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const statement of this.#statements) this.#finalize(statement);
    this.database.close();
    this.copy?.dispose();
  }

  /** Opens `file` itself, which `copy` may be the owner of. @throws the reader's own error. */
  static #attempt(file: string, copy: SqliteCopy | null): SqliteFile {
    const { Database } = loadSqlite();
    const database = new Database(file, { readOnly: true, fileMustExist: true });
    try {
      return new SqliteFile(database, copy);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  static #openHere(file: string): SqliteFile {
    try {
      return SqliteFile.#attempt(file, null);
    } catch (error) {
      if (DAMAGED.test(messageOf(error))) throw asFileError(error);
      return SqliteFile.#opened(copySqlite(file));
    }
  }

  static #opened(copy: SqliteCopy): SqliteFile {
    try {
      return SqliteFile.#attempt(copy.file, copy);
    } catch (error) {
      copy.dispose();
      throw asFileError(error);
    }
  }

  /** Frees a query; SQLite then reports its last error again. */
  #finalize(statement: SqliteStatement): void {
    if (!this.#statements.delete(statement)) return;
    try {
      statement.finalize();
    } catch (error) {
      if (!DAMAGED.test(messageOf(error))) throw asFileError(error);
    }
  }

  #guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw asFileError(error);
    }
  }

  /** Views and virtual tables compute their rows, at any cost; so do generated columns. */
  #readTables(): ReadonlyMap<string, ReadonlySet<string>> {
    const tables = new Map<string, Set<string>>();
    const columns =
      'SELECT m.name AS "table", x.name AS "column" FROM sqlite_master AS m ' +
      "JOIN pragma_table_xinfo(m.name) AS x WHERE m.type = 'table' AND x.hidden = 0 " +
      "AND m.sql NOT LIKE 'CREATE VIRTUAL%'";
    for (const { table, column } of this.select(columns)) {
      if (typeof table !== 'string' || typeof column !== 'string') continue;
      if (!TABLE_NAME.test(table) || !TABLE_NAME.test(column)) continue;
      const known = tables.get(table);
      if (known) known.add(column);
      else if (tables.size < MAX_TABLES) tables.set(table, new Set([column]));
    }
    return tables;
  }
}

function checkComplete(file: string): void {
  for (const [ending, what] of Object.entries(UNFINISHED)) {
    const beside = `${file}${ending}`;
    if (!existsSync(beside) || statSync(beside).size === 0) continue;
    throw new SqliteFileError(
      `${what} is in ${beside}, and is not in the file itself: let its writer end, or run ` +
        `sqlite3 FILE 'PRAGMA journal_mode = DELETE'`
    );
  }
}

const UNFINISHED: Readonly<Record<string, string>> = {
  '-wal': 'a part of the database',
  '-journal': 'what was there before an unfinished change'
};

function asFileError(error: unknown): SqliteFileError {
  if (error instanceof SqliteFileError) return error;
  return new SqliteFileError(messageOf(error), { cause: error });
}

/** A database, or a link to one, in a separate temporary folder. */
interface SqliteCopy {
  readonly file: string;
  /** Removes the folder; may be called again. */
  dispose(): void;
}

/**
 * Copies a database that cannot be opened in place. The copy has no write-ahead log: the content of the
 * original's log must already be in its file.
 */
function copySqlite(file: string): SqliteCopy {
  return inTemporaryFolder(copy => {
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    withoutLog(copy);
  });
}

/** The database itself under a temporary name, so that the lock of its reader is not put beside it. */
function linkSqlite(file: string): SqliteCopy {
  return inTemporaryFolder(link => symlinkSync(resolve(file), link));
}

function inTemporaryFolder(make: (file: string) => void): SqliteCopy {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-sqlite-'));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'copy.sqlite');
  try {
    make(file);
    return { file, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

function withoutLog(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    for (const at of JOURNAL_BYTES) writeSync(handle, Buffer.from([Journal.rollback]), 0, 1, at);
  } finally {
    closeSync(handle);
  }
}
