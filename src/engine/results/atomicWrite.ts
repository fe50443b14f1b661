import {
  type Stats,
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { monotonicClock } from '../../base/clock';
import { codeOf, KernelscopeError, messageOf } from '../../base/errors';

/** A file that a profile was written to. */
export interface SavedFile {
  /** The path that it was written to, relative to the current folder or absolute. */
  readonly path: string;
  /** The size of the file, in bytes. */
  readonly sizeBytes: number;
  /** The parts of this profile that the format cannot hold, such as `200 CPU samples`. */
  readonly losses: readonly string[];
  /** Sentences on records that the profile did not keep, whether or not the file repeats them. */
  readonly drops?: readonly string[];
  /** A sentence that says why the file is empty, if it is. */
  readonly note?: string;
}

/** A file could not be written; the content at its path is untouched. */
export class OutputFileError extends KernelscopeError {}

/**
 * Writes `bytes` to a temporary file beside `file`, then renames it, so that a reader sees the old
 * content or the new, never a part. Missing folders are made, unless `makesFolders` is false; links are
 * followed, and an existing file keeps its permissions. A device, such as `/dev/null`, is written
 * directly.
 *
 * @throws OutputFileError that says why and what to do.
 */
export function writeFileAtomically(file: string, bytes: Uint8Array, makesFolders = true): void {
  try {
    const present = statSync(file, { throwIfNoEntry: false });
    if (present?.isCharacterDevice()) writeFileSync(file, bytes);
    else if (present) replaceFile(file, present, bytes);
    else createFile(targetOf(file), bytes, makesFolders);
  } catch (error) {
    throw outputFileError(file, error);
  }
}

/**
 * Writes `bytes` over an ordinary file from byte `at` on, in a copy of it that is then renamed: the
 * bytes before `at` need not be known. Readers see the old content or the new, as above.
 *
 * @throws OutputFileError that says why and what to do.
 */
export function extendFileAtomically(file: string, at: number, bytes: Uint8Array): void {
  try {
    moveInto(realpathSync(file), temporary => {
      copyFileSync(file, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      writeAt(temporary, at, bytes);
    });
  } catch (error) {
    throw outputFileError(file, error);
  }
}

/** Writes over an ordinary file in place, from byte `at` on. @throws Error of the file system */
export function writeAt(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  try {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The meaning of a file system `error` for writing `file`, and the remedy. */
export function outputFileError(file: string, error: unknown): OutputFileError {
  if (error instanceof OutputFileError) return error;
  const text = `Cannot write ${file}: ${messageOf(error)}. ${adviceFor(error)}`;
  return new OutputFileError(text, { cause: error });
}

/** A name that no other thread or process uses: with random bytes a thread would load all of `node:crypto` for it. */
function temporaryName(): string {
  const parts = [process.pid, threadId, monotonicClock()];
  return `.${parts.map(part => part.toString(36)).join('-')}.tmp`;
}

/** Links that are followed at most, as Linux does. */
const MOST_LINKS = 40;

/** Where a link to a file that is not there leads; `file` itself if it is no link. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; isLink(target); links++) {
    if (links === MOST_LINKS) {
      throw new OutputFileError(
        `Cannot write ${file}: its links lead nowhere. Choose another name.`
      );
    }
    // From where the folder really is: its own path may have links.
    target = path.resolve(realpathSync(path.dirname(target)), readlinkSync(target));
  }
  return target;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function createFile(file: string, bytes: Uint8Array, makesFolders: boolean): void {
  if (makesFolders) makeFolder(path.dirname(file));
  moveInto(file, temporary => writeFileSync(temporary, bytes, { mode: 0o666, flag: 'wx' }));
}

function replaceFile(file: string, present: Stats, bytes: Uint8Array): void {
  if (present.isDirectory()) {
    throw new OutputFileError(`Cannot write ${file}: it is a folder. Name a file in it.`);
  }
  if (!present.isFile()) {
    throw new OutputFileError(
      `Cannot write ${file}: it is not a regular file. Choose another name.`
    );
  }
  accessSync(file, constants.W_OK);
  const mode = present.mode & 0o777;
  moveInto(realpathSync(file), temporary => {
    writeFileSync(temporary, bytes, { mode, flag: 'wx' });
  });
}

function moveInto(file: string, write: (temporary: string) => void): void {
  const temporary = path.join(path.dirname(file), temporaryName());
  try {
    write(temporary);
    renameSync(temporary, file);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/**
 * Makes the missing folders of a path and returns them, outermost first. It makes one at a time: with
 * one recursive call, Node never returns if the system makes none, as in `/proc`.
 *
 * @throws Error of the file system
 */
export function makeFolder(folder: string): readonly string[] {
  const missing: string[] = [];
  let at = path.resolve(folder);
  while (!statSync(at, { throwIfNoEntry: false })) {
    missing.push(at);
    at = path.dirname(at);
  }
  missing.reverse();
  for (const each of missing) makeOne(each);
  return missing;
}

/** Another process may make the same folder meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function adviceFor(error: unknown): string {
  const code = codeOf(error);
  if (FULL.includes(code)) return 'Make room on the disk, or choose a folder on another one.';
  if (code === 'ENAMETOOLONG') return 'Choose a shorter name.';
  return 'Choose a folder that you may write to.';
}

/** Removes a file as far as that is possible. `force` covers one that is absent, not one whose folder is a file. */
export function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}

/** Tells whether the file at a path is the one that was written last, and not one that has replaced it since. */
export class WrittenFile {
  #written: Stats | undefined;

  constructor(private readonly path: string) {}

  /** The file as it is now was written by this process. */
  note(): void {
    this.#written = statSync(this.path, { throwIfNoEntry: false });
  }

  /** True also where nothing was written yet. */
  get isCurrent(): boolean {
    if (!this.#written) return true;
    const now = statSync(this.path, { throwIfNoEntry: false });
    const { ino, size, mtimeMs } = this.#written;
    return now?.ino === ino && now.size === size && now.mtimeMs === mtimeMs;
  }
}
