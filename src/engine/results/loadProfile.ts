import { isObject } from '../../base/isObject';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, constants } from 'node:zlib';
import { fileReasonOf, KernelscopeError, messageOf } from '../../base/errors';
import { joinWords } from '../../base/text';
import type { FormatReader, ImportOptions, ReadContext, RefusedFormat } from '../../formats';
import { FileStart } from '../../formats/shared/imported/fileStart';
import { FORMATS } from '../../formats/table';
import type { Profile } from '../../model/profile/profile';
import { salvageProfile } from '../../model/validate/validate';
import { profileOfRecording } from '../../record/mirror/profileOfRecording';
import { readSqliteHeader, SQLITE } from '../../sources/databases/sqliteHeader';
import { demangler } from '../../native/demangler';
import type { LockPlace } from '../../sources/databases/sqliteFile';
import { SqliteFile } from '../../sources/databases/sqliteFile';
import { inflationLimit } from '../../formats/shared/bytes/inflationLimit';
import { FinishedProfile } from './finishedProfile';
import { inflateBounded } from '../files/inflateBounded';
import { readWithin } from '../files/readWithin';
import type { MapPlace } from './savedScripts';
import { savedScripts } from './savedScripts';

/** Larger files are refused before they are read, and so are files that decompress to more. */
const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** The first bytes of gzipped files. */
export const GZIP = '\x1f\x8b';

/**
 * A profile could not be read from a file; the message gives the reason, and the assumed kind of file.
 */
export class ProfileFileError extends KernelscopeError {}

/**
 * Reads a profile in one of the formats of `FORMATS` that are read, gzipped or not, from a file or a pipe, or a
 * database of nvprof or Nsight Systems. The kind is detected from the content, not the name. Of a `.kscope` file or
 * a trace that was cut off the intact part is read and marked `truncated`; a part of a `.kscope` file that is not valid
 * is left out, and its sources say so. Functions of JavaScript are shown at their source where a source map is beside
 * the script or the file.
 *
 * @throws ProfileFileError for a file that is absent, too large, none of these, or of a newer version.
 */
export function loadProfile(file: string): FinishedProfile {
  return load(file, 'beside');
}

/**
 * As {@link loadProfileThatTells}, but writes nothing where the file lies, not even the lock of a reader of
 * databases, and reads no files that the profile names.
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
  return isObject(value) && Object.values(value).some(hasElements);
}

function load(file: string, lock: LockPlace): FinishedProfile {
  try {
    // A pipe is read once: the next reader would miss what was taken from it.
    const isDatabase = statSync(file).isFile() && readSqliteHeader(file) !== null;
    const maps = lock === 'beside' ? 'beside scripts' : 'beside the profile';
    return new FinishedProfile(
      isDatabase ? profileOfDatabase(file, lock) : profileOfFile(file, maps)
    );
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${fileReasonOf(error)}`, { cause: error });
  }
}

function profileOfFile(file: string, maps: MapPlace): Profile {
  const stored = readWithin(file, MAX_PROFILE_FILE_BYTES);
  const isGzipped = new FileStart(stored).startsWith(GZIP);
  return profileOfBytes(isGzipped ? gunzip(stored) : stored, file, maps);
}

function profileOfBytes(bytes: Uint8Array, file: string, maps: MapPlace): Profile {
  if (bytes.length === 0) throw new ProfileFileError('it is empty');
  const start = new FileStart(bytes);
  if (start.startsWith(SQLITE)) {
    throw new ProfileFileError(
      'it is a database in a gzipped file or a pipe; unpack it into a file'
    );
  }
  if (start.startsWith(GZIP)) throw new ProfileFileError('it is gzipped twice; unpack it first');
  const reader = readerOf(start);
  if (reader === undefined) throw new ProfileFileError(unknownText(start));
  if (reader.from === 'nothing') {
    throw new ProfileFileError(`it is ${reader.name}, ${reader.refusal}`);
  }
  const context: ReadContext = {
    facts: factsOf(file),
    scripts: savedScripts(file, maps),
    inflate: inflateBounded,
    profileOf: recording => salvageProfile(profileOfRecording(recording))
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

/** Why a file has no reader. */
function unknownText(start: FileStart): string {
  const formats = readableFormats();
  if (!start.isJson) return `it is neither ${formats}`;
  const { damage } = start;
  if (damage !== null) return `it is JSON of no format that is known, and damaged: ${damage}`;
  return `it is JSON, but neither ${formats}`;
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
  /\.(gz|json|perfetto-trace|pftrace|pt|trace|kscope|nvprof|nsys|sqlite|cpuprofile|heapprofile|speedscope|pb|pprof|prof|folded|collapsed)$/i;

/** The name of a file without its endings, and when it was written. */
function factsOf(file: string): ImportOptions {
  let name = basename(file);
  while (PROFILE_ENDINGS.test(name) && name.indexOf('.') > 0) {
    name = name.replace(PROFILE_ENDINGS, '');
  }
  return { id: randomUUID(), name, writtenAtMs: statSync(file).mtimeMs };
}
