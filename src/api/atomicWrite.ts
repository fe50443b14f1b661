import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError, messageOf } from '../base/errors';

/** A file could not be written; what was at its path is untouched. */
export class OutputFileError extends KernelscopeError {}

/**
 * Writes `bytes` to a temporary file beside `file`, then renames it, so that a reader sees the old
 * content or the new, never a part. Missing folders are made.
 *
 * @throws OutputFileError that says why and what to do.
 */
export function writeFileAtomically(file: string, bytes: Uint8Array): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, bytes);
    renameSync(temporary, file);
  } catch (error) {
    removeIfThere(temporary);
    throw new OutputFileError(
      `Cannot write ${file}: ${messageOf(error)}. Choose a folder that you may write to.`,
      { cause: error }
    );
  }
}

/** `force` covers a file that is absent, not one whose folder is a file. */
function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}
