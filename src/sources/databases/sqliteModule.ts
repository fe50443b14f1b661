import { createRequire } from 'node:module';
import type { SqlRow } from '../../base/sqlRows';
import { packageFiles } from '../../native/packageFiles';

/** A query that is ready to run. */
export interface SqliteStatement {
  /** Rows one after the other. */
  iterate(): IterableIterator<SqlRow>;
  /** Frees it; do not request rows afterwards. */
  finalize(): void;
}

/** An open database of `node-sqlite3-wasm`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  close(): void;
}

/** The exports of `node-sqlite3-wasm`. */
export interface SqliteModule {
  readonly Database: new (
    file: string,
    options?: { readonly fileMustExist?: boolean; readonly readOnly?: boolean }
  ) => SqliteDatabase;
}

/** The reader of SQLite cannot be loaded; the message says what to do. */
export class SqliteUnavailableError extends Error {
  override readonly name = 'SqliteUnavailableError';
}

/**
 * Loads SQLite, compiled to WebAssembly: from the installed package, or from the folder of the kernel.
 * This takes some milliseconds, only when a database is read.
 *
 * @throws SqliteUnavailableError
 */
export function loadSqlite(): SqliteModule {
  const require = createRequire(__filename);
  try {
    return require(packageFiles().sqlite) as SqliteModule;
  } catch (error) {
    throw new SqliteUnavailableError(
      'Reading SQLite needs the package node-sqlite3-wasm; run npm install node-sqlite3-wasm.',
      { cause: error }
    );
  }
}
