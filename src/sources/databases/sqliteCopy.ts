import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Journal, JOURNAL_BYTES } from './sqliteHeader';

/** A database, or a link to one, in a separate temporary folder. */
export interface SqliteCopy {
  readonly file: string;
  /** Removes the folder; may be called again. */
  dispose(): void;
}

/**
 * Copies a database that cannot be opened in place. The copy has no write-ahead log: the content of the
 * original's log must already be in its file.
 */
export function copySqlite(file: string): SqliteCopy {
  return inTemporaryFolder(copy => {
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    withoutLog(copy);
  });
}

/** The database itself under a temporary name, so that the lock of its reader is not put beside it. */
export function linkSqlite(file: string): SqliteCopy {
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
