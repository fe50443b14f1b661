import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, constants } from 'node:zlib';
import { fileReasonOf, KernelscopeError, messageOf } from '../../base/errors';
import { joinWords } from '../../base/text';
import type {
  FormatReader,
  ImportOptions,
  ReadContext,
  RefusedFormat,
  ScriptNames
} from '../../formats';
import { FileStart } from '../../formats/shared/imported/fileStart';
import { FORMATS } from '../../formats/table';
import type { Profile } from '../../model/profile/profile';
import { validateProfile } from '../../model/validate/validate';
import { profileOfRecording } from '../../record/mirror/profileOfRecording';
import { classifyScript, displayFile } from '../../sources/v8/scripts/frameClassifier';
import { readSqliteHeader, SQLITE } from '../../sources/databases/sqliteHeader';
import { demangler } from '../../native/demangler';
import type { LockPlace } from '../../sources/databases/sqliteFile';
import { SqliteFile } from '../../sources/databases/sqliteFile';
import { inflationLimit } from '../../formats/shared/bytes/inflationLimit';
import { FinishedProfile } from './finishedProfile';
import { inflateBounded } from '../files/inflateBounded';
import { readWithin } from '../files/readWithin';

/** Larger files are refused before they are read, and so are files that decompress to more. */
const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** The first bytes of gzipped files. */
export const GZIP = '\x1f\x8b';

/** Files of CPU profiles, as they are shown from where the program was started. */
const SCRIPTS: ScriptNames = {
  kindOf: classifyScript,
  fileOf: url => displayFile(url, process.cwd())
};

/**
 * A profile could not be read from a file; the message gives the reason, and the assumed kind of file.
 */
export class ProfileFileError extends KernelscopeError {}

/**
 * Reads a `.kscope` file, a trace of Chrome's format (JSON), a Perfetto trace, a CPU profile of V8
 * (`.cpuprofile`), each gzipped or not, from a file or a pipe, or a database of nvprof or Nsight Systems.
 * The kind is detected from the content, not the name. From a file that was cut off the intact part is read and marked
 * `truncated`, except for databases.
 *
 * @throws ProfileFileError for a file that is absent, too large, none of these, or of a newer version.
 */
export function loadProfile(file: string): FinishedProfile {
  return load(file, 'beside');
}

/**
 * As {@link loadProfileThatTells}, but writes nothing where the file lies, not even the lock of a reader of
 * databases.
 *
 * @throws ProfileFileError
 */
export function loadProfileUntouched(file: string): FinishedProfile {
  return telling(load(file, 'elsewhere'), file);
}

/**
 * As {@link loadProfile}, for who is going to say what a file holds: one that holds something of which nothing
 * was read is no profile, and not an empty one.
 *
 * @throws ProfileFileError
 */
export function loadProfileThatTells(file: string): FinishedProfile {
  return telling(loadProfile(file), file);
}

function telling(profile: FinishedProfile, file: string): FinishedProfile {
  const { sources, meta } = profile.data;
  if (!isEmptyProfile(profile.data) || meta.runtime !== '' || !holdsSomething(file)) return profile;
  const told = sources.map(({ message }) => message).find(message => message !== '');
  throw new ProfileFileError(
    `Cannot load ${file}: nothing in it is read${told === undefined ? '' : `. ${told}`}`
  );
}

/** True if nothing at all was recorded. */
export function isEmptyProfile(profile: Profile): boolean {
  const { slices, samples, instants, counters, allocations, heapSamples, meta } = profile;
  const tables = [slices, samples, instants, counters, allocations, heapSamples];
  return tables.every(({ length }) => length === 0) && meta.dropped.slices === 0;
}

/** Files with fewer bytes may be JSON in which there is nothing. */
const MAX_EMPTY_BYTES = 4096;

/** False for JSON whose lists are all empty. */
function holdsSomething(file: string): boolean {
  if (!statSync(file).isFile() || statSync(file).size > MAX_EMPTY_BYTES) return true;
  const stored = readWithin(file, MAX_EMPTY_BYTES);
  const isGzipped = new FileStart(stored).startsWith(GZIP);
  try {
    return hasElements(JSON.parse(Buffer.from(isGzipped ? gunzip(stored) : stored).toString()));
  } catch {
    return true;
  }
}

