import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal, JOURNAL_BYTES } from './sqliteHeader';

/** A database in a separate temporary folder. */
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
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-sqlite-'));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, 'copy.sqlite');
  try {
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    withoutLog(copy);
    return { file: copy, dispose };
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
