import { closeSync, openSync, readSync } from 'node:fs';
import { SQLITE } from '../../base/sqlRows';

/** The position of the journal mode in the header: twice the same byte. */
export const JOURNAL_BYTES = [18, 19] as const;
/** Their values: with a write-ahead log, and without one. */
export const Journal = { rollback: 1, log: 2 } as const;

/** The facts in the header of a database. */
export interface SqliteHeader {
  /** True if it has a write-ahead log, which can only be read in writable folders. */
  readonly usesLog: boolean;
}

/**
 * The header of a file, or null if it is not an SQLite database.
 *
 * @throws the file system's error if it cannot be read, such as a folder.
 */
export function readSqliteHeader(file: string): SqliteHeader | null {
  const head = Buffer.alloc(20);
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, head, 0, head.length, 0);
    if (length < head.length || head.toString('latin1', 0, SQLITE.length) !== SQLITE) return null;
    return { usesLog: JOURNAL_BYTES.some(at => head[at] === Journal.log) };
  } finally {
    closeSync(handle);
  }
}