function hasElements(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasElements);
}

function load(file: string, lock: LockPlace): FinishedProfile {
  try {
    // A pipe is read once: the next reader would miss what was taken from it.
    const isDatabase = statSync(file).isFile() && readSqliteHeader(file) !== null;
    return new FinishedProfile(isDatabase ? profileOfDatabase(file, lock) : profileOfFile(file));
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${fileReasonOf(error)}`, { cause: error });
  }
}

function profileOfFile(file: string): Profile {
  const stored = readWithin(file, MAX_PROFILE_FILE_BYTES);
  const isGzipped = new FileStart(stored).startsWith(GZIP);
  return profileOfBytes(isGzipped ? gunzip(stored) : stored, file);
}

function profileOfBytes(bytes: Uint8Array, file: string): Profile {
  if (bytes.length === 0) throw new ProfileFileError('it is empty');
  const start = new FileStart(bytes);
  if (start.startsWith(SQLITE)) {
    throw new ProfileFileError(
      'it is a database in a gzipped file or a pipe; unpack it into a file'
    );
  }
  if (start.startsWith(GZIP)) throw new ProfileFileError('it is gzipped twice; unpack it first');
  const reader = readerOf(start);
  if (reader === undefined) throw new ProfileFileError(`it is neither ${readableFormats()}`);
  if (reader.from === 'nothing') {
    throw new ProfileFileError(`it is ${reader.name}, ${reader.refusal}`);
  }
  const context: ReadContext = {
    facts: factsOf(file),
    scripts: SCRIPTS,
    inflate: inflateBounded,
    profileOf: recording => validateProfile(profileOfRecording(recording))
  };
  try {
    return reader.decode(bytes, context);
  } catch (error) {
    throw new ProfileFileError(`taken for ${reader.name}: ${messageOf(error)}`, { cause: error });
  }
}

/** The reader that is certain of a file, else one to which it may belong. */
export function readerOf(start: FileStart): FormatReader | RefusedFormat | undefined {
  const readers = FORMATS.flatMap(({ read }) =>
    read === undefined || read.from === 'database' ? [] : [read]
  );
  const finds = readers.map(reader => ({ reader, match: reader.recognise(start) }));
  const found = finds.find(({ match }) => match === 'certain') ?? finds.find(({ match }) => match);
  return found?.reader;
}

function readableFormats(): string {
  return joinWords(
    FORMATS.flatMap(({ read }) =>
      read === undefined || read.from === 'nothing' ? [] : [read.name]
    ),
    'nor'
  );
}

/** The decompressed content of a gzipped file, as far as it goes. */
function gunzip(stored: Uint8Array): Uint8Array {
  try {
    return gunzipSync(stored, {
      maxOutputLength: inflationLimit(stored.length, MAX_PROFILE_FILE_BYTES),
      finishFlush: constants.Z_SYNC_FLUSH
    });
  } catch (error) {
    throw new ProfileFileError(`taken for gzipped: ${messageOf(error)}`, { cause: error });
  }
}

/** The profile of the first format that can read the database. */
function profileOfDatabase(file: string, lock: LockPlace): Profile {
  const database = SqliteFile.open(file, lock);
  try {
    const [reader] = FORMATS.flatMap(({ read }) => (read?.from === 'database' ? [read] : []));
    return reader.decode(database, { facts: factsOf(file), demangle: demangler() });
  } finally {
    database.dispose();
  }
}

/** Endings of files that may be profiles, the last of which is not part of the name of one. */
export const PROFILE_ENDINGS =
  /\.(gz|json|perfetto-trace|pftrace|pt|trace|kscope|nvprof|nsys|sqlite|cpuprofile)$/i;

/** The name of a file without its endings, and when it was written. */
function factsOf(file: string): ImportOptions {
  let name = basename(file);
  while (PROFILE_ENDINGS.test(name) && name.indexOf('.') > 0) {
    name = name.replace(PROFILE_ENDINGS, '');
  }
  return { id: randomUUID(), name, writtenAtMs: statSync(file).mtimeMs };
}
